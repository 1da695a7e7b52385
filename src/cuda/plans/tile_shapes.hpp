// SPDX-License-Identifier: MIT
// How many items a block of each kind holds at a time, and with how many threads. Measured on an H200;
// docs/explanation/experiments.md has the alternatives.
#pragma once

#include <algorithm>
#include <array>
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

// Instead of a place, if there is no room.
inline constexpr unsigned nowhere = ~0u;

// A tile is what one block holds at a time: `items` keys a thread.
struct tile_shape {
    unsigned threads;
    unsigned items;

    constexpr unsigned size() const { return threads * items; }
    constexpr bool operator==(tile_shape const&) const = default;
};

// As many items a thread as fit its registers with two blocks of 512 threads on a multiprocessor: the larger the tile,
// the longer the runs that it writes.
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

// Whether tiles of a stable pass are looked at for being of one bin. Keys of 16 bytes gain 2 % where they are, and lose
// 5 where they are not, for want of registers.
constexpr bool may_be_whole_tiles(std::size_t key_bytes) {
    return key_bytes < 16;
}

// The shape as a type, for kernels: nvcc does not take values of class type as their template arguments.
template <unsigned Threads, unsigned Items, unsigned Blocks>
struct tile {
    static constexpr unsigned threads = Threads;
    static constexpr unsigned items = Items;
    static constexpr unsigned blocks = Blocks; // that share a multiprocessor
    static constexpr unsigned size = Threads * Items;
    static constexpr unsigned warps = Threads / warp_lanes;
    // So that threads can keep what they would have to wait for otherwise.
    static constexpr bool has_spare_registers = Threads * Blocks <= 512;
};

// Fewer narrow keys with values, of which a pass takes as long as all else: tiles so small that every multiprocessor
// gets one.
constexpr tile_shape small_tile(std::size_t key_bytes, std::size_t value_bytes) {
    tile_shape const medium = medium_tile(key_bytes, value_bytes);
    return {medium.threads, key_bytes < 4 && value_bytes > 0 ? std::min(medium.items, 16u) : medium.items};
}

// All multiprocessors sort in one launch, a tile each, the first of these that is large enough: what a block does is
// code that runs once, and less of it is faster; nor do the registers of small tiles spill. The largest tiles are for
// devices with much shared memory. Types with fewer shapes repeat the last one.
constexpr std::array<tile_shape, 7> cooperative_tiles(std::size_t key_bytes, std::size_t value_bytes) {
    constexpr tile_shape of_4{512, 4}, of_8{512, 8}, of_16{512, 16}, pairs{1024, 8}, more{1024, 10};
    if (value_bytes == 0 && key_bytes != 4 && key_bytes != 8)
        return {of_4, of_8, of_16, of_16, of_16, of_16, of_16};
    if (value_bytes == 0)
        return key_bytes == 4
                   ? std::array<tile_shape, 7>{of_4, of_8, of_16, {1024, 16}, {1024, 20}, {1024, 24}, {1024, 24}}
                   : std::array<tile_shape, 7>{of_4, of_8, of_16, {512, 20}, {512, 24}, {512, 28}, {1024, 16}};
    if (std::max(key_bytes, value_bytes) == 16 || key_bytes < 4)
        return {of_4, of_8, pairs, pairs, pairs, pairs, pairs};
    if (std::max(key_bytes, value_bytes) == 8)
        return {of_4, of_8, pairs, more, more, more, more};
    return {of_4, of_8, pairs, more, {1024, 16}, {1024, 18}, {1024, 18}};
}
constexpr tile_shape largest_cooperative_tile(std::size_t key_bytes, std::size_t value_bytes) {
    return cooperative_tiles(key_bytes, value_bytes).back();
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
inline constexpr unsigned most_counted_bytes = 1u << 15, few_bytes = 1u << 12;
// And so many of two bytes, few of them with fewer keys a thread; fewer still are sorted no slower by a split.
inline constexpr unsigned least_counted_words = 513, few_words = 4u << 10, most_counted_words = 6u << 10;

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
inline constexpr tile_shape group_tile{512, 10};
// In one launch a block has as many threads as its tile.
constexpr tile_shape cooperative_group(tile_shape tile) {
    return {tile.threads, group_tile.size() / tile.threads};
}

// Groups of random keys that have so many on average: the largest one still fits where `most` do.
constexpr std::uint64_t average_of_groups_that_fit(unsigned most) {
    return most / 12 * 11;
}

// Of what is left of words, each a key or a key with its value, so many at a time: narrow ones of some groups, wide
// ones of one. Few threads, since much is done by each once, however many items it has.
constexpr tile_shape rest_tile(std::size_t word_bytes) {
    return {256, word_bytes == 4 ? 24u : 20u};
}
// So many blocks share a multiprocessor, as many as there is shared memory for.
constexpr unsigned rest_blocks(std::size_t item_bytes) {
    return item_bytes == 4 ? 4 : 3;
}
inline constexpr unsigned rest_split_bits = 12; // the highest ones of what is left, by which a block splits them

inline constexpr tile_shape evenly_divided_tile{512, 16};

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

} // namespace pradix::cuda
