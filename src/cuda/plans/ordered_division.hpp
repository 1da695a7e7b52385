// SPDX-License-Identifier: MIT
// Items that are divided in order by two leading digits, without having been counted: how many bits these have, and
// where what a tile has of a bucket lies between the two passes.
#pragma once

#include "src/cuda/plans/uncounted_layout.hpp"

namespace pradix::cuda {

// By how many leading bits narrow keys are divided that are spread evenly over so many; 0: they have to be counted. Two
// bytes of a key are left, and groups have so many items on average that areas, a fifth larger, fit all but a few.
constexpr unsigned ordered_prefix_width(std::uint64_t count, unsigned bits, unsigned group_items, bool is_wide) {
    constexpr unsigned least_items = 800, bits_left = 16;
    if (count >> bits != 0) // then groups would have many equal keys
        return 0;
    unsigned const width =
        is_wide ? wide_prefix_width(count, bits, sizeof(std::uint32_t), group_items)
                : std::max(width_whose_areas_fit(count, group_items), bits > bits_left ? bits - bits_left : 0);
    bool const is_narrow_enough = is_wide ? width > 0 : width <= 2 * radix_bits && width < bits;
    return is_narrow_enough && count >> width >= least_items ? width : 0;
}

// Tiles of either pass, at most, where a digit has so many bins; less than an eighth of the items is behind homes.
constexpr unsigned most_tiles_in_order(std::uint64_t count, unsigned tile_items, unsigned most_bins) {
    return static_cast<unsigned>((count + count / 8) / tile_items) + 2 * most_bins;
}

// A bucket's items lie at places from 0 on: first those of its home, then those of its part behind all homes. What a
// tile has of them lies together, at home or behind. There, the first tile leaves a gap, less what it leaves unused at
// home: so each tile knows its place without having heard which one was the first.
struct ordered_bucket {
    unsigned home, behind, gap;

    static constexpr ordered_bucket of(uncounted_layout const& layout, unsigned tile_items) {
        return {layout.home, layout.behind_homes, std::min(tile_items, layout.behind_homes / 2)};
    }

    constexpr bool is_home_full(unsigned before, unsigned count) const { return before + count > home; }
    // Of so many items of a tile, with so many in the tiles before it.
    constexpr unsigned place(unsigned before, unsigned count) const {
        return is_home_full(before, count) ? before + gap : before;
    }
    constexpr bool has_place(unsigned before, unsigned count) const {
        return !is_home_full(before, count) || (before + gap >= home && before + count + gap <= home + behind);
    }

    // Neighbouring items, as many as a tile holds at most, and whether they are the bucket's last ones.
    struct part {
        unsigned place, size;
        bool is_last;
    };
    // Tile i of a bucket of so many items, that has left so many places of its home unused: 0, unless some are behind.
    // It has no items if there are fewer tiles. Never beyond the bucket's memory, even if not all had a place.
    constexpr part tile(unsigned i, unsigned count, unsigned unused, unsigned tile_items) const {
        unsigned const left = std::min(unused, gap), at_home = std::min(count, home - left),
                       others = std::min(count - at_home, behind - (gap - left));
        unsigned const tiles_at_home = (at_home + tile_items - 1) / tile_items;
        bool const is_at_home = i < tiles_at_home;
        unsigned const first = (is_at_home ? i : i - tiles_at_home) * tile_items, all = is_at_home ? at_home : others;
        return {(is_at_home ? 0 : home + gap - left) + first, first < all ? std::min(all - first, tile_items) : 0,
                all - first <= tile_items && (!is_at_home || others == 0)};
    }
};

} // namespace pradix::cuda
