// SPDX-License-Identifier: MIT
// Keys that a survey has found to be spread evenly, alone or with their positions, divided by both leading digits
// without having been counted: first into buckets, each of which has a home in the output, and then into groups, each
// of which has an area in the scratch; or into buckets only, where these are counted. If there turns out to be no room,
// the sort begins anew: the input is still there. A few narrow groups may be larger than their areas.
#pragma once

#include "src/cuda/block/guesses/watch_different_keys.cuh"
#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/block/tiles/binned_tile.cuh"
#include "src/cuda/block/tiles/unordered_tile.cuh"
#include "src/cuda/kernels/chain.cuh"
#include "src/cuda/warp/seen_now.cuh"

namespace pradix::cuda {

// For whole keys, bins of one size would take so much shared memory that too little L1 cache were left.
template <class Bits, class Value>
inline constexpr bool has_short_rests = bytes_of_rest(sizeof(typename divided_items<Bits, Value>::word)) ==
                                        sizeof(rest_of_key);

template <class Bits, class Value, class Tile, unsigned Bins>
struct divide_space {
    using places = uncounted_places<Bits, Value>;
    divided_tile<Bits, Value, places> tile; // here, for registers are scarcer
    division how;
    bool gives_up, is_crowded, watches;
    union {
        unordered_tile_space<Bits, Value, Tile, places, Bins> words;
        std::conditional_t<has_short_rests<Bits, Value>, binned_tile_space<Tile, Bins>, char> rests;
    };
};

// A tile a block, divided into so many bins at most.
template <tile_input Input, class Bits, class Value, class Tile, unsigned Bins>
__global__ __launch_bounds__(Tile::threads, Tile::blocks) void divide_into_buckets(arguments<Bits, Value> const with) {
    using items = divided_items<Bits, Value>;
    using places = uncounted_places<Bits, Value>;
    auto& shared = at_kept_address(dynamic_space<divide_space<Bits, Value, Tile, Bins>>());
    wait_only();
    prefix_state& prefix = with.state->prefix;
    core::digit const leading = prefix.uncounted;
    bool const equalizes = Input == tile_input::equalizable_keys && are_equalized(with); // both come together
    if (leading.width == 0)
        return;
    for (unsigned i = blockIdx.x * Tile::threads + threadIdx.x; i < 1u << leading.width; i += gridDim.x * Tile::threads)
        with.leading.group_cursors[i] = 0; // for the next pass
    auto const count = static_cast<unsigned>(with.count());
    unsigned const first = blockIdx.x * Tile::size;
    if (first >= count)
        return;
    Bits const* const keys = with.keys_of(buffer::in);
    unsigned const size = min(count - first, Tile::size);
    unordered_tile<Bits, Value, Tile, places, Input, Bins> tile{shared.words, shared.tile, size, with, shared.how};
    tile.load(keys + first);
    if (threadIdx.x == 0) {
        bool const gives_up = seen_now(prefix.lacks_room);
        auto const range = range_of_others(with); // both are on their way
        bool const watches = watched_keys::are_watched(with.state->guessed);
        auto const layout = with.state->counts_buckets() ? uncounted_layout::of_buckets(count)
                                                         : layout_of_areas(with, leading.width, equalizes);
        shared.how = {digits_of<Bins>(leading).higher, true, false, 0};
        shared.tile.keys = keys + first;
        if constexpr (has_values<Value>)
            shared.tile.values = {nullptr, position<Value>(first)};
        shared.tile.places = {.homes = items::homes(with),
                              .behind = behind_homes(with, layout),
                              .areas = nullptr,
                              .cursors = prefix.cursors,
                              .first_group = 0,
                              .layout = layout,
                              .state = &prefix,
                              .range = range};
        shared.tile.spread = spread_of(with, prefix.are_spread);
        shared.tile.are_equalized = equalizes;
        shared.gives_up = gives_up;
        shared.watches = watches && blockIdx.x % watched_keys::tiles_apart == 0;
    }
    __syncthreads(); // all know how
    if (shared.gives_up)
        return;
    tile.run();
    if constexpr (may_count_keys(sizeof(Bits), value_bytes<Value>))
        if (shared.watches)
            watched_keys::of(with).template watch<Tile::threads>(shared.words.words, size, *with.state);
}

// The same for each bucket: of its home one tile after the other, and then of what is behind all homes.
template <class Bits, class Value, class Tile, unsigned Bins>
__global__ __launch_bounds__(Tile::threads, Tile::blocks) void divide_into_groups(arguments<Bits, Value> const with) {
    constexpr unsigned most_crowded = 128; // tiles that bins were too small for: they are no longer tried
    using items = divided_items<Bits, Value>;
    using places = uncounted_places<Bits, Value>;
    auto& shared = at_kept_address(dynamic_space<divide_space<Bits, Value, Tile, Bins>>());
    wait_only();
    prefix_state& prefix = with.state->prefix;
    core::digit const leading = prefix.uncounted;
    if (leading.width == 0 || with.state->counts_buckets())
        return;
    if (threadIdx.x == 0)
        shared.how = {digits_of<Bins>(leading).lower, false, true, items::value_width(with.count())};
    auto const layout = layout_of_areas(with, leading.width);
    unsigned const tiles = layout.tiles_of_bucket(Tile::size) * layout.buckets;
    for (unsigned tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        auto const part = layout.part_of_tile(tile, Tile::size, prefix.cursors, prefix.unused, prefix.spilled);
        if (part.size == 0)
            continue;
        auto const from = items_of_part(with, layout, part);
        Bits const* const keys = items::images_of(from);
        if (threadIdx.x == 0) {
            std::size_t const group = part.bucket << digits_of<Bins>(leading).lower.width;
            bool const gives_up = seen_now(prefix.lacks_room); // both are on their way
            unsigned const crowded = has_short_rests<Bits, Value> ? seen_now(prefix.crowded_tiles) : 0;
            shared.tile = {.keys = keys,
                           .places = {.homes = {},
                                      .behind = {},
                                      .areas = areas_of(with) + group * layout.area,
                                      .cursors = with.leading.group_cursors + group,
                                      .first_group = static_cast<unsigned>(group),
                                      .layout = layout,
                                      .state = &prefix,
                                      .range = {}},
                           .values = items::values_of(from)};
            shared.gives_up = gives_up;
            shared.is_crowded = crowded > most_crowded;
        }
        if constexpr (has_short_rests<Bits, Value>) {
            binned_tile<Bits, Tile, places, Bins> binned{shared.rests, shared.tile, shared.how.digit};
            binned.load(keys, part.size);
            __syncthreads(); // all know how, and the tile before is written
            if (shared.gives_up)
                return;
            if (!shared.is_crowded) {
                if (binned.run(part.size))
                    continue;
                if (threadIdx.x == 0)
                    atomicAdd(&prefix.crowded_tiles, 1u);
            }
        }
        unordered_tile<Bits, Value, Tile, places, tile_input::images, Bins> words{shared.words, shared.tile, part.size,
                                                                                  with, shared.how};
        words.load(keys);
        __syncthreads(); // all know how, and the tile before is written, or its bins are free
        if (shared.gives_up)
            return;
        words.run();
    }
}

} // namespace pradix::cuda
