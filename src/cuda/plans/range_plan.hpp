// SPDX-License-Identifier: MIT
// How keys are cut into ranges, each of few enough items that little scratch sorts it. The cut is exact: whatever is
// too much for one range is divided by its next digit, until it is little enough or all its keys are equal.
#pragma once

#include "src/cuda/plans/tile_shapes.hpp"

#include <cstdint>

namespace pradix::cuda {

// At most so many items have a range, unless all its keys are equal: with the scratch that sorting these takes, a tenth
// of all items.
constexpr std::uint64_t range_items(std::uint64_t count) {
    return count / 500 * 47 + count % 500 * 47 / 500;
}

// Two neighbouring ranges have more than range_items together, or they would be one.
constexpr unsigned ranges_for(std::uint64_t count) {
    return static_cast<unsigned>(2 * count / (range_items(count) + 1)) + 1;
}

// A range is divided if it has more than this part of range_items: the smaller, the fuller are the ranges in the end.
inline constexpr unsigned divided_part = 3;

// For all counts from here on, as range_plan_test.cpp finds out.
inline constexpr std::uint64_t least_ranged_items = 100;
inline constexpr unsigned most_ranges = 32, most_open_ranges = 32;
// Between open ranges there may be one that is not, besides those that are there in the end.
inline constexpr unsigned most_ranges_at_once = most_ranges + 2 * most_open_ranges;

// The pass that partitions by ranges.
inline constexpr unsigned range_pass = 1;

// Neighbouring ranges in the order of keys, none empty.
template <class Bits>
struct range_list {
    static constexpr unsigned closed = ~0u;

    unsigned size, open;              // open: so many have to be divided
    Bits firsts[most_ranges_at_once]; // the least image that may be in the range
    unsigned long long counts[most_ranges_at_once];
    unsigned numbers[most_ranges_at_once]; // of open ranges, from 0; others are closed

    // All keys.
    constexpr void begin(unsigned long long count) {
        size = open = 1;
        firsts[0] = 0;
        counts[0] = count;
        numbers[0] = 0;
    }

    // Behind the last range; together with it, if that leaves few enough items.
    constexpr void add(Bits first, unsigned long long count, bool divisible, unsigned long long most) {
        if (count == 0)
            return;
        bool const opens = divisible && count > most / divided_part;
        if (!opens && size > 0 && numbers[size - 1] == closed && counts[size - 1] + count <= most) {
            counts[size - 1] += count;
            return;
        }
        firsts[size] = first;
        counts[size] = count;
        numbers[size++] = opens ? open++ : closed;
    }

    // The range of an image that some range may have.
    constexpr unsigned range_of(Bits image) const {
        unsigned at = 0;
        for (unsigned step = 64; step > 0; step /= 2)
            if (at + step < size && firsts[at + step] <= image)
                at += step;
        return at;
    }
};
static_assert(most_ranges_at_once <= 128, "range_of finds no more");

// Zeroed when a sort begins.
template <class Bits>
struct range_state {
    range_list<Bits> ranges;
    unsigned long long counts[most_open_ranges][bins]; // of an open range's keys, by the next digit
    std::uint64_t starts[most_ranges];                 // of ranges among all items
    std::uint64_t sizes[most_ranges];                  // how many are to be sorted: none whose keys are all equal
};

} // namespace pradix::cuda
