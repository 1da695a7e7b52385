// SPDX-License-Identifier: MIT
// What a survey (kernels/survey.cuh) leaves in the state: its guess, another one should that turn out to be wrong, and
// what those who follow it have to know.
#pragma once

#include "src/cuda/block/guesses/watch_different_keys.cuh"
#include "src/cuda/block/samples/sampled_division.cuh"
#include "src/cuda/block/samples/survey_conclusions.cuh"

namespace pradix::cuda {

template <class Bits, class Value>
class survey_report : protected survey_conclusions<Bits, Value> {
    using conclusions = survey_conclusions<Bits, Value>;

public:
    using conclusions::conclusions;

protected:
    using conclusions::shared_, conclusions::with_, conclusions::samples_, conclusions::answers_, conclusions::spread_,
        conclusions::even_, conclusions::are_even, conclusions::are_equal, conclusions::has_rare_others,
        conclusions::are_random, conclusions::areas_beat_tables, conclusions::may_lack_room_if_in_runs,
        conclusions::tables_of_buckets;
    using typename conclusions::ties;

    // By all threads of a block.
    __device__ void write() {
        bool const refuses_outliers = have_what_is_left_free();
        if (lane_of_thread() == 0)
            conclude(warp_of_thread());
        bool const shares = may_divide && share_bucket(answers_.uncounted, spread_),
                   in_runs = __syncthreads_count(shares) > survey_threads / 2; // and all is concluded
        if (threadIdx.x > 0)
            return;
        control& state = *with_.state;
        survey_verdicts verdicts = shared_.verdicts;
        // Whole keys that are narrow may repeat too often for groups, and what is left of them not.
        verdicts.are_random = may_divide && verdicts.are_random && (verdicts.are_even || even_.are_narrow_alone);
        bool const divides = may_divide && !(verdicts.may_lack_room && in_runs);
        if (divides && verdicts.are_random && verdicts.areas_beat_tables)
            verdicts.by_tables = guess::none;
        if (verdicts.are_even || verdicts.are_random || verdicts.by_tables != guess::none) {
            auto const [shift, width] = even_.prefix();
            state.prefix.shift = shift;
            state.prefix.width = width;
            state.prefix.repeats = even_.are_repeating() || even_.crowd_groups();
            write_spread(refuses_outliers);
        }
        write_guess(verdicts, divides);
    }

private:
    static constexpr bool may_divide = may_divide_uncounted(sizeof(Bits), value_bytes<Value>);

    // By one thread of each warp, each about something else: the code for it runs only once, and takes longer to be
    // fetched than to run.
    __device__ void conclude(unsigned warp) {
        survey_verdicts& verdicts = shared_.verdicts;
        bool const are_dense = answers_.are_dense != 0;
        if (warp == 0)
            verdicts.are_even = !are_dense && are_even();
        else if (warp == 1) {
            verdicts.by_tables = are_dense ? guess::none : tables_of_buckets();
            verdicts.areas_beat_tables = areas_beat_tables();
        }
        if constexpr (may_divide) {
            if (warp == 2)
                verdicts.are_random = !are_dense && answers_.uncounted.width > 0 && are_random();
            if (warp == 3) {
                core::digit const prefix = answers_.uncounted;
                verdicts.may_lack_room = may_lack_room_if_in_runs();
                verdicts.most_outliers_of_areas = prefix.width > 0 ? most_outliers_of_areas(with_, prefix.width) : 0;
            }
        }
        if constexpr (may_settle_ties(sizeof(Bits)))
            if (warp == 4)
                verdicts.left_to_ties =
                    answers_.tie_seldom == 0
                        ? 0
                        : ties{shared_.ties, with_, samples_}.digits_behind(__ffs(answers_.tie_seldom) - 1);
    }

    // Divides: keys need not be counted for groups, if they are random.
    __device__ void write_guess(survey_verdicts const& verdicts, bool divides) {
        control& state = *with_.state;
        guess const by_prefixes = verdicts.are_even && !with_.leading.are_wide ? guess::even_prefixes : guess::none;
        if (are_equal()) {
            state.guessed = guess::majority;
        } else if (samples_.are_sorted()) {
            state.guessed = guess::sorted;
            state.otherwise = by_prefixes;
        } else if (samples_.are_reversed()) {
            if (!with_.digits.in_place) {
                state.guessed = guess::reversed;
                state.otherwise = by_prefixes;
            }
        } else if (answers_.are_few != 0 && !has_rare_others()) {
            state.guessed = guess::known_keys;
        } else if (guess const by_counters = way_to_count(verdicts.by_tables);
                   answers_.equal > 0 && by_counters != guess::narrow_range) {
            state.guessed = guess::majority;
        } else if (by_counters != guess::none) {
            state.guessed = by_counters;
            state.otherwise = by_prefixes;
            if (state.counts_buckets())
                write_buckets();
            if (by_counters == guess::narrow_range)
                state.outliers.count(noted::by_counting).most = with_.leading.most_outliers;
            write_ties(verdicts);
        } else {
            constexpr bool is_narrow = may_equalize_narrow(sizeof(Bits), value_bytes<Value>);
            bool const fit_areas = spread_.equalizer != nullptr ? verdicts.are_even && is_narrow : verdicts.are_random;
            bool const skips_counting = divides && answers_.uncounted.width > 0 && fit_areas;
            state.guessed = skips_counting && verdicts.are_even         ? guess::even_prefixes
                            : is_narrow && spread_.equalizer != nullptr ? guess::none
                                                                        : by_prefixes;
            if constexpr (may_divide)
                if (skips_counting) {
                    state.prefix.uncounted = answers_.uncounted;
                    unsigned& most = state.outliers.count(noted::by_division).most;
                    if (spread_.equalizer == nullptr) // else ends are sparse
                        most = min(most, verdicts.most_outliers_of_areas);
                }
            write_ties(verdicts);
        }
    }

    // How keys alone are counted without being moved, or once they are in buckets; else none.
    __device__ guess way_to_count(guess by_tables) const {
        return answers_.are_narrow != 0  ? guess::narrow_range
               : answers_.fit_table != 0 ? guess::tabled_keys
               : answers_.are_dense != 0 ? guess::narrow_buckets
                                         : by_tables;
    }

    // By which digit keys are divided, and how images are spread.
    __device__ void write_buckets() {
        control& state = *with_.state;
        unsigned width = spread_.width, outliers = 0;
        if constexpr (may_count_keys(sizeof(Bits), value_bytes<Value>))
            if (state.guessed == guess::narrow_buckets) {
                auto const& how = state.spreading.template over_range<Bits>();
                range_of_others(with_) = how.range;
                width = how.width();
                outliers = with_.leading.most_outliers;
            }
        state.prefix.uncounted = {width - 2 * radix_bits, 2 * radix_bits}; // of which the higher digit is used
        state.outliers.count(noted::by_division).most = outliers;
        state.counted.most_watched = watched_keys::most_of(state.guessed, even_.different_keys());
    }

    // May be left by passes, also if keys turn out not to be even, or too many to be counted.
    __device__ void write_ties(survey_verdicts const& verdicts) {
        if constexpr (may_settle_ties(sizeof(Bits)))
            if (verdicts.left_to_ties > 0)
                with_.state->ties.may_be_left = verdicts.left_to_ties;
    }

    // How images are spread, and which are no outliers.
    __device__ void write_spread(bool refuses_outliers) {
        control& state = *with_.state;
        auto range = range_of_samples();
        if constexpr (may_spread(sizeof(Bits))) {
            bool const spreads = spread_.how != nullptr;
            auto& over_range = state.spreading.template over_range<Bits>();
            over_range = spreads ? *spread_.how : key_spread<Bits>::of_power_of_two(range);
            state.prefix.are_spread = spread_.is_spread();
            range = over_range.range;
            bool const refuses = !spreads && refuses_outliers;
            if (leaves_ends_free() && !refuses)
                range = range.inside();
            for (outlier_count& each : state.outliers.counts)
                each.most = refuses ? 0 : with_.leading.most_outliers;
            if (spread_.equalizer != nullptr) {
                state.spreading.equalizes = true;
                range = spread_.equalizer->pieces.all();
            }
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
};

} // namespace pradix::cuda
