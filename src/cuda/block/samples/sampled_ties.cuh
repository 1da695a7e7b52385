// SPDX-License-Identifier: MIT
// How many leading digits tell keys apart so well, as far as samples show it, that passes by these are enough, and what
// ties in them can be put in order afterwards.
#pragma once

#include "src/cuda/block/samples/key_samples.cuh"
#include "src/cuda/block/samples/sample_tag.cuh"
#include "src/cuda/warp/seen_now.cuh"

namespace pradix::cuda {

struct sampled_ties_space {
    alignas(16) unsigned noted[survey_samples]; // tags of leading digits and, below, of keys
};

template <class Bits, class Value>
class sampled_ties {
public:
    static constexpr unsigned fewest = 4, most = 6; // leading digits

    __device__ sampled_ties(sampled_ties_space& shared, arguments<Bits, Value> const& with,
                            key_samples<Bits> const& samples)
        : shared_(shared), with_(with), samples_(samples) {}

    // By all threads. Whether hardly any two different samples share so many leading digits: a key has two or three
    // others to be compared with then, on average; eight at 2^28, where one tie is all that is let through.
    __device__ bool tie_seldom(unsigned leading) {
        unsigned const left = digits_behind(leading);
        if (left < least_left)
            return false;
        constexpr std::uint64_t items_of_a_tie = std::uint64_t{1} << 26;
        auto const most_ties = static_cast<int>(max(items_of_a_tie / with_.count(), std::uint64_t{1}));
        return ties_in(with_.digits.digits[left].shift) <= most_ties;
    }

    // So many whole digits behind the bits of as many leading ones as are asked for, from the highest bit downwards.
    __device__ unsigned digits_behind(unsigned leading) const {
        unsigned left = with_.digits.size;
        while (left > 0 &&
               (left == with_.digits.size || with_.digits.digits[left].shift + leading * radix_bits > samples_.width))
            --left;
        return left;
    }

private:
    static constexpr unsigned least_left = 2; // to see that one digit is settled would take as long as a pass

    // How many threads have a sample that shares its bits from there upwards with a different one. Where two samples
    // share them, one may have the slot and the other one sees it; but others may have it, and so what many share is
    // seen from neighbouring samples, too.
    __device__ int ties_in(unsigned shift) {
        clear_table<survey_threads>(shared_.noted);
        __syncthreads(); // nothing is noted
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i) {
            unsigned* const slot = slot_of(i, shift);
            unsigned const tags = tags_of(i, shift);
            if (seen_now(*slot) < tags) // threads with equal ones would wait for each other
                atomicMax(slot, tags);
        }
        __syncthreads(); // all samples are noted
        bool ties = false;
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i) {
            unsigned const differing = *slot_of(i, shift) ^ tags_of(i, shift);
            ties |= differing != 0 && differing >> 16 == 0;
            if (i > 0) {
                Bits const of_neighbours = samples_.images[i] ^ samples_.images[i - 1];
                ties |= of_neighbours != 0 && of_neighbours >> shift == 0;
            }
        }
        return __syncthreads_count(ties);
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
