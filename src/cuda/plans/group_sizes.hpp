// SPDX-License-Identifier: MIT
// Items that share their leading digits are a group: by how many bits items are divided, so that groups fit a block.
#pragma once

#include "src/core/bits.hpp"
#include "src/core/digit_plan.hpp"
#include "src/cuda/plans/tuning.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace pradix::cuda {

// The bits of two leading digits together: so many that groups are on average half as large as a block can sort.
constexpr unsigned prefix_width(std::uint64_t count, unsigned group_items) {
    return std::clamp(core::bit_width(2 * count / group_items), radix_bits + 1, 2 * radix_bits);
}

// The lower one of two leading digits: wide, if it has to be.
constexpr unsigned lower_digit_width(unsigned prefix_width) {
    return prefix_width > 2 * radix_bits ? wide_radix_bits : radix_bits;
}

// An area for groups of random keys that have so many on average: the largest one fits.
constexpr std::uint64_t with_room(std::uint64_t average) {
    return average / 16 * 19;
}

// If each key is there so many times more, on average, groups still fit that have so many items on average and differ
// from it by so many deviations at most: equal keys come into a group together, so that its size varies as if it had
// fewer and heavier ones.
constexpr float most_repeats(std::uint64_t average, std::uint64_t most, float deviations) {
    float const items = static_cast<float>(average), room = (static_cast<float>(most) - items) / deviations;
    return average < most ? std::max(room * room / items - 1, 0.0f) : 0;
}

// So many times keys may be there of which a block splits what is left, or two in a bin crowd it.
inline constexpr float most_repeats_in_bins = 21;

// By how many bits so many keys are divided into groups whose areas a block can sort.
constexpr unsigned width_whose_areas_fit(std::uint64_t count, unsigned group_items) {
    return std::clamp(core::bit_width((with_room(count) - 1) / group_items), radix_bits + 1, 2 * radix_bits);
}

// The two digits of a prefix.
struct prefix_digits {
    core::digit lower, higher;

    static constexpr prefix_digits of(core::digit prefix, unsigned lower_width) {
        return {{prefix.shift, lower_width}, {prefix.shift + lower_width, prefix.width - lower_width}};
    }
};

// What is left of a word, which is a key or a key with its value, must fit so many bytes, if areas are to have room for
// larger groups than the average one.
constexpr unsigned bytes_of_rest(std::size_t word_bytes) {
    return word_bytes == 4 ? 2 : 6;
}

// As many blocks as keep a large device busy are left then.
inline constexpr unsigned most_groups_together = 124;

// By which a block splits keys of a group that differ in their lowest bits only, so many.
constexpr core::digit split_digit(unsigned bits) {
    unsigned const width = bits < rest_split_bits ? bits : rest_split_bits;
    return {bits - width, width};
}

// Whether so many bits have more patterns than there are keys: else groups would have many equal ones.
constexpr bool are_many_patterns(std::uint64_t count, unsigned bits) {
    return bits >= 64 || count >> bits == 0;
}
// Whether so many bits that are left of a word are no more than what is stored of it.
constexpr bool rest_fits(unsigned bits, std::size_t word_bytes) {
    return bits <= 8 * bytes_of_rest(word_bytes);
}

// By how many leading bits keys, spread evenly over so many bits, are divided without having been counted; 0: they have
// to be counted. Narrow ones make groups so small that two bytes may be enough; wide ones, and those with so many bits
// of a value below them, make groups as large as areas for a block can be.
constexpr unsigned uncounted_prefix_width(std::uint64_t count, unsigned bits, unsigned value_width,
                                          std::size_t word_bytes, unsigned group_items) {
    constexpr unsigned least_items = 160; // on average: chance makes a group hardly half as large again
    unsigned const usual = prefix_width(count, group_items);
    unsigned const finer = std::clamp(core::bit_width(count / least_items), radix_bits + 2, 2 * radix_bits + 1) - 1;
    unsigned const wider = width_whose_areas_fit(count, group_items);
    unsigned const all = bits + value_width;
    unsigned const width = word_bytes == 4 ? finer : rest_fits(all - wider, word_bytes) ? wider : usual;
    return are_many_patterns(count, all) && rest_fits(all - width, word_bytes) ? width : 0;
}

// The same for so many keys that digits are wide: as few bits as leave groups that fit a block.
constexpr unsigned wide_prefix_width(std::uint64_t count, unsigned bits, std::size_t key_bytes, unsigned group_items) {
    std::uint64_t const average = average_of_groups_that_fit(group_items);
    unsigned const width = std::clamp(core::bit_width((count - 1) / average), 2 * radix_bits + 1, 2 * wide_radix_bits);
    return bits > width && rest_fits(bits - width, key_bytes) && are_many_patterns(count, bits) ? width : 0;
}

// So many neighbouring areas are sorted by a block that holds so many items: a power of two, so that each area is read
// by as many threads.
inline constexpr unsigned most_areas_together = 16;
constexpr unsigned areas_together(unsigned largest_group, unsigned block_items, unsigned most) {
    return 1u << (core::bit_width(std::clamp(block_items / largest_group, 1u, most)) - 1);
}

// So many neighbouring groups fit a block, whichever they are; 0: sorting them would not pay, for blocks would be many
// and have little to do.
constexpr unsigned groups_together(unsigned largest_group, std::uint64_t count, unsigned groups, unsigned group_items) {
    constexpr std::uint64_t items_worth_a_block = 512;
    unsigned const most = most_groups_together, fit = group_items / largest_group;
    return fit * count < groups * items_worth_a_block && fit < most ? 0 : std::min(fit, most);
}

// How groups that share a prefix are sorted, once they are counted: so many neighbouring ones together by a block, none
// if that does not pay. Only what is left of keys is there, if two bytes are enough for it. Groups that do not fit a
// block are left to others.
struct counted_groups {
    unsigned together;
    bool of_rests, has_large;

    static constexpr counted_groups of(std::uint64_t count, core::digit prefix, unsigned largest, unsigned group_items,
                                       bool may_have_large, bool may_leave_rests) {
        if (largest > group_items)
            return {may_have_large && largest <= most_items_of_large_group(count) ? 1u : 0u, false, true};
        unsigned const together = groups_together(largest, count, 1u << prefix.width, group_items);
        constexpr std::size_t word_bytes = 4;
        if (together == 0 || !may_leave_rests || !rest_fits(prefix.shift, word_bytes))
            return {together, false, false};
        return {areas_together(largest, rest_tile(word_bytes).size(), most_areas_together), true, false};
    }
};

} // namespace pradix::cuda
