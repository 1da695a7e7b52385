// SPDX-License-Identifier: MIT
// A look at some of the keys: are they in order, are there few different ones, are most of them equal, are they spread
// evenly over the first two digits of the bits in which they differ, or would be if they were equalized, are some
// leading digits enough to tell nearly all apart, do upper bits imply other digits? What it says is a guess;
// try_guess.cuh looks at all keys. Each question is answered by one block of a cluster.
#pragma once

#include "src/cuda/block/samples/equalized_samples.cuh"
#include "src/cuda/block/samples/even_samples.cuh"
#include "src/cuda/block/samples/sampled_implications.cuh"
#include "src/cuda/block/samples/sampled_majority.cuh"
#include "src/cuda/block/samples/sampled_ties.cuh"
#include "src/cuda/block/samples/telling_digit.cuh"
#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/block/tiles/divided_items.cuh"
#include "src/cuda/kernels/chain.cuh"
#include "src/cuda/ordered_division.hpp"

namespace pradix::cuda {

// Zero at first.
struct survey_answers {
    evenness even;
    core::digit uncounted; // by which even keys can be divided without having been counted; of no bits: by none
    unsigned are_few;      // 1: there are few different keys, and a digit that no two share
    unsigned different;    // samples, then
    unsigned equal;        // samples, if most are
    unsigned tie_seldom;   // a bit for each number of leading digits
};

template <class Bits>
struct survey_space {
    key_samples_space<Bits> samples;
    spread_samples_space<Bits> spread;
    survey_answers answers; // of all blocks, in the first one
    union {                 // one after the other
        even_samples_space even;
        equalizer_space equalizer;
        telling_digit_space<Bits> telling;
        sampled_ties_space ties;
        sampled_majority_space<Bits> majority;
        sampled_implications_space<Bits> implications;
    };
};

// What is asked about samples, and what follows.
template <class Bits, class Value>
class key_survey {
public:
    __device__ key_survey(survey_space<Bits>& shared, arguments<Bits, Value> const& with, block_cluster const& cluster,
                          key_samples<Bits> const& samples, spread_samples<Bits>& spread, survey_answers& answers)
        : shared_(shared), with_(with), cluster_(cluster), samples_(samples), answers_(answers), spread_(spread),
          even_(shared.even, answers.even, with, samples, spread, cluster),
          may_lead_(with.leading.possible && samples.width > with.digits.begin() + most_undivided_digits * radix_bits) {
    }

    __device__ void run() {
        if (may_lead_)
            ask_whether_even();
        if (is_asked())
            ask_what_is_soon_told();
        if (!samples_.are_sorted() && !samples_.are_reversed()) {
            ask_whether_few();
            if constexpr (may_settle_ties(sizeof(Bits)))
                if (with_.leading.may_settle_ties)
                    ask_whether_tied();
        }
        cluster_.meet(); // all is answered
        if (cluster_.rank > 0)
            return;
        if constexpr (cuda::may_equalize(sizeof(Bits), value_bytes<Value>))
            if (may_equalize())
                equalize();
        refuses_outliers_ = have_what_is_left_free();
        if (threadIdx.x == 0)
            report();
    }

private:
    using ties = sampled_ties<Bits, Value>;
    static constexpr unsigned questions = 5 + (ties::most - ties::fewest + 1);
    static_assert(questions <= survey_blocks, "each is asked by a block of a cluster");

    // Whether the next question is this block's.
    __device__ bool is_asked() {
        __syncthreads(); // what the question before has noted is read
        return cluster_.size == 1 || asked_++ == cluster_.rank;
    }

    // The block that is asked next says by how many bits keys are divided, and so has to know whether images are
    // spread.
    __device__ void ask_whether_even() {
        constexpr unsigned questions_here = 3;
        if (cluster_.size == 1 || cluster_.rank <= questions_here)
            spread_.spread_if_needed(shared_.spread, with_, samples_);
        if (is_asked())
            even_.look_behind();
        if (is_asked())
            even_.look_at_leading();
        even_.look_for_repeats(is_asked());
    }

    // By one block.
    __device__ void ask_what_is_soon_told() {
        if constexpr (may_divide_uncounted(sizeof(Bits), value_bytes<Value>))
            if (may_lead_ && with_.leading.may_skip_counting && threadIdx.x == 0)
                answers_.uncounted = uncounted_prefix();
        if (with_.most_set_aside > 0) {
            Bits& majority = *reinterpret_cast<Bits*>(with_.state->majority.image);
            unsigned const equal = sampled_majority<Bits>{shared_.majority, samples_}.find(majority);
            if (threadIdx.x == 0)
                answers_.equal = equal;
            __syncthreads(); // what was noted for that is read
        }
        implied_digits const likely = sampled_implications<Bits, Value>{shared_.implications, with_, samples_}.find();
        if (threadIdx.x == 0)
            with_.state->implied.likely = likely;
    }

    __device__ void ask_whether_few() {
        bool const may_be = with_.has_only_keys() || samples_.width > with_.digits.begin() + radix_bits;
        if (is_asked() && may_be && telling_digit<Bits, Value>{shared_.telling, with_, samples_}.find() &&
            threadIdx.x == 0) {
            answers_.are_few = 1;
            answers_.different = shared_.telling.different;
        }
    }

    // Not if a block that is alone knows that groups are the best way.
    __device__ void ask_whether_tied() {
        ties sampled{shared_.ties, with_, samples_};
#pragma unroll 1
        for (unsigned leading = ties::fewest; leading <= ties::most; ++leading)
            if (is_asked() && (cluster_.size > 1 || !are_even_throughout()) && sampled.tie_seldom(leading) &&
                threadIdx.x == 0)
                atomicOr(&answers_.tie_seldom, 1u << leading);
    }

    // Few samples are different only because most are equal, and the others so few: most of these are there once.
    __device__ bool has_rare_others() const {
        return answers_.equal > 0 && 2 * (answers_.different - 1) > survey_samples - answers_.equal;
    }

    // All keys may be, or all but a few: to set these aside takes no longer than to copy all.
    __device__ bool are_equal() const {
        return !with_.digits.in_place && answers_.equal == survey_samples;
    }

    // Groups are the way.
    __device__ bool are_even() const {
        return may_lead_ && even_.are_even() && (!even_.crowd_groups() || crowds_pay()) && !leading_digits_do();
    }
    __device__ bool are_even_throughout() const {
        return may_lead_ && even_.are_even() && !even_.crowd_groups() && !even_.have_large_groups();
    }
    // Of groups that crowd their bins, a block takes half of the time for a pass that one of all items takes. That
    // makes up for a split in vain where wide keys have values, hardly any group may be too large, and more than four
    // digits are needed to tell keys apart, or nobody has asked, as of keys in order.
    __device__ bool crowds_pay() const {
        return sizeof(Bits) == 8 && has_values<Value> && !even_.have_groups_beyond(group_tile.size() / 5 * 4) &&
               samples_.width > with_.digits.begin() + ties::fewest * radix_bits && !tie_seldom(ties::fewest);
    }
    // Keys alone that few passes tell apart: near duplicates, which groups would compare with each other, or those of
    // groups that mostly do not fit a block; the more there are, the less a block that sorts such a group is waited
    // for. A block that is alone does not know, nor is it asked of keys in order.
    __device__ bool leading_digits_do() const {
        auto const many = static_cast<unsigned>(with_.count() >> 26);
        return may_have_uneven_groups(sizeof(Bits), value_bytes<Value>) && with_.leading.may_settle_ties &&
               cluster_.size > 1 && !samples_.are_sorted() && !samples_.are_reversed() && !even_.are_repeating() &&
               (are_near_duplicates()
                    ? tie_seldom(ties::fewest + 1) || tie_seldom(ties::most)
                    : tie_seldom(ties::fewest) && many < 2 && even_.have_groups_beyond((1 + many) * group_tile.size()));
    }
    // Sharing many digits with some others. Those of images as they are, in which ties are sought, say nothing where
    // these are spread.
    __device__ bool are_near_duplicates() const {
        return spread_.how == nullptr && spread_.equalizer == nullptr &&
               ties{shared_.ties, with_, samples_}.can_be_told(ties::fewest) && !tie_seldom(ties::fewest);
    }
    __device__ bool tie_seldom(unsigned leading) const {
        return (answers_.tie_seldom >> leading & 1) != 0;
    }

    // So that keys need not be counted.
    __device__ bool are_random() const {
        return with_.leading.in_order
                   ? even_.are_random(most_repeats_in_order(with_.count(), answers_.uncounted.width, group_tile.size()))
                   : even_.are_random();
    }

    // Whether there is no other way than passes by nearly all digits, or groups too large for a block. Below some
    // millions of keys, where large groups do not pay, neither would this.
    __device__ bool may_equalize() const {
        return may_lead_ && with_.leading.may_have_large_groups && !are_even_throughout() && !even_.are_repeating() &&
               !samples_.are_sorted() && !samples_.are_reversed() && answers_.are_few == 0 && answers_.equal == 0;
    }

    // By all threads of a block: equalizes images, if they are even then.
    __device__ void equalize() {
        unsigned const width = equalizer_maker{shared_.equalizer, with_, samples_}.make();
        if (width == 0)
            return;
        auto const spread = spread_;
        evenness found{};
        key_spreading& spreading = with_.state->spreading;
        copy(spreading.equalizer, shared_.equalizer.made);
        if (threadIdx.x == 0) {
            found = answers_.even;
            answers_.even = {
                .uneven = 0, .uneven_behind = 0, .uneven_by_equal_keys = 0, .pairs = 0, .again = found.again};
        }
        __syncthreads(); // the equalizer can be read from there, and nothing is found
        spread_.equalize(shared_.spread, samples_, spreading.equalizer, width);
        even_.look_behind();
        __syncthreads(); // what was noted for that is read
        even_.look_at_leading();
        __syncthreads(); // it is known
        if (threadIdx.x == 0 && !are_even_throughout()) {
            spread_ = spread;
            answers_.even = found;
        }
    }

    // By all threads of a block.
    template <class T>
    static __device__ void copy(T& to, T const& from) {
        static_assert(sizeof(T) % sizeof(uint4) == 0);
        for (unsigned i = threadIdx.x; i < sizeof(T) / sizeof(uint4); i += survey_threads)
            reinterpret_cast<uint4*>(&to)[i] = reinterpret_cast<uint4 const*>(&from)[i];
    }

    // What follows from all answers.
    __device__ void report() {
        control& state = *with_.state;
        bool const even = are_even();
        if (even) {
            auto const [shift, width] = even_.prefix();
            state.prefix.shift = shift;
            state.prefix.width = width;
            state.prefix.repeats = even_.are_repeating() || even_.crowd_groups();
            report_spread();
        }
        guess const by_prefixes = even && !with_.leading.are_wide ? guess::even_prefixes : guess::none;
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
        } else if (answers_.equal > 0) {
            state.guessed = guess::majority;
        } else {
            bool const skips_counting =
                even && spread_.equalizer == nullptr && answers_.uncounted.width > 0 && are_random();
            state.guessed = skips_counting ? guess::even_prefixes : by_prefixes;
            if constexpr (may_divide_uncounted(sizeof(Bits), value_bytes<Value>))
                if (skips_counting) {
                    state.prefix.uncounted = answers_.uncounted;
                    bound_outliers_of_division();
                }
            if constexpr (may_settle_ties(sizeof(Bits))) // also if keys turn out not to be even
                if (answers_.tie_seldom != 0)
                    state.ties.may_be_left =
                        ties{shared_.ties, with_, samples_}.digits_behind(__ffs(answers_.tie_seldom) - 1);
        }
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

    // How images are spread, and which are no outliers.
    __device__ void report_spread() {
        control& state = *with_.state;
        auto range = range_of_samples();
        if constexpr (may_spread(sizeof(Bits))) {
            bool const spreads = spread_.how != nullptr;
            auto& over_range = state.spreading.template over_range<Bits>();
            over_range = spreads ? *spread_.how : key_spread<Bits>::of_power_of_two(range);
            state.prefix.are_spread = spreads || spread_.equalizer != nullptr;
            range = over_range.range;
            bool const refuses = !spreads && refuses_outliers_;
            if (leaves_ends_free() && !refuses)
                range = range.inside();
            for (outlier_count& each : state.outliers.counts)
                each.most = refuses ? 0 : with_.leading.most_outliers;
        }
        if constexpr (cuda::may_equalize(sizeof(Bits), value_bytes<Value>))
            if (spread_.equalizer != nullptr) {
                state.spreading.equalizes = true;
                range = spread_.equalizer->pieces.all();
            }
        range_of_others(with_) = range;
    }

    // What areas of one size have room for besides as many items as groups have on average, and what chance adds.
    __device__ void bound_outliers_of_division() {
        unsigned const width = answers_.uncounted.width;
        unsigned const room =
            layout_of_areas(with_, width).rests_of_area - static_cast<unsigned>(with_.count() >> width);
        unsigned& most = with_.state->outliers.count(noted::by_division).most;
        most = min(most, room / 2);
    }

    // By how many bits even keys are divided without having been counted. Those by which groups are split have to
    // differ, too.
    __device__ core::digit uncounted_prefix() const {
        using items = divided_items<Bits, Value>;
        std::uint64_t const count = with_.count();
        unsigned const value_width = items::value_width(count);
        constexpr std::size_t word_bytes = sizeof(typename items::word);
        bool const are_wide = with_.leading.are_wide;
        unsigned const width =
            with_.leading.in_order ? ordered_prefix_width(count, spread_.width, group_tile.size(), are_wide)
            : are_wide             ? wide_prefix_width(count, spread_.width, sizeof(Bits), group_tile.size())
                       : uncounted_prefix_width(count, spread_.width, value_width, word_bytes, group_tile.size(),
                                                with_.leading.may_tally && spread_.how == nullptr);
        unsigned const shift = spread_.width - width;
        core::digit const split = spread_.in_tops(split_digit(shift));
        return {shift, split.of(spread_.differing) == split.greatest() ? width : 0};
    }

    survey_space<Bits>& shared_;
    arguments<Bits, Value> const& with_;
    block_cluster const& cluster_;
    key_samples<Bits> const& samples_;
    survey_answers& answers_;
    spread_samples<Bits>& spread_; // in blocks that ask for it
    even_samples<Bits, Value> even_;
    bool const may_lead_;
    bool refuses_outliers_ = false; // unless images are spread
    unsigned asked_ = 0;
};

// The first cluster looks at the keys and clears the state, which it writes to; the other blocks clear what is behind
// it.
template <class Bits, class Value>
__global__ __launch_bounds__(survey_threads) void survey(arguments<Bits, Value> const with, zeros const of_state,
                                                         zeros const behind) {
    auto& shared = at_kept_address(dynamic_space<survey_space<Bits>>());
    auto const cluster = block_cluster::of_this_block();
    wait_for_previous_kernel();
    if (blockIdx.x >= cluster.size)
        return behind.write<survey_threads>(blockIdx.x - cluster.size, gridDim.x - cluster.size);
    if (with.count() < survey_samples || (of_state.count == 0 && with.state->plan.made_early())) {
        of_state.write<survey_threads>(cluster.rank, cluster.size);
        cluster.meet(); // zeros are written
    } else {
        if (threadIdx.x == 0)
            shared.answers = {}; // before blocks meet
        auto const samples = key_samples<Bits>::take(shared.samples, with, of_state, cluster);
        auto spread = spread_samples<Bits>::of(samples);
        key_survey<Bits, Value>{shared, with, cluster, samples, spread, cluster.of_block(0, shared.answers)}.run();
    }
    if (cluster.rank == 0 && threadIdx.x == 0)
        with.state->to_sort = with.count();
}

} // namespace pradix::cuda
