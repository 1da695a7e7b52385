// SPDX-License-Identifier: MIT
// What a survey (kernels/survey.cuh) leaves in the state: its guess, another one should that turn out to be wrong, and
// what those who follow it have to know.
#pragma once

#include "src/cuda/block/samples/sampled_division.cuh"
#include "src/cuda/block/samples/survey_conclusions.cuh"

namespace pradix::cuda {

template <class Bits, class Value>
class survey_report {
public:
    __device__ explicit survey_report(survey_conclusions<Bits, Value> const& of)
        : of_(of), with_(of.with), samples_(of.samples), spread_(of.spread), answers_(of.answers),
          state_(*with_.state) {}

    // By all threads of a block.
    __device__ void write() {
        bool const refuses_outliers = have_what_is_left_free();
        bool divides = false;
        if constexpr (may_divide_uncounted(sizeof(Bits), value_bytes<Value>))
            divides = !may_lack_room_behind(with_, answers_.uncounted, spread_);
        if (threadIdx.x > 0)
            return;
        bool const even = of_.are_even();
        if (even) {
            auto const [shift, width] = of_.even.prefix();
            state_.prefix.shift = shift;
            state_.prefix.width = width;
            state_.prefix.repeats = of_.even.are_repeating() || of_.even.crowd_groups();
            write_spread(refuses_outliers);
        }
        write_guess(even, divides);
    }

private:
    // Even: groups are the way; divides: they need not be counted for it, if they are random.
    __device__ void write_guess(bool even, bool divides) {
        guess const by_prefixes = even && !with_.leading.are_wide ? guess::even_prefixes : guess::none;
        if (of_.are_equal()) {
            state_.guessed = guess::majority;
        } else if (samples_.are_sorted()) {
            state_.guessed = guess::sorted;
            state_.otherwise = by_prefixes;
        } else if (samples_.are_reversed()) {
            if (!with_.digits.in_place) {
                state_.guessed = guess::reversed;
                state_.otherwise = by_prefixes;
            }
        } else if (answers_.are_few != 0 && !of_.has_rare_others()) {
            state_.guessed = guess::known_keys;
        } else if (answers_.equal > 0) {
            state_.guessed = guess::majority;
        } else {
            bool const skips_counting =
                even && divides && spread_.equalizer == nullptr && answers_.uncounted.width > 0 && of_.are_random();
            state_.guessed = skips_counting ? guess::even_prefixes : by_prefixes;
            if constexpr (may_divide_uncounted(sizeof(Bits), value_bytes<Value>))
                if (skips_counting) {
                    state_.prefix.uncounted = answers_.uncounted;
                    unsigned& most = state_.outliers.count(noted::by_division).most;
                    most = min(most, most_outliers_of_areas(with_, answers_.uncounted.width));
                }
            if constexpr (may_settle_ties(sizeof(Bits))) // also if keys turn out not to be even
                if (answers_.tie_seldom != 0)
                    state_.ties.may_be_left = of_.ties.digits_behind(__ffs(answers_.tie_seldom) - 1);
        }
    }

    // How images are spread, and which are no outliers.
    __device__ void write_spread(bool refuses_outliers) {
        auto range = range_of_samples();
        if constexpr (may_spread(sizeof(Bits))) {
            bool const spreads = spread_.how != nullptr;
            auto& over_range = state_.spreading.template over_range<Bits>();
            over_range = spreads ? *spread_.how : key_spread<Bits>::of_power_of_two(range);
            state_.prefix.are_spread = spreads || spread_.equalizer != nullptr;
            range = over_range.range;
            bool const refuses = !spreads && refuses_outliers;
            if (leaves_ends_free() && !refuses)
                range = range.inside();
            for (outlier_count& each : state_.outliers.counts)
                each.most = refuses ? 0 : with_.leading.most_outliers;
        }
        if constexpr (may_equalize(sizeof(Bits), value_bytes<Value>))
            if (spread_.equalizer != nullptr) {
                state_.spreading.equalizes = true;
                range = spread_.equalizer->pieces.all();
            }
        range_of_others(with_) = range;
    }

    // By all threads of a block: whether samples have the first or the last image of a range that is not spread, which
    // would be left free for outliers: there would be too many that have.
    __device__ bool have_what_is_left_free() const {
        if (!leaves_ends_free())
            return false;
        auto const inside = range_of_samples().inside();
        bool has = false;
#pragma unroll
        for (Bits const image : samples_.images)
            has |= !inside.holds(image);
        return __syncthreads_or(has); // and protects nothing
    }
    // Items without values need not be told apart from what replaces outliers.
    __device__ bool leaves_ends_free() const {
        return has_values<Value> && with_.leading.most_outliers > 0;
    }
    __device__ key_range<Bits> range_of_samples() const {
        return key_range<Bits>::like(samples_.images[0], samples_.width);
    }

    survey_conclusions<Bits, Value> const& of_;
    arguments<Bits, Value> const& with_;
    key_samples<Bits> const& samples_;
    spread_samples<Bits> const& spread_;
    survey_answers const& answers_;
    control& state_;
};

} // namespace pradix::cuda
