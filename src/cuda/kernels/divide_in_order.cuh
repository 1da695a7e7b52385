// SPDX-License-Identifier: MIT
// Keys with values that a survey has found to be spread evenly, divided by both leading digits, in order, without
// having been counted: first into buckets, and then each of these into groups. As in divide_uncounted.cuh, but stable:
// what is counted there by addition is found out by look-back, in the second pass within each bucket. If there turns
// out to be no room, the sort begins anew: the input is still there. No count outgrows its word: long before, there is
// no room, and tiles that begin then say that they have nothing.
#pragma once

#include "src/cuda/block/outliers.cuh"
#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/block/tiles/ordered_tile.cuh"
#include "src/cuda/kernels/chain.cuh"
#include "src/cuda/kernels/portion.cuh"
#include "src/cuda/warp/seen_now.cuh"

namespace pradix::cuda {

template <class Bits, class Value, class Tile, class Places, unsigned Bins>
struct divide_in_order_space {
    ordered_tile_space<Bits, Value, Tile, Places, Bins> tile;
    bool gives_up;
    key_spread<Bits> const* spread; // how images are spread
    key_range<Bits> range;          // of images; others are outliers
};

// A tile a block, divided into so many bins at most. The words of a portion, of all items, and the next one's, whose
// rows to clear have `bins` words each.
template <class Bits, class Value, class Tile, unsigned Bins>
__global__ __launch_bounds__(Tile::threads,
                             Tile::blocks) void divide_in_order_into_buckets(arguments<Bits, Value> const with,
                                                                             portion const part) {
    using places = bucket_places<Bits, Value>;
    auto& shared = dynamic_space<divide_in_order_space<Bits, Value, Tile, places, Bins>>();
    wait_only();
    prefix_state& prefix = with.state->prefix;
    core::digit const leading = prefix.uncounted;
    if (leading.width == 0)
        return;
    let_next_kernel_come();
    clear_for_next_launch(part);
    for (unsigned i = blockIdx.x * Tile::threads + threadIdx.x; i < 1u << leading.width; i += gridDim.x * Tile::threads)
        with.leading.group_cursors[i] = 0; // of buckets that stay empty
    auto const count = static_cast<unsigned>(with.count());
    unsigned const first = blockIdx.x * Tile::size;
    if (first >= count)
        return;
    Bits const* const keys = with.keys_of(buffer::in);
    if (threadIdx.x == 0) {
        bool const gives_up = seen_now(prefix.lacks_room);
        shared.range = range_of_others(with); // both are on their way
        shared.spread = spread_of(with, prefix.are_spread);
        auto const layout = layout_of_areas(with, leading.width);
        shared.tile.row = {part.words, blockIdx.x, count - first <= Tile::size};
        shared.tile.places = {items_in_buckets<Bits, Value>::of(with, layout, Tile::size), &prefix};
        shared.tile.digit = digits_of<Bins>(leading).higher;
        shared.tile.keys_in = keys + first;
        shared.tile.values_in = with.digits.makes_values ? nullptr : with.values_of(buffer::in) + first;
        shared.tile.first_position = first;
        shared.gives_up = gives_up;
    }
    __syncthreads(); // all know where and how
    ordered_tile<Bits, Value, Tile, places, Bins> tile{shared.tile, min(count - first, Tile::size)};
    if (shared.gives_up)
        return tile.give_up();
    tile.run([&](Bits(&images)[Tile::items], auto const& holds) {
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i)
            images[i] = with.codec.encode(images[i]);
        if (!spread_uncounted(with, shared.spread, shared.range, images, shared.tile.keys, Tile::threads, holds,
                              [&](unsigned i) { return first + tile.place(i); }))
            prefix.lacks_room = true; // there is no place for outliers if they are many
    });
}

// The same for each bucket: so many blocks for each as it could have tiles.
template <class Bits, class Value, class Tile, unsigned Bins>
__global__ __launch_bounds__(Tile::threads,
                             Tile::blocks) void divide_in_order_into_groups(arguments<Bits, Value> const with,
                                                                            portion const part) {
    using places = group_places<Value>;
    auto& shared = dynamic_space<divide_in_order_space<Bits, Value, Tile, places, Bins>>();
    wait_only();
    prefix_state& prefix = with.state->prefix;
    core::digit const leading = prefix.uncounted;
    if (leading.width == 0)
        return;
    let_next_kernel_come();
    clear_for_next_launch(part);
    auto const layout = layout_of_areas(with, leading.width);
    unsigned const tiles = layout.tiles_of_bucket(Tile::size);
    unsigned const bucket = blockIdx.x / tiles, at = blockIdx.x % tiles;
    if (bucket >= layout.buckets)
        return;
    bool const gives_up = seen_now(prefix.lacks_room);
    auto const from = items_in_buckets<Bits, Value>::of(with, layout, Tile::size);
    auto const mine = from.bucket.tile(at, prefix.cursors[bucket], prefix.unused[bucket], Tile::size);
    if (mine.size == 0)
        return;
    if (threadIdx.x == 0) {
        core::digit const digit = digits_of<Bins>(leading).lower;
        unsigned const group = bucket << digit.width;
        auto const items = from.at(bucket, mine.place);
        shared.tile.row = {part.words + std::size_t{bucket} * tiles * Bins, at, mine.is_last};
        shared.tile.places = {areas_of(with) + std::size_t{group} * layout.area,
                              group,
                              layout.area,
                              layout.rests_of_area,
                              with.leading.group_cursors + group,
                              {behind_areas(with, layout), layout, prefix}};
        shared.tile.digit = digit;
        shared.tile.keys_in = items.keys;
        shared.tile.values_in = items.values;
        shared.gives_up = gives_up;
    }
    __syncthreads(); // all know where and how
    ordered_tile<Bits, Value, Tile, places, Bins> tile{shared.tile, mine.size};
    if (shared.gives_up)
        return tile.give_up();
    tile.run([](auto&, auto const&) {});
}

} // namespace pradix::cuda
