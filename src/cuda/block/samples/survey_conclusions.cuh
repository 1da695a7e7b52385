// SPDX-License-Identifier: MIT
// What follows from the answers of a survey (kernels/survey.cuh), each by itself: are groups the way, of keys as they
// are or equalized, will a few leading digits do, need keys be counted?
#pragma once

#include "src/cuda/block/samples/even_samples.cuh"
#include "src/cuda/block/samples/sampled_ties.cuh"
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

template <class Bits, class Value>
struct survey_conclusions {
    arguments<Bits, Value> const& with;
    key_samples<Bits> const& samples;
    spread_samples<Bits>& spread; // in blocks that ask for it
    survey_answers& answers;
    even_samples<Bits, Value> const& even;
    sampled_ties<Bits, Value> const& ties;
    unsigned blocks; // of the cluster

    // Few samples are different only because most are equal, and the others so few: most of these are there once.
    __device__ bool has_rare_others() const {
        return answers.equal > 0 && 2 * (answers.different - 1) > survey_samples - answers.equal;
    }

    // All keys may be, or all but a few: to set these aside takes no longer than to copy all.
    __device__ bool are_equal() const { return !with.digits.in_place && answers.equal == survey_samples; }

    // Whether leading digits may be the way.
    __device__ bool may_lead() const {
        return with.leading.possible && samples.width > with.digits.begin() + most_undivided_digits * radix_bits;
    }
    // Whether groups are.
    __device__ bool are_even() const {
        return may_lead() && even.are_even() && (!even.crowd_groups() || crowds_pay()) && !leading_digits_do();
    }
    __device__ bool are_even_throughout() const {
        return may_lead() && even.are_even() && !even.crowd_groups() && !even.have_large_groups();
    }
    // Of groups that crowd their bins, a block takes half of the time for a pass that one of all items takes. That
    // makes up for a split in vain where wide keys have values, hardly any group may be too large, and more than four
    // digits are needed to tell keys apart, or nobody has asked, as of keys in order.
    __device__ bool crowds_pay() const {
        return sizeof(Bits) == 8 && has_values<Value> && !even.have_groups_beyond(group_tile.size() / 5 * 4) &&
               samples.width > with.digits.begin() + fewest_digits * radix_bits && !tie_seldom(fewest_digits);
    }
    // Keys alone that few passes tell apart: near duplicates, which groups would compare with each other, or those of
    // groups that mostly do not fit a block; the more there are, the less a block that sorts such a group is waited
    // for. A block that is alone does not know, nor is it asked of keys in order.
    __device__ bool leading_digits_do() const {
        auto const many = static_cast<unsigned>(with.count() >> 26);
        return may_have_uneven_groups(sizeof(Bits), value_bytes<Value>) && with.leading.may_settle_ties && blocks > 1 &&
               !samples.are_sorted() && !samples.are_reversed() && !even.are_repeating() &&
               (are_near_duplicates()
                    ? tie_seldom(fewest_digits + 1) || tie_seldom(most_digits)
                    : tie_seldom(fewest_digits) && many < 2 && even.have_groups_beyond((1 + many) * group_tile.size()));
    }
    // Sharing many digits with some others. Those of images as they are, in which ties are sought, say nothing where
    // these are spread.
    __device__ bool are_near_duplicates() const {
        return spread.how == nullptr && spread.equalizer == nullptr && ties.can_be_told(fewest_digits) &&
               !tie_seldom(fewest_digits);
    }
    __device__ bool tie_seldom(unsigned leading) const { return (answers.tie_seldom >> leading & 1) != 0; }

    // So that keys need not be counted.
    __device__ bool are_random() const {
        return with.leading.in_order
                   ? even.are_random(most_repeats_in_order(with.count(), answers.uncounted.width, group_tile.size()))
                   : even.are_random();
    }

    // Whether there is no other way than passes by nearly all digits, or groups too large for a block. Below some
    // millions of keys, where large groups do not pay, neither would this.
    __device__ bool may_equalize() const {
        return may_lead() && with.leading.may_have_large_groups && !are_even_throughout() && !even.are_repeating() &&
               !samples.are_sorted() && !samples.are_reversed() && answers.are_few == 0 && answers.equal == 0;
    }

private:
    static constexpr unsigned fewest_digits = sampled_ties<Bits, Value>::fewest,
                              most_digits = sampled_ties<Bits, Value>::most;
};

} // namespace pradix::cuda
