// SPDX-License-Identifier: MIT
// How many leading digits tell keys apart so well, as far as samples show it, that passes by these are enough, and what
// ties in them can be put in order afterwards.
#pragma once

#include "src/cuda/block/samples/further_samples.cuh"
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
    // others to be compared with then, on average; of long arrays, three or four, and twice as many from 2^30 on.
    __device__ bool tie_seldom(unsigned leading) {
        return can_be_told(leading) && are_few(ties_in(with_.digits.digits[digits_behind(leading)].shift));
    }
    // Enough digits are left behind so many.
    __device__ bool can_be_told(unsigned leading) const { return digits_behind(leading) >= least_left; }

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
    static constexpr unsigned rows_at_once = samples_of_thread / 2;

    // So many times as many samples are compared with those that all threads have, in long arrays, of which a single
    // tie would stand for too many.
    __device__ unsigned further_times() const { return with_.count() >> 26 > 1 ? 2 : 0; }

    __device__ bool are_few(unsigned tied) const {
        constexpr std::uint64_t items_of_a_tie = std::uint64_t{1} << 26; // in pairs of the usual samples
        unsigned const pairs = 1 + 2 * further_times();                  // as many
        return tied <= 1 || tied * with_.count() <= (pairs > 1 ? 2 : 1) * pairs * items_of_a_tie;
    }

    // How many threads have a sample that shares its bits from there upwards with a different one. Where two samples
    // share them, one may have the slot and the other one sees it; but others may have it, and so what many share is
    // seen from neighbouring samples, too.
    __device__ unsigned ties_in(unsigned shift) {
        clear_together<survey_threads>(shared_.noted);
        __syncthreads(); // nothing is noted
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i) {
            unsigned* const slot = slot_of(samples_.images[i], shift);
            unsigned const tags = tags_of(samples_.images[i], shift);
            if (seen_now(*slot) < tags) // threads with equal ones would wait for each other
                atomicMax(slot, tags);
        }
        __syncthreads(); // all samples are noted
        bool ties = false;
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i) {
            ties |= ties_with_noted(samples_.images[i], shift);
            if (i > 0) {
                Bits const of_neighbours = samples_.images[i] ^ samples_.images[i - 1];
                ties |= of_neighbours != 0 && of_neighbours >> shift == 0;
            }
        }
        unsigned threads = __syncthreads_count(ties); // a vote, as are those below
        further_samples<Bits> const further{with_, further_times()};
        for (unsigned first = 0; first < further.rows(); first += rows_at_once)
            threads += __syncthreads_count(others_tie(further, first, shift));
        return threads;
    }

    // Whether others do with those that are noted.
    __device__ bool others_tie(further_samples<Bits> const& further, unsigned first, unsigned shift) {
        key_vector<Bits> others[rows_at_once];
#pragma unroll
        for (unsigned i = 0; i < rows_at_once; ++i)
            others[i] = further.in_row(first + i);
        bool ties = false;
#pragma unroll
        for (auto const& vector : others)
#pragma unroll
            for (Bits const key : vector.keys)
                ties |= ties_with_noted(static_cast<Bits>(with_.codec.encode(key) & with_.compared()), shift);
        return ties;
    }

    __device__ bool ties_with_noted(Bits image, unsigned shift) {
        unsigned const differing = *slot_of(image, shift) ^ tags_of(image, shift);
        return differing != 0 && differing >> 16 == 0;
    }

    static __device__ unsigned tags_of(Bits image, unsigned shift) {
        return (tag_of(static_cast<Bits>(image >> shift)) & 0xffff0000) | tag_of(image) >> 16;
    }
    __device__ unsigned* slot_of(Bits image, unsigned shift) {
        std::uint64_t const mix = mixed(static_cast<Bits>(image >> shift));
        return &shared_.noted[static_cast<unsigned>(mix >> 32) % survey_samples];
    }

    sampled_ties_space& shared_;
    arguments<Bits, Value> const& with_;
    key_samples<Bits> const& samples_;
};

} // namespace pradix::cuda
