// SPDX-License-Identifier: MIT
// Every size that chooses a path or a shape on a CUDA device. Pure: scratch can be computed where there is no device.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace pradix::cuda {

inline constexpr unsigned radix_bits = 8;
inline constexpr unsigned bins = 1u << radix_bits;
inline constexpr unsigned warp_lanes = 32;

// Of keys so many that two digits would leave groups which do not fit a block: two wider ones, if keys need not be
// counted, for so many counters would not fit, either.
inline constexpr unsigned wide_radix_bits = 9;
inline constexpr unsigned wide_bins = 1u << wide_radix_bits;

// A tile is what one block holds at a time: `items` keys a thread.
struct tile_shape {
    unsigned threads;
    unsigned items;

    constexpr unsigned size() const { return threads * items; }
    constexpr bool operator==(tile_shape const&) const = default;
};

// As many items a thread as fit its registers with two blocks of 512 threads on a multiprocessor: the larger the tile,
// the longer the runs that it writes. Measured on an H200; docs/explanation/experiments.md has the alternatives.
constexpr tile_shape large_tile(std::size_t key_bytes, std::size_t value_bytes) {
    if (std::max(key_bytes, value_bytes) == 16)
        return {512, key_bytes + value_bytes <= 20 ? 9u : 7u};
    if (std::max(key_bytes, value_bytes) == 8)
        return {512, value_bytes == 0 ? 14u : key_bytes + value_bytes < 16 ? 13u : 12u};
    return {512, value_bytes == 0 ? 32u : 24u};
}

// Of keys of 4 bytes alone, large tiles are so large that up to some tens of millions, a last wave of few tiles takes a
// good part of the time. With values of 4 bytes, that is so where large tiles are hardly more than multiprocessors.
constexpr tile_shape medium_tile(std::size_t key_bytes, std::size_t value_bytes) {
    tile_shape const large = large_tile(key_bytes, value_bytes);
    if (key_bytes != 4 || value_bytes > 4)
        return large;
    return {large.threads, value_bytes == 0 ? 24u : 20u};
}

// The shape as a type, for kernels: nvcc does not take values of class type as their template arguments.
template <unsigned Threads, unsigned Items, unsigned Blocks>
struct tile {
    static constexpr unsigned threads = Threads;
    static constexpr unsigned items = Items;
    static constexpr unsigned blocks = Blocks; // that share a multiprocessor
    static constexpr unsigned size = Threads * Items;
    static constexpr unsigned warps = Threads / warp_lanes;
};

// Fewer keys: tiles so small that every multiprocessor gets one. Of keys of 4 bytes alone, one launch sorts those that
// are still fewer.
constexpr tile_shape small_tile(std::size_t key_bytes, std::size_t value_bytes) {
    tile_shape const large = large_tile(key_bytes, value_bytes);
    return {large.threads, std::min(large.items, key_bytes == 4 && value_bytes == 0 ? 20u : 16u)};
}

// All multiprocessors sort in one launch, a tile each, the smallest one that is large enough: what a block does is code
// that runs once, and less of it is faster; nor do registers spill as often.
inline constexpr tile_shape small_cooperative_tile{512, 4}, medium_cooperative_tile{512, 8};

// Of 8,192 items. Keys alone go best through few threads with many registers; keys and values do not.
constexpr tile_shape cooperative_tile(std::size_t key_bytes, std::size_t value_bytes) {
    bool const few_threads = value_bytes == 0 || std::max(key_bytes, value_bytes) == 16;
    return few_threads ? tile_shape{512, 16} : tile_shape{1024, 8};
}

// For more items, where registers allow it; slower than the usual one for fewer.
constexpr tile_shape large_cooperative_tile(std::size_t key_bytes, std::size_t value_bytes) {
    if (key_bytes == 4 && value_bytes <= 4)
        return {1024, value_bytes == 0 ? 16u : 10u};
    return key_bytes == 8 && value_bytes == 0 ? tile_shape{512, 20} : cooperative_tile(key_bytes, value_bytes);
}

// For still more keys alone, where a block can have more shared memory than on every device. Registers spill, but
// passes of a launch each take longer.
constexpr tile_shape largest_cooperative_tile(std::size_t key_bytes, std::size_t value_bytes) {
    bool const are_keys_alone = value_bytes == 0 && (key_bytes == 4 || key_bytes == 8);
    return are_keys_alone ? tile_shape{1024, key_bytes == 4 ? 24u : 16u}
                          : large_cooperative_tile(key_bytes, value_bytes);
}

// Each reads what all others have counted, so that more of them would take longer.
inline constexpr unsigned most_cooperating_blocks = 128;
// Of keys that are spread evenly, each block sorts some pieces, more where its tile is large.
constexpr unsigned cooperative_pieces(unsigned tile_items) {
    return most_cooperating_blocks * (tile_items > 1u << 14 ? 6 : 4);
}
inline constexpr unsigned most_cooperative_pieces = cooperative_pieces(~0u);
inline constexpr unsigned least_items_of_cooperating_block = 512;
constexpr unsigned cooperating_blocks(std::uint64_t count, unsigned most) {
    std::uint64_t const enough = (count + least_items_of_cooperating_block - 1) / least_items_of_cooperating_block;
    return static_cast<unsigned>(std::min<std::uint64_t>({enough, most, most_cooperating_blocks}));
}

// One block sorts as many alone.
inline constexpr tile_shape single_tile{512, 8};
// And some more, a bit slower, but still in half the time that all multiprocessors need.
constexpr tile_shape large_single_tile(std::size_t key_bytes, std::size_t value_bytes) {
    return std::max(key_bytes, value_bytes) == 16 ? single_tile : tile_shape{512, 10};
}

// One block counts so many keys alone of one byte; few of them with fewer threads.
inline constexpr unsigned most_counted_by_a_block = 1u << 15, few_bytes = 1u << 12;

// Where blocks see each other's shared memory, so many of them sort keys alone that are not spread evenly, each a run
// of at most so many; and with them some more than fit a block, if these are narrow. Fewer keys, or bytes of a key,
// take few passes; keys of 16 bytes, and places of values, make runs so slow that even keys would wait for them.
inline constexpr unsigned sorting_cluster = 8, most_items_of_run = 1024;
inline constexpr unsigned least_clustered_items = 1025;
constexpr bool clusters_pay(std::size_t key_bytes, std::size_t value_bytes) {
    return value_bytes == 0 && (key_bytes == 4 || key_bytes == 8);
}
constexpr bool clusters_beyond_a_block(std::size_t key_bytes) {
    return key_bytes == 4;
}
constexpr unsigned most_clustered_items(std::size_t key_bytes) {
    return clusters_beyond_a_block(key_bytes) ? sorting_cluster * most_items_of_run
                                              : large_single_tile(key_bytes, 0).size();
}

// A block sorts a group of so many, two blocks a multiprocessor. Measured against 1,024 threads with 5 items, and
// against three blocks.
// In a cooperative sort, a block has as many threads as that asks for.
inline constexpr tile_shape group_tile{512, 10};

// Groups of random keys that have so many on average: the largest one still fits where `most` do.
constexpr std::uint64_t average_of_groups_that_fit(unsigned most) {
    return most / 12 * 11;
}

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

// Keys alone of which no more bits are left in a group: each possible key has a tally. That needs so few registers that
// four blocks share a multiprocessor.
inline constexpr unsigned tallied_bits = 16;
inline constexpr tile_shape tally_tile{512, 10};
inline constexpr unsigned tally_blocks = 4;
static_assert(tally_tile.size() == group_tile.size());

// Of keys alone that lie in areas, so many at a time: narrow ones of some areas, wide ones of one. Three blocks share a
// multiprocessor.
constexpr tile_shape rest_tile(std::size_t key_bytes) {
    return {512, key_bytes == 4 ? 12u : 10u};
}
inline constexpr unsigned rest_blocks = 3;
inline constexpr unsigned rest_split_bits = 12; // the highest ones of what is left, by which a block splits them

// A look at the keys may save passes; narrower keys have no more than two.
inline constexpr std::size_t least_bytes_for_a_survey = 4;
inline constexpr unsigned survey_samples = 8192;
// So many keys apart, not quite even parts: of keys that grow evenly, samples would share their lower bits.
constexpr std::uint64_t survey_stride(std::uint64_t count) {
    std::uint64_t const apart = count / survey_samples;
    return (apart - apart / 100 - 1) | 1;
}

// Of so many further places behind each sample, before the next one: nobody looks at a key twice, which would be taken
// for two that are equal.
constexpr std::uint64_t place_between_samples(std::uint64_t stride, unsigned sample, unsigned i, unsigned places) {
    return stride * sample + stride / (places + 1) * (i + 1);
}

// Whether keys alone may be divided into pieces of the range over which they are spread.
constexpr bool may_divide_evenly(std::size_t key_bytes, std::size_t value_bytes) {
    return value_bytes == 0 && key_bytes >= least_bytes_for_a_survey && key_bytes <= 8;
}

// Also tile by tile. Of wider keys, runs are so short that passes by digits are as fast.
constexpr bool may_divide_tiles_evenly(std::size_t key_bytes, std::size_t value_bytes) {
    return value_bytes == 0 && key_bytes == 4;
}
inline constexpr tile_shape evenly_divided_tile{512, 16};

// Whether keys may be divided by leading digits without having been counted: alone, or narrow ones whose values are
// their positions, since a word has room for both.
constexpr bool may_divide_uncounted(std::size_t key_bytes, std::size_t value_bytes) {
    return value_bytes == 0 ? key_bytes == 4 || key_bytes == 8 : key_bytes == 4 && value_bytes == 4;
}

// Whether some leading digits may be enough for passes, where hardly any different keys share these. Of narrower keys
// they would be nearly all digits.
constexpr bool may_settle_ties(std::size_t key_bytes) {
    return key_bytes >= 8;
}

// A block looks through the output for items that are still to be put in order, so many at a time, and puts runs of up
// to most_tied_items of them in order at once.
constexpr tile_shape tie_tile(std::size_t key_bytes, std::size_t value_bytes) {
    return {256, std::max(key_bytes, value_bytes) == 16 ? 4u : 8u};
}
inline constexpr unsigned most_tied_items = 128;
inline constexpr unsigned tie_blocks = 4;

// Of a run that does not fit a block, a block has a share of so many at least; blocks are most_members at most, since
// each reads what all others have counted.
inline constexpr unsigned least_share_of_long_run = 1u << 14, most_members_of_long_run = 128;

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
    std::uint64_t large_group_items; // from here on, groups of keys alone may be larger than what fits a block
    std::uint64_t tallied_items;     // from here on, groups of keys alone may be sorted by tallies
    std::uint64_t uncounted_items;   // from here on, keys that are spread evenly may be divided without being counted
    std::uint64_t uncounted_positions; // the same of keys and their positions
    std::uint64_t uncounted_in_order;  // the same of keys with any values, in order
    std::uint64_t positions_in_order;  // from here on, these are divided like any values
    std::uint64_t set_aside_items;     // from here on, items are set aside whose keys are not equal, if most are
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
            .medium_items = std::uint64_t{1} << 25,
            .medium_pairs = most_tiles_at_once * medium_tile(key_bytes, 4).size(),
            .counting_items = key_bytes == 1 ? (1u << 20) + 1 : 1u << 21,
            .leading_items = group_items * bins * bins,
            .wide_items = group_items * wide_bins * wide_bins,
            .large_group_items = std::uint64_t{1} << 23, // below, nor would this one pay
            .tallied_items = std::uint64_t{1} << 24,     // below, a launch that may be for nothing would cost too much
            .uncounted_items = key_bytes == 4 ? std::uint64_t{10} << 20 : std::uint64_t{5} << 25,
            .uncounted_positions = std::uint64_t{1} << 21,
            .uncounted_in_order = std::uint64_t{50} << 20,
            .positions_in_order =
                std::uint64_t{group_tile.size()} * bins * bins / 2 * 16 / 19, // or words make larger groups
            .set_aside_items = 3u << 20, // below, passes take the same time, however few items they sort
            .settled_items = 0,
            .ranged_items = std::uint64_t{1} << 24, // below, launches would take most of the time
            .portion_items = std::uint64_t{1} << 28};
}

} // namespace pradix::cuda
