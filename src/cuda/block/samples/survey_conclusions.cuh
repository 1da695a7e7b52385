// SPDX-License-Identifier: MIT
// What follows from the answers of a survey (kernels/survey.cuh), each by itself: are groups the way, of keys as they
// are or equalized, will a few leading digits do, need keys be counted?
#pragma once

#include "src/cuda/block/counted/ordered_table.cuh"
#include "src/cuda/block/samples/sampled_division.cuh"
#include "src/cuda/block/samples/survey_space.cuh"
#include "src/cuda/plans/ordered_division.hpp"

namespace pradix::cuda {

template <class Bits, class Value>
class survey_conclusions {
public:
    __device__ survey_conclusions(survey_space<Bits>& shared, arguments<Bits, Value> const& with,
                                  block_cluster const& cluster, key_samples<Bits> const& samples,
                                  spread_samples<Bits>& spread, survey_answers& answers)
        : shared_(shared), with_(with), cluster_(cluster), samples_(samples), answers_(answers), spread_(spread),
          even_(shared.even, answers.even, with, samples, spread, cluster),
          may_lead_(with.leading.possible && samples.width > with.digits.begin() + most_undivided_digits * radix_bits) {
    }

protected:
    using ties = sampled_ties<Bits, Value>;

    // Few samples are different only because most are equal, and the others so few: most of these are there once.
    __device__ bool has_rare_others() const {
        return answers_.equal > 0 && 2 * (answers_.different - 1) > survey_samples - answers_.equal;
    }

    // All keys may be, or all but a few: to set these aside takes no longer than to copy all.
    __device__ bool are_equal() const { return !with_.digits.in_place && answers_.equal == survey_samples; }

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
        return !spread_.is_spread() && ties{shared_.ties, with_, samples_}.can_be_told(ties::fewest) &&
               !tie_seldom(ties::fewest);
    }
    __device__ bool tie_seldom(unsigned leading) const { return (answers_.tie_seldom >> leading & 1) != 0; }

    // Whether a hash table has room for the different keys of a bucket, and which.
    __device__ guess tables_of_buckets() const {
        if (!may_lead_ || !with_.leading.may_count_buckets || spread_.equalizer != nullptr)
            return guess::none;
        if (even_.are_few_in_buckets(most_of_bucket))
            return guess::tabled_buckets;
        if constexpr (may_order_keys(sizeof(Bits), value_bytes<Value>))
            if (spread_.width >= radix_bits + ordered_table::home_bits &&
                even_.are_few_in_buckets(most_of_ordered_bucket(with_.count())))
                return guess::ordered_buckets;
        return guess::none;
    }

    // Where keys fit them: always if they are many, and fewer ones if each is there some times at most: as many as
    // samples hardly ever tell of keys that are there four times, for which tables would lack room.
    __device__ bool areas_beat_tables() const { return with_.count() >> 26 != 0 || !even_.are_repeating(10); }

    // So that keys need not be counted.
    __device__ bool are_random() const {
        std::uint64_t const count = with_.count();
        auto const layout = layout_of_areas(with_, answers_.uncounted.width);
        return even_.are_random(
            with_.leading.in_order
                ? most_repeats_if_most_fit(count, layout)
                : most_repeats_of_areas(count, layout, sizeof(typename divided_items<Bits, Value>::word)));
    }

    // Whether keys nearly in order may lack room: behind homes, or, if they repeat, behind areas, where whole groups go
    // that a tile has.
    __device__ bool may_lack_room_if_in_runs() const {
        core::digit const prefix = answers_.uncounted;
        bool const are_equalized = spread_.equalizer != nullptr;
        return may_lack_room_behind(with_, prefix, are_equalized) ||
               (with_.leading.in_order && prefix.width > 0 &&
                even_.are_repeating(
                    most_repeats_if_all_fit(with_.count(), layout_of_areas(with_, prefix.width, are_equalized))));
    }

    // Whether there is no other way than passes by nearly all digits, or groups too large for a block. Below some
    // millions of keys, where large groups do not pay, neither would this.
    __device__ bool may_equalize() const {
        bool const repeat_too_often = sizeof(Bits) == 8 && even_.are_repeating();
        return may_lead_ && with_.leading.may_equalize && !repeat_too_often && !are_even_throughout() &&
               !samples_.are_sorted() && !samples_.are_reversed() && answers_.are_few == 0 &&
               answers_.are_narrow == 0 && answers_.fit_table == 0 && answers_.are_dense == 0 && answers_.equal == 0;
    }

    survey_space<Bits>& shared_;
    arguments<Bits, Value> const& with_;
    block_cluster const& cluster_;
    key_samples<Bits> const& samples_;
    survey_answers& answers_;
    spread_samples<Bits>& spread_; // in blocks that ask for it
    even_samples<Bits, Value> even_;
    bool const may_lead_; // leading digits may be the way
};

} // namespace pradix::cuda
