// SPDX-License-Identifier: MIT
// Whether keys are so dense, as far as samples show it, that each image which may be there has a counter: all of them,
// or those of a bucket, if these are even.
#pragma once

#include "src/cuda/block/samples/sampled_range.cuh"
#include "src/cuda/images/key_spread.hpp"

namespace pradix::cuda {

template <class Bits>
struct sampled_density_space {
    sampled_range<Bits> range;
    unsigned samples_of_bucket[bins], pairs; // of samples that share their bucket
    bool spreads;                            // images, or they are divided as they are
    alignas(16) key_spread<Bits> spread;     // if only by a factor of 1
};

template <class Bits>
class sampled_density {
public:
    __device__ sampled_density(sampled_density_space<Bits>& shared, key_samples<Bits> const& samples)
        : shared_(shared), samples_(samples), seen_(shared.range.find(samples.images)),
          likely_(sampled_range<Bits>::likely(seen_)) {}

    // Makes `first` the first image of a range in which all are.
    __device__ bool are_narrow(Bits& first) const {
        constexpr Bits last_place = most_of_range - 1;
        Bits const rounded = static_cast<Bits>(seen_.first & ~last_place);
        bool const is_rounded = static_cast<Bits>(seen_.last() - rounded) <= last_place;
        if (!is_rounded && likely_.span > last_place)
            return false;
        Bits const before = static_cast<Bits>((last_place - min(likely_.span, last_place)) / 2); // in the middle
        first = is_rounded ? rounded : static_cast<Bits>(likely_.first - min(likely_.first, before));
        return true;
    }

    // Otherwise, by all threads of a block: whether each occurs some times on average of so many keys, and buckets by
    // the first digit vary little, of images as they are, if they nearly fill numbers of some bits, or spread over such
    // numbers. Leaves in shared memory which and how.
    __device__ bool are_dense_in_buckets(std::uint64_t count) {
        constexpr unsigned least_times = 4;
        auto const whole = key_range<Bits>::like(seen_.first, samples_.width);
        bool const spreads = likely_.span < whole.span / 8 * 7;
        auto const range = spreads ? likely_ : whole;
        unsigned const width = core::bit_width(range.span);
        if (width > most_width || count < std::uint64_t{least_times} << width)
            return false;
        if (threadIdx.x < bins)
            shared_.samples_of_bucket[threadIdx.x] = 0;
        if (threadIdx.x == 0) {
            shared_.pairs = 0;
            shared_.spreads = spreads;
            shared_.spread = spreads ? key_spread<Bits>::of(range) : key_spread<Bits>::of_power_of_two(range);
        }
        __syncthreads(); // it is known how they are spread, and none is counted
        unsigned most = 0, pairs = 0;
#pragma unroll
        for (Bits const image : samples_.images) {
            auto const bucket = static_cast<unsigned>(shared_.spread.apply(image) >> (width - radix_bits));
            unsigned const before = atomicAdd(&shared_.samples_of_bucket[bucket], 1u);
            most = max(most, before + 1);
            pairs += before;
        }
        add_up(pairs, shared_.pairs);
        return !__syncthreads_or(most > most_of_bucket) && shared_.pairs <= most_pairs; // all are counted
    }

private:
    static constexpr unsigned most_width = 3 * radix_bits;
    static_assert(most_of_range == 1u << (most_width - radix_bits));
    // A bucket that is larger than its home by three quarters finds no room. By chance one may have some more samples,
    // but not many.
    static constexpr unsigned most_of_bucket = survey_samples / bins * 2,
                              most_pairs = survey_samples / 2 * (survey_samples - 1) / bins / 4 * 5;

    sampled_density_space<Bits>& shared_;
    key_samples<Bits> const& samples_;
    key_range<Bits> const seen_, likely_; // where samples lie, and where hardly any key does not
};

} // namespace pradix::cuda
