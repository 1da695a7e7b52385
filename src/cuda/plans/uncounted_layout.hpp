// SPDX-License-Identifier: MIT
// Where there is room for groups that were not counted.
#pragma once

#include "src/cuda/plans/group_sizes.hpp"

namespace pradix::cuda {

// Keys that are divided into buckets by the higher of two digits, and these into groups by the lower one, without
// having been counted: where there is room for how many. The homes of the buckets fill one buffer; in the other one lie
// the areas of the groups, each for more than groups have on average, behind them what does not fit these, and then
// what does not fit the homes.
struct uncounted_layout {
    unsigned home, behind_homes; // keys of a bucket
    unsigned area;               // of a group, in words
    unsigned rests_of_area;      // so many of which only the bits left are there
    unsigned behind_areas;       // in words
    unsigned most_of_group;      // so many rests, if some may lie behind all areas
    unsigned groups, buckets;

    // Areas of narrow words are half as large again as the average, or more where it is small and chance a larger part
    // of it; those of wide ones a fifth larger. What is left of the buffer is for what does not fit the homes.
    static constexpr uncounted_layout of(std::uint64_t count, unsigned prefix_width, std::size_t word_bytes,
                                         unsigned group_items) {
        constexpr std::uint64_t few = 1u << 24;
        return of_areas(count, prefix_width, word_bytes == 4 ? count / 16 * (count <= few ? 26 : 24) : with_room(count),
                        word_bytes, group_items);
    }

    // Of equalized narrow keys, which are as even as samples tell: small groups vary more. They are not left to those
    // who sort smaller ones.
    static constexpr uncounted_layout of_equalized(std::uint64_t count, unsigned prefix_width) {
        constexpr std::uint64_t large = 1u << 26;
        return of_areas(count, prefix_width, count / 16 * (count < large ? 25 : 24), sizeof(std::uint32_t),
                        rest_tile(sizeof(std::uint32_t)).size());
    }

    // The same of buckets that are not divided into groups: a quarter of the other buffer stays free.
    static constexpr uncounted_layout of_buckets(std::uint64_t count) {
        return {.home = static_cast<unsigned>(count >> radix_bits),
                .behind_homes = static_cast<unsigned>(count / 4 * 3 >> radix_bits),
                .area = 0,
                .rests_of_area = 0,
                .behind_areas = 0,
                .most_of_group = 0,
                .groups = 0,
                .buckets = 1u << radix_bits};
    }

    constexpr std::size_t keys_of_areas() const { return std::size_t{area} * groups; }

    // Each bucket's home, and what is behind, in tiles of their own.
    constexpr unsigned tiles_of_home(unsigned tile) const { return (home + tile - 1) / tile; }
    constexpr unsigned tiles_of_bucket(unsigned tile) const {
        return tiles_of_home(tile) + (behind_homes + tile - 1) / tile;
    }

    // Neighbouring keys of a bucket, from the first-th one at home or behind all homes on; as many as a tile holds, or
    // those that are left, if any.
    struct part {
        unsigned bucket, first, size;
        bool at_home;
    };
    // Of tile i of all buckets', each of which has taken `cursors` places at home, left `unused` ones there, and wants
    // `spilled` ones behind: more than there are, if keys lack room.
    constexpr part part_of_tile(unsigned i, unsigned tile, unsigned const* cursors, unsigned const* unused,
                                unsigned const* spilled) const {
        unsigned const bucket = i / tiles_of_bucket(tile), at = i % tiles_of_bucket(tile);
        bool const at_home = at < tiles_of_home(tile);
        unsigned const first = (at_home ? at : at - tiles_of_home(tile)) * tile,
                       all = at_home ? std::min(cursors[bucket], home) - unused[bucket]
                                     : std::min(spilled[bucket], behind_homes);
        return {bucket, first, first < all ? std::min(all - first, tile) : 0, at_home};
    }

private:
    // All areas together have room for so many keys, or a bit less; a block sorts so many of a group at most.
    static constexpr uncounted_layout of_areas(std::uint64_t count, unsigned prefix_width, std::uint64_t room,
                                               std::size_t word_bytes, unsigned group_items) {
        unsigned const higher_width = prefix_width - lower_digit_width(prefix_width);
        auto const wanted = static_cast<unsigned>(room >> prefix_width) / 4 * 4;
        auto const area = static_cast<unsigned>(wanted * bytes_of_rest(word_bytes) / word_bytes);
        unsigned const rests_of_area = wanted < group_items ? wanted : group_items;
        constexpr std::uint64_t most_bytes_behind_areas = 1u << 19;
        auto const behind_areas =
            static_cast<unsigned>(std::min(count / 32, most_bytes_behind_areas) / 16 * (16 / word_bytes));
        std::uint64_t const behind = count - (std::uint64_t{area} << prefix_width) - behind_areas;
        return {.home = static_cast<unsigned>(count >> higher_width),
                .behind_homes = static_cast<unsigned>(behind >> higher_width),
                .area = area,
                .rests_of_area = rests_of_area,
                .behind_areas = behind_areas,
                .most_of_group = std::min(2 * rests_of_area, group_items), // a larger one: fewer are sorted together
                .groups = 1u << prefix_width,
                .buckets = 1u << higher_width};
    }
};

// If each key is there so many times more, on average, groups still fit: all of them their areas; or all but one in
// 160, and the largest one what a group may have.
constexpr float most_repeats_if_all_fit(std::uint64_t count, uncounted_layout const& layout) {
    return most_repeats(count / layout.groups, layout.rests_of_area, 5);
}
constexpr float most_repeats_if_most_fit(std::uint64_t count, uncounted_layout const& layout) {
    std::uint64_t const average = count / layout.groups;
    return std::min(most_repeats(average, layout.rests_of_area, 2.5f), most_repeats(average, layout.most_of_group, 5));
}

// The same where items may come in any order. What is left of wide words is too much for one of four bytes, so that
// equal keys are put in order one by one, which takes longer than to count keys.
constexpr float most_repeats_of_areas(std::uint64_t count, uncounted_layout const& layout, std::size_t word_bytes) {
    constexpr float if_one_by_one = 0.3f;
    return word_bytes == 4 ? std::min(most_repeats_if_most_fit(count, layout), float{most_repeats_in_bins})
                           : std::min(most_repeats_if_all_fit(count, layout), if_one_by_one);
}

} // namespace pradix::cuda
