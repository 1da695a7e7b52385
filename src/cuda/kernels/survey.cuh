// SPDX-License-Identifier: MIT
// A look at some of the keys: are they in order, are there few different ones, are they spread evenly over the first
// two digits of the bits in which they differ, are some leading digits enough to tell nearly all apart? What it says is
// a guess; try_guess.cuh looks at all keys.
#pragma once

#include "src/cuda/block/divided_items.cuh"
#include "src/cuda/block/even_samples.cuh"
#include "src/cuda/block/sampled_ties.cuh"
#include "src/cuda/block/telling_digit.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

template <class Bits>
struct survey_space {
    key_samples_space<Bits> samples;
    union { // one after the other
        even_samples_space even;
        telling_digit_space<Bits> telling;
        sampled_ties_space ties;
    };
};

template <class Bits, class Value>
__device__ void report(arguments<Bits, Value> const& with, guess guessed, guess otherwise = guess::none) {
    if (threadIdx.x == 0) {
        with.state->guessed = guessed;
        with.state->otherwise = otherwise;
    }
}

// For even keys: by how many bits they are divided without having been counted. Those by which groups are split have
// to differ, too. False if keys have to be counted.
template <class Bits, class Value>
__device__ bool skip_counting(arguments<Bits, Value> const& with, key_samples<Bits> const& samples) {
    using items = divided_items<Bits, Value>;
    std::uint64_t const count = with.count();
    unsigned const value_width = items::value_width(count);
    constexpr std::size_t word_bytes = sizeof(typename items::word);
    unsigned const width = with.leading.are_wide
                               ? wide_prefix_width(count, samples.width, value_width, word_bytes, group_tile.size())
                               : uncounted_prefix_width(count, samples.width, value_width, word_bytes,
                                                        group_tile.size(), with.leading.may_tally);
    unsigned const shift = samples.width - width;
    core::digit const split = split_digit(shift);
    if (width == 0 || split.of(samples.differing) != split.greatest())
        return false;
    with.state->prefix.uncounted = {shift, width};
    return true;
}

// Writes zeros, too.
template <class Bits, class Value>
__device__ void look_at_keys(survey_space<Bits>& shared, arguments<Bits, Value> const& with, zeros const& to_clear) {
    if (with.count() < survey_samples || (to_clear.count == 0 && with.state->plan.made_early()))
        return to_clear.write<survey_threads>(0, 1);
    auto const samples = key_samples<Bits>::take(shared.samples, with, to_clear);
    unsigned const begin = with.digits.begin();
    // For fewer bits, three passes by all digits would do.
    bool const may_lead = with.leading.possible && samples.width > begin + 3 * radix_bits;
    even_samples<Bits, Value> even{shared.even, with, samples};
    bool const are_even = may_lead && even.are_even(), are_random = are_even && even.are_random();
    auto const otherwise = are_even && !with.leading.are_wide ? guess::even_prefixes : guess::none;
    if ((samples.disorder & not_sorted) == 0)
        return report(with, guess::sorted, otherwise);
    if ((samples.disorder & not_reversed) == 0)
        return with.digits.in_place ? report(with, guess::none) : report(with, guess::reversed, otherwise);
    if ((with.has_only_keys() || samples.width > begin + radix_bits) && samples.are_repeating() &&
        telling_digit<Bits, Value>{shared.telling, with, samples}.find())
        return report(with, guess::known_keys);
    bool skips = false;
    if constexpr (may_divide_uncounted(sizeof(Bits), value_bytes<Value>))
        if (are_random && with.leading.may_skip_counting && threadIdx.x == 0)
            skips = skip_counting(with, samples);
    report(with, skips ? guess::even_prefixes : otherwise);
    if constexpr (may_settle_ties(sizeof(Bits)))
        if (!are_even && with.leading.may_settle_ties)
            sampled_ties<Bits, Value>{shared.ties, with, samples}.look();
}

// The first block looks at the keys and clears the state, which it writes to; the others clear what is behind it.
template <class Bits, class Value>
__global__ __launch_bounds__(survey_threads) void survey(arguments<Bits, Value> const with, zeros const of_state,
                                                         zeros const behind) {
    __shared__ survey_space<Bits> shared;
    wait_for_previous_kernel();
    if (blockIdx.x == 0)
        look_at_keys(shared, with, of_state);
    else
        behind.write<survey_threads>(blockIdx.x - 1, gridDim.x - 1);
}

} // namespace pradix::cuda
