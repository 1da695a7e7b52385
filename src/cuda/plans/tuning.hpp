// SPDX-License-Identifier: MIT
// Every size that chooses a path or a shape on a CUDA device. Pure: scratch can be computed where there is no device.
#pragma once

#include "src/cuda/plans/tile_shapes.hpp"

#include <algorithm>
#include <cstdint>

namespace pradix::cuda {

// Whether keys are sorted in groups, too, if these are uneven: many keys are equal, or some groups larger than what
// fits a block's shared memory. Narrower keys take no more time by all digits.
constexpr bool may_have_uneven_groups(std::size_t key_bytes, std::size_t value_bytes) {
    return value_bytes == 0 && key_bytes == 8;
}

// Such a group has so many items at most: other blocks have as much to do while one sorts it.
inline constexpr unsigned most_large_group_items = 1u << 17;
constexpr std::uint64_t most_items_of_large_group(std::uint64_t count) {
    return std::min<std::uint64_t>(most_large_group_items, count / 128);
}

// A look at the keys may save passes; narrower keys have no more than two.
inline constexpr std::size_t least_bytes_for_a_survey = 4;
// Of a range of so many digits of wider ones. Few items take two or three passes in the time of a look and what
// follows.
constexpr bool pays_survey(unsigned digits, std::uint64_t count) {
    return digits > 3 || (digits == 3 && count >= 1u << 22) || (digits == 2 && count >= 1u << 25);
}
// Passes by so many digits are as fast as two of them and groups.
inline constexpr unsigned most_undivided_digits = 3;

// Whether keys alone may be divided into pieces of the range over which they are spread.
constexpr bool may_divide_evenly(std::size_t key_bytes, std::size_t value_bytes) {
    return value_bytes == 0 && key_bytes >= least_bytes_for_a_survey && key_bytes <= 8;
}

// Also tile by tile. Of wider keys, runs are so short that passes by digits are as fast.
constexpr bool may_divide_tiles_evenly(std::size_t key_bytes, std::size_t value_bytes) {
    return value_bytes == 0 && key_bytes == 4;
}

// Whether few different keys may be counted in a hash table, where an atomic operation notes a key. Alone they may be
// written anew then, and so be counted by their places in a range, too, or bucket by bucket.
constexpr bool may_table_keys(std::size_t key_bytes) {
    return key_bytes == 4 || key_bytes == 8;
}
constexpr bool may_count_keys(std::size_t key_bytes, std::size_t value_bytes) {
    return may_table_keys(key_bytes) && value_bytes == 0;
}

// More of them in a bucket, of which a word of a table tells all but what its place does.
constexpr bool may_order_keys(std::size_t key_bytes, std::size_t value_bytes) {
    return key_bytes == 4 && value_bytes == 0;
}

// Whether keys may be divided by leading digits without having been counted: alone, or narrow ones whose values are
// their positions, since a word has room for both.
constexpr bool may_divide_uncounted(std::size_t key_bytes, std::size_t value_bytes) {
    return value_bytes == 0 ? key_bytes == 4 || key_bytes == 8 : key_bytes == 4 && value_bytes == 4;
}

// Whether the second pass by leading digits may leave no more of counted keys than is not known from their group.
constexpr bool may_leave_rests(std::size_t key_bytes, std::size_t value_bytes) {
    return value_bytes == 0 && key_bytes == 4;
}

// Whether some leading digits may be enough for passes, where hardly any different keys share these. Of narrower keys
// they would be nearly all digits.
constexpr bool may_settle_ties(std::size_t key_bytes) {
    return key_bytes >= 8;
}

struct tuning {
    std::uint64_t single_items;      // up to here one block or cluster sorts alone, if it can hold so many
    std::uint64_t cooperative_items; // up to here all blocks sort in one launch, if they can hold so many
    std::uint64_t even_items;        // up to here keys alone of 4 bytes that are spread evenly are sorted in one launch
    std::uint64_t small_tiles;       // up to so many, tiles are small
    std::uint64_t medium_items;      // beyond, up to here medium, and then large
    std::uint64_t medium_pairs;      // the same with values
    std::uint64_t counting_items;    // from here on, keys of 1 or 2 bytes without values are counted and not moved
    std::uint64_t leading_items;     // up to here, uniform keys make groups that fit a block by two leading digits
    std::uint64_t wide_items;        // beyond, up to here by two wide ones, if they need not be counted
    std::uint64_t large_group_items; // from here on, a few groups of keys alone may be larger than what fits a block
    std::uint64_t many_large_items;  // and from here on, many
    std::uint64_t rest_items;        // from here on, groups of counted keys alone may have rests
    std::uint64_t uncounted_items;   // from here on, keys that are spread evenly may be divided without being counted
    std::uint64_t equalized_items;   // from here on, floats alone may be equalized
    std::uint64_t ranked_items;      // from here on, items with few different keys may be moved by the ranks of these
    std::uint64_t bucketed_items;    // from here on, keys that repeat may be divided into buckets to be counted there
    std::uint64_t uncounted_positions; // the same of keys and their positions
    std::uint64_t uncounted_in_order;  // the same of keys with any values, in order
    std::uint64_t positions_in_order;  // from here on, these are divided like any values
    std::uint64_t set_aside_items;     // from here on, items are set aside whose keys are not equal, if most are
    std::uint64_t outlier_items;       // from here on, a few keys that are far from all others are replaced meanwhile
    std::uint64_t settled_items;       // from here on, passes by leading digits alone, and then ties
    std::uint64_t ranged_items;        // from here on, little scratch is enough to sort out of place
    std::uint64_t portion_items;       // a launch partitions at most the tiles of so many: bounds the look-back state
    std::uint64_t narrow_indices = std::uint64_t{1} << 32; // up to so many items are indexed with 4 bytes
    std::size_t shared_bytes = ~std::size_t{0};            // of a block, at most; a device has its own limit
    bool may_cluster = true;                               // blocks, where a device can do that
    unsigned cooperating_blocks = most_cooperating_blocks; // that sort in one launch, at most
};

// What a block has on every device from compute capability 8.0 on.
inline constexpr std::size_t least_shared_bytes = std::size_t{99} << 10;

inline constexpr std::uint64_t most_tiles_at_once = 264; // of an H200

constexpr tuning tune(std::size_t key_bytes) {
    std::uint64_t const group_items = average_of_groups_that_fit(group_tile.size());
    return {.single_items = ~std::uint64_t{0},
            .cooperative_items = std::uint64_t{most_cooperating_blocks} * largest_cooperative_tile(key_bytes, 0).size(),
            .even_items = std::uint64_t{10} << 20,
            .small_tiles = most_tiles_at_once,
            .medium_items = 3u << 23,
            .medium_pairs = most_tiles_at_once * medium_tile(key_bytes, 4).size(),
            .counting_items = (1u << 20) + 1,
            .leading_items = group_items * bins * bins,
            .wide_items = group_items * wide_bins * wide_bins,
            .large_group_items = std::uint64_t{1} << 25, // below, a launch for them gains no more than it costs
            .many_large_items = std::uint64_t{1} << 27,  // below, passes by all digits take no longer
            .rest_items = std::uint64_t{1} << 26,        // those with all their bits, from 8.4 * 10^7 on
            .uncounted_items = key_bytes == 4 ? std::uint64_t{10} << 20 : std::uint64_t{5} << 25,
            .equalized_items = std::uint64_t{1} << (key_bytes == 4 ? 24 : 23),
            .ranked_items = 3u << 20, // below, few passes take no longer
            .bucketed_items = key_bytes == 4 ? std::uint64_t{10} << 20 : std::uint64_t{1} << 23,
            .uncounted_positions = 6'000'000, // below, others than even keys wait for as many launches as these save
            .uncounted_in_order = std::uint64_t{50} << 20,
            .positions_in_order =
                std::uint64_t{group_tile.size()} * bins * bins / 2 * 16 / 19, // or words make larger groups
            .set_aside_items = 3u << 20, // below, passes take the same time, however few items they sort
            .outlier_items = 0,
            .settled_items = 0,
            .ranged_items = std::uint64_t{1} << 24, // below, launches would take most of the time
            .portion_items = std::uint64_t{1} << 28};
}

// Which tiles partition so many items.
constexpr tile_shape shape_for(std::uint64_t count, std::size_t key_bytes, std::size_t value_bytes,
                               tuning const& tuned) {
    tile_shape const small = small_tile(key_bytes, value_bytes);
    return count <= tuned.small_tiles * small.size()                               ? small
           : count <= (value_bytes == 0 ? tuned.medium_items : tuned.medium_pairs) ? medium_tile(key_bytes, value_bytes)
                                                                                   : large_tile(key_bytes, value_bytes);
}

} // namespace pradix::cuda
