// SPDX-License-Identifier: MIT
// How many leading digits tell keys apart so well, as far as samples show it, that passes by these are enough, and what
// ties in them can be put in order afterwards.
#pragma once

#include "src/cuda/block/key_samples.cuh"
#include "src/cuda/block/sample_tag.cuh"

namespace pradix::cuda {

struct sampled_ties_space {
    alignas(16) unsigned noted[survey_samples]; // tags of leading digits and, below, of keys
};

template <class Bits, class Value>
class sampled_ties {
public:
    __device__ sampled_ties(sampled_ties_space& shared, arguments<Bits, Value> const& with,
                            key_samples<Bits> const& samples)
        : shared_(shared), with_(with), samples_(samples) {}

    // By all threads. Leaves how many of the lowest digits may be left: as many as possible.
    __device__ void look() {
        constexpr unsigned fewest = 4, most = 6; // leading digits
        unsigned const least_left = digits_behind(most);
        if (least_left > 0 && !tie_seldom(least_left))
            return; // nor would they with fewer
#pragma unroll 1
        for (unsigned leading = fewest; leading <= most; ++leading) {
            unsigned const left = digits_behind(leading);
            if (left < 2)
                return; // to see that they are settled would take as long as a pass
            if (left == least_left || tie_seldom(left)) {
                if (threadIdx.x == 0)
                    with_.state->ties.may_be_left = left;
                return;
            }
        }
    }

private:
    // So many whole digits behind the bits of as many leading ones as are asked for, from the highest bit downwards.
    __device__ unsigned digits_behind(unsigned leading) const {
        unsigned left = with_.digits.size;
        while (left > 0 &&
               (left == with_.digits.size || with_.digits.digits[left].shift + leading * radix_bits > samples_.width))
            --left;
        return left;
    }

    // Whether hardly any two different samples share all digits but so many: a key has two or three others to be
    // compared with then, on average; eight at 2^28, where one tie is all that is let through. Where two samples share
    // them, one may have the slot and the other one sees it.
    __device__ bool tie_seldom(unsigned left) {
        unsigned const shift = with_.digits.digits[left].shift;
        constexpr std::uint64_t items_of_a_tie = std::uint64_t{1} << 26;
        auto const most = static_cast<int>(max(items_of_a_tie / with_.count(), std::uint64_t{1}));
        __syncthreads(); // what was noted before is read
        for (unsigned i = threadIdx.x; i < survey_samples / 4; i += survey_threads)
            reinterpret_cast<uint4*>(shared_.noted)[i] = {};
        __syncthreads(); // nothing is noted
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i)
            atomicMax(slot_of(i, shift), tags_of(i, shift));
        __syncthreads(); // all samples are noted
        bool ties = false;
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i) {
            unsigned const differing = *slot_of(i, shift) ^ tags_of(i, shift);
            ties |= differing != 0 && differing >> 16 == 0;
        }
        return __syncthreads_count(ties) <= most;
    }

    __device__ unsigned tags_of(unsigned i, unsigned shift) const {
        return (tag_of(static_cast<Bits>(samples_.images[i] >> shift)) & 0xffff0000) | tag_of(samples_.images[i]) >> 16;
    }
    __device__ unsigned* slot_of(unsigned i, unsigned shift) {
        std::uint64_t const mix = mixed(static_cast<Bits>(samples_.images[i] >> shift));
        return &shared_.noted[static_cast<unsigned>(mix >> 32) % survey_samples];
    }

    sampled_ties_space& shared_;
    arguments<Bits, Value> const& with_;
    key_samples<Bits> const& samples_;
};

} // namespace pradix::cuda
