// SPDX-License-Identifier: MIT
// Whether few different keys, as samples show them, are told apart by their first bits already: passes by these are
// enough then, whatever follows.
#pragma once

#include "src/cuda/block/samples/sample_tag.cuh"
#include "src/cuda/state/arguments.cuh"
#include "src/cuda/warp/match.cuh"

namespace pradix::cuda {

// Tags of samples,
struct told_apart_space {
    static constexpr unsigned slots = 8192;
    unsigned by_one[bins];              // by their first digit, and
    alignas(16) unsigned by_two[slots]; // by their first two, somewhere
};

template <class Bits, unsigned Threads>
class told_apart {
public:
    // By all threads, with a sample each. So many digits from the highest bit downwards, one or two, that no two
    // different samples share them; none, if there are no such or samples are not few. Then there are others, behind
    // the place of each sample, of which hardly any may be new. Not inlined: a call is nothing where keys are few, and
    // code in the way is felt where they are not.
    static __device__ __noinline__ unsigned digits(told_apart_space& shared, Bits sample, unsigned width,
                                                   Bits const* behind, unsigned apart,
                                                   core::key_order<Bits> const codec, Bits compared) {
        unsigned const tag = tag_of(sample);
        bool shares = false; // with one of five others: of fifty different keys, a tenth of the threads do
#pragma unroll
        for (unsigned lanes = 1; lanes < warp_lanes; lanes *= 2)
            shares |= tag == __shfl_xor_sync(all_lanes, tag, lanes);
        if (__syncthreads_count(shares) <= Threads / 10) // a vote
            return 0;
        clear_together<Threads>(shared.by_two);
        if (threadIdx.x < bins)
            shared.by_one[threadIdx.x] = 0;
        __syncthreads(); // nothing is noted
        unsigned by_one = tag, by_two = tag;
        if (__shfl_up_sync(all_lanes, tag, 1) != tag || lane_of_thread() == 0) { // of equal ones, some are enough
            by_one = atomicCAS(&shared.by_one[first_digits(sample, width, 1)], 0u, tag);
            by_two = atomicCAS(&shared.by_two[slot_of(sample, width)], 0u, tag);
        }
        bool const one_tells = !__syncthreads_or(by_one != 0 && by_one != tag); // and tags are noted
        if (__syncthreads_count(by_two != tag) > Threads / 16 || __syncthreads_or(by_two != 0 && by_two != tag))
            return 0;
        constexpr unsigned more = 3;
        bool has_new = false;
#pragma unroll
        for (unsigned i = 0; i < more; ++i) {
            Bits const other = static_cast<Bits>(codec.encode(behind[i * apart]) & compared);
            has_new |= shared.by_two[slot_of(other, width)] != tag_of(other);
        }
        unsigned const with_new = __syncthreads_count(has_new); // and tags are not read any more
        // One that is new seldom shares two digits with another one.
        return with_new > 1 ? 0 : with_new == 0 && one_tells ? 1 : 2;
    }

private:
    static __device__ unsigned first_digits(Bits sample, unsigned width, unsigned digits) {
        return core::digit{width - digits * radix_bits, digits * radix_bits}.of(sample);
    }
    static __device__ unsigned slot_of(Bits sample, unsigned width) {
        return (first_digits(sample, width, 2) * mixes_bits >> 40) % told_apart_space::slots;
    }
};

} // namespace pradix::cuda
