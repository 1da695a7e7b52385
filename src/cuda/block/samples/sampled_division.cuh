// SPDX-License-Identifier: MIT
// How keys that samples show to be spread evenly may be divided by leading digits without having been counted: by how
// many bits, and whether there will be room for all (divide_uncounted.cuh, divide_in_order.cuh).
#pragma once

#include "src/cuda/block/samples/spread_samples.cuh"
#include "src/cuda/block/tiles/divided_items.cuh"
#include "src/cuda/plans/ordered_division.hpp"

namespace pradix::cuda {

// By the leading bits; of no bits: they have to be counted. The bits by which groups are split have to differ, too.
template <class Bits, class Value>
__device__ core::digit uncounted_prefix(arguments<Bits, Value> const& with, spread_samples<Bits> const& spread) {
    using items = divided_items<Bits, Value>;
    std::uint64_t const count = with.count();
    leading_digits const& leading = with.leading;
    unsigned const width = leading.in_order
                               ? ordered_prefix_width(count, spread.width, group_tile.size(), leading.are_wide)
                           : leading.are_wide ? wide_prefix_width(count, spread.width, sizeof(Bits), group_tile.size())
                                              : uncounted_prefix_width(count, spread.width, items::value_width(count),
                                                                       sizeof(typename items::word), group_tile.size());
    unsigned const shift = spread.width - width;
    core::digit const split = spread.in_tops(split_digit(shift));
    return {shift, split.of(spread.differing) == split.greatest() ? width : 0};
}

// Whether there may be too little room behind homes, if what a tile has is of one bucket mostly, as of keys nearly in
// order, and leaves so much of its home unused. Where items are divided in order, that is as long as the gap.
template <class Bits, class Value>
__device__ bool may_lack_room_behind(arguments<Bits, Value> const& with, core::digit prefix, bool are_equalized) {
    constexpr unsigned tile_items = large_tile(sizeof(Bits), value_bytes<Value>).size();
    if (prefix.width == 0)
        return false;
    auto const layout = layout_of_areas(with, prefix.width, are_equalized);
    if (with.leading.in_order)
        return ordered_bucket::of(layout, tile_items).gap < tile_items;
    return layout.behind_homes < min(tile_items, layout.home) / 16 * 17;
}
// Whether neighbouring samples of this thread are of one bucket.
template <class Bits>
__device__ bool share_bucket(core::digit prefix, spread_samples<Bits> const& spread) {
    if (prefix.width == 0)
        return false;
    core::digit const bucket = spread.in_tops(prefix_digits::of(prefix, lower_digit_width(prefix.width)).higher);
    return bucket.of(spread.tops[0]) == bucket.of(spread.tops[samples_of_thread - 1]);
}

// What areas of one size have room for besides as many items as groups have on average, and what chance adds.
template <class Bits, class Value>
__device__ unsigned most_outliers_of_areas(arguments<Bits, Value> const& with, unsigned prefix_width) {
    auto const average = static_cast<unsigned>(with.count() >> prefix_width);
    return (layout_of_areas(with, prefix_width).rests_of_area - average) / 2;
}

} // namespace pradix::cuda
