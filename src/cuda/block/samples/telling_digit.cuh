// SPDX-License-Identifier: MIT
// Few different keys: a digit that tells them apart, if there is one.
#pragma once

#include "src/cuda/block/samples/key_samples.cuh"
#include "src/cuda/block/samples/sample_tag.cuh"
#include "src/cuda/warp/reduce.cuh"

namespace pradix::cuda {

template <class Bits>
struct telling_digit_space {
    static constexpr unsigned tried_samples = 512, tables = 8;
    static constexpr unsigned slots = survey_samples;
    union {
        unsigned noted[tables][most_known_keys]; // a sample for each value of a digit
        alignas(16) unsigned tags[slots];        // of samples
    };
    unsigned different, late;    // tags, nearly, and those of them that only the second half of samples has
    unsigned telling_apart;      // a bit for each digit that was tried
    Bits samples[tried_samples]; // one for each other thread
};

template <class Bits, class Value>
class telling_digit {
public:
    __device__ telling_digit(telling_digit_space<Bits>& shared, arguments<Bits, Value> const& with,
                             key_samples<Bits> const& samples)
        : shared_(shared), with_(with), samples_(samples) {}

    // Looks for a digit that no two different samples share. Warps try digits on a part of the samples; those that pass
    // are tried on all.
    __device__ bool find() {
        if (are_too_many(1u << candidate(0).width))
            return false;
        try_digits();
        constexpr unsigned most_tries = 4, many = survey_threads / 32;
        unsigned passing = shared_.telling_apart;
        for (unsigned i = 0; i < most_tries && passing != 0; ++i, passing &= passing - 1) {
            core::digit const digit = candidate(__ffs(passing) - 1);
            unsigned const alike = threads_with_like_samples(digit);
            if (alike == 0) {
                if (threadIdx.x == 0)
                    with_.state->known.digit = digit;
                return true;
            }
            if (alike > many)
                break; // there are too many different keys
        }
        return false;
    }

    // Afterwards, if there is none: whether a hash table has room for the different samples, and for others: of as many
    // different keys as are let through, nine in ten have samples, and so many fewer of these are in the second half
    // alone than in the first one.
    __device__ bool fit_table() const {
        unsigned const early = shared_.different - shared_.late,
                       most = has_values<Value> ? bins : most_tabled_keys / 3 * 2;
        return shared_.different <= most && shared_.late <= early / 3;
    }

private:
    using space = telling_digit_space<Bits>;

    // Of so many digits between the lowest and the highest bit.
    static constexpr unsigned candidates = 16;
    __device__ core::digit candidate(unsigned i) const {
        unsigned const begin = with_.digits.begin();
        unsigned const width = min(with_.has_only_keys() ? most_known_bits : radix_bits, samples_.width - begin);
        return {begin + (samples_.width - width - begin) * i / (candidates - 1), width};
    }

    // Whether there are more different samples, where two of them that share a slot are counted once; or so many of
    // the second half are different from the first one that others will be different still, as where most keys are
    // equal and the others are not.
    __device__ bool are_too_many(unsigned most) {
        constexpr unsigned most_late = survey_samples / 64;
        clear_together<survey_threads>(shared_.tags);
        if (threadIdx.x == 0)
            shared_.different = shared_.late = 0;
        __syncthreads(); // nothing is noted
        unsigned different[2] = {};
#pragma unroll
        for (unsigned half = 0; half < 2; ++half) {
#pragma unroll
            for (unsigned i = 0; i < samples_of_thread / 2; ++i) {
                Bits const image = samples_.images[half * samples_of_thread / 2 + i];
                different[half] += note(shared_.tags[slot_of(image, space::slots)], tag_of(image)) == 0 ? 1 : 0;
            }
            __syncthreads(); // this half is noted
        }
        add_up(different[0] + different[1], shared_.different);
        add_up(different[1], shared_.late);
        __syncthreads(); // all are counted, and tags are not read any more
        return shared_.different > most || shared_.late > most_late;
    }

    // A warp notes one sample for each value of the digit, then all samples are compared with the one noted. Where most
    // are equal, they would wait for each other: of equal neighbours, the first one is enough.
    __device__ void try_digits() {
        static_assert(2 * space::tried_samples == survey_threads);
        if (threadIdx.x % 2 == 0)
            shared_.samples[threadIdx.x / 2] = samples_.images[0];
        if (threadIdx.x == 0)
            shared_.telling_apart = 0;
        __syncthreads(); // samples are known, and no digit is
        unsigned const warp = warp_of_thread(), lane = lane_of_thread();
        if (warp < space::tables)
            for (unsigned i = warp; i < candidates; i += space::tables) {
                core::digit const digit = candidate(i);
                unsigned(&noted)[most_known_keys] = shared_.noted[warp];
                for (unsigned bin = lane; bin < most_known_keys; bin += warp_lanes)
                    noted[bin] = 0;
                __syncwarp(); // nothing is noted
                for (unsigned s = lane; s < space::tried_samples; s += warp_lanes)
                    if (s == 0 || shared_.samples[s] != shared_.samples[s - 1])
                        atomicMax(&noted[digit.of(shared_.samples[s])], s);
                __syncwarp(); // all samples are noted
                bool apart = true;
                for (unsigned s = lane; s < space::tried_samples; s += warp_lanes)
                    apart &= shared_.samples[noted[digit.of(shared_.samples[s])]] == shared_.samples[s];
                if (__all_sync(all_lanes, apart) && lane == 0)
                    atomicOr(&shared_.telling_apart, 1u << i);
                __syncwarp(); // all have read what is noted
            }
        __syncthreads(); // all digits are tried
    }

    // How many threads have a sample that shares the digit with another one. Leaves the samples by their digit.
    __device__ unsigned threads_with_like_samples(core::digit digit) {
        auto* const images = reinterpret_cast<Bits*>(with_.state->known.images);
        unsigned(&noted)[most_known_keys] = shared_.noted[0];
        static_assert(survey_threads == most_known_keys, "a thread a bin");
        noted[threadIdx.x] = 0;
        __syncthreads(); // nothing is noted, and the images of the last try are read
        unsigned const number = threadIdx.x * samples_of_thread + 1; // of this thread's first sample
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i)
            if (i == 0 || samples_.images[i] != samples_.images[i - 1])
                atomicMax(&noted[digit.of(samples_.images[i])], number + i);
        __syncthreads(); // all samples are noted
        // Bins without a sample get one that is not theirs: no key is equal to it.
        if (noted[threadIdx.x] == 0)
            images[threadIdx.x] = shared_.samples[0];
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i)
            if (noted[digit.of(samples_.images[i])] == number + i)
                images[digit.of(samples_.images[i])] = samples_.images[i];
        __syncthreads(); // each bin has its image
        bool apart = true;
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i)
            apart &= images[digit.of(samples_.images[i])] == samples_.images[i];
        return __syncthreads_count(!apart); // and images are read
    }

    space& shared_;
    arguments<Bits, Value> const& with_;
    key_samples<Bits> const& samples_;
};

} // namespace pradix::cuda
