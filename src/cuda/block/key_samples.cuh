// SPDX-License-Identifier: MIT
// Some of the keys, a few in each thread of a block, and what can be told from them at once.
#pragma once

#include "src/cuda/block/disorder.cuh"
#include "src/cuda/block/reduce.cuh"
#include "src/cuda/kernels/arguments.cuh"

namespace pradix::cuda {

inline constexpr unsigned survey_threads = 1024;
inline constexpr unsigned samples_of_thread = survey_samples / survey_threads;

template <class Bits>
struct key_samples_space {
    Bits differing_of_warp[survey_threads / warp_lanes];
    unsigned disorder_of_warp[survey_threads / warp_lanes];
};

template <class Bits>
struct key_samples {
    Bits images[samples_of_thread]; // of neighbouring samples, what is compared of them
    unsigned disorder;              // of all samples
    Bits differing;                 // bits of samples
    unsigned width;                 // from the highest one downwards

    // In which bits do samples differ? Each with the next one, some with the key behind, and all keys at the very end,
    // where they may have been appended: are they in order? Writes zeros while keys come. Threads meet meanwhile.
    template <class Value>
    static __device__ key_samples take(key_samples_space<Bits>& shared, arguments<Bits, Value> const& with,
                                       zeros const& to_clear) {
        key_samples all;
        Bits const* const keys = with.keys_of(buffer::in);
        Bits const compared = with.compared();
        std::uint64_t const count = with.count(), apart = survey_stride(count),
                            first = threadIdx.x * samples_of_thread * apart;
        bool const strictly = !with.has_only_keys();
        Bits const first_image = with.codec.encode(keys[0]) & compared;
        Bits const behind = keys[first + 1];
        Bits const end[] = {keys[count - 2 - threadIdx.x], keys[count - 1 - threadIdx.x]};
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i)
            all.images[i] = keys[first + i * apart];
        to_clear.write<survey_threads>(0, 1);
        Bits differing = 0;
        unsigned disorder = 0;
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i) {
            all.images[i] = with.codec.encode(all.images[i]) & compared;
            differing |= all.images[i] ^ first_image;
            if (i > 0)
                disorder |= disorder_of<Bits>(all.images[i - 1], all.images[i], strictly);
        }
        disorder |= disorder_of<Bits>(all.images[0], with.codec.encode(behind) & compared, strictly);
        disorder |=
            disorder_of<Bits>(with.codec.encode(end[0]) & compared, with.codec.encode(end[1]) & compared, strictly);
        all.differing = or_in_block(differing, shared.differing_of_warp);
        all.width = core::bit_width(all.differing);
        all.disorder = or_in_block(disorder, shared.disorder_of_warp);
        return all;
    }

    // Whether many threads have two equal samples: of 256 different keys a tenth, of 1,024 a thirtieth of them.
    __device__ bool are_repeating() const {
        constexpr unsigned many = survey_threads / 128;
        bool repeats = false;
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i)
#pragma unroll
            for (unsigned j = 0; j < i; ++j)
                repeats |= images[i] == images[j];
        return __syncthreads_count(repeats) > many;
    }
};

} // namespace pradix::cuda
