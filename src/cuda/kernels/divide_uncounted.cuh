// SPDX-License-Identifier: MIT
// Keys alone that a survey has found to be spread evenly, divided by both leading digits without having been counted:
// first into buckets, each of which has a home in the output, and then into groups, each of which has an area in the
// scratch. If there turns out to be no room, the sort begins anew: the input is still there.
#pragma once

#include "src/cuda/block/binned_tile.cuh"
#include "src/cuda/block/unordered_tile.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

// For whole keys, bins of one size would take so much shared memory that too little L1 cache were left.
template <class Bits>
inline constexpr bool has_short_rests = bytes_of_rest(sizeof(Bits)) == sizeof(rest_of_key);

template <class Bits, class Tile>
struct divide_space {
    divided_tile<Bits, uncounted_places<Bits>> tile; // here, for registers are scarcer
    division how;
    bool gives_up, is_crowded;
    union {
        unordered_tile_space<Bits, Tile, uncounted_places<Bits>> keys;
        std::conditional_t<has_short_rests<Bits>, binned_tile_space<Tile>, char> rests;
    };
};

template <class Bits>
__device__ uncounted_layout layout_of_keys(arguments<Bits, no_value> const& with) {
    return uncounted_layout::of(with.count(), with.state->prefix.width, sizeof(Bits), with.leading.group_items);
}

// A tile a block.
template <class Bits, class Tile>
__global__ __launch_bounds__(Tile::threads,
                             Tile::blocks) void divide_into_buckets(arguments<Bits, no_value> const with) {
    extern __shared__ __align__(16) unsigned char memory[];
    auto& shared = *reinterpret_cast<divide_space<Bits, Tile>*>(memory);
    wait_only();
    prefix_state& prefix = with.state->prefix;
    if (!prefix.uncounted)
        return;
    for (unsigned i = blockIdx.x * Tile::threads + threadIdx.x; i < prefixes; i += gridDim.x * Tile::threads)
        with.leading.group_cursors[i] = 0; // for the next pass
    auto const count = static_cast<unsigned>(with.count());
    unsigned const first = blockIdx.x * Tile::size;
    if (first >= count)
        return;
    Bits const* const keys = with.keys_of(buffer::in);
    unsigned const size = min(count - first, Tile::size);
    if (threadIdx.x == 0) {
        shared.gives_up = *static_cast<bool volatile*>(&prefix.lacks_room);
        auto const layout = layout_of_keys(with);
        shared.how = {{prefix.shift + radix_bits, prefix.width - radix_bits}, true, false};
        shared.tile = {keys + first,
                       size,
                       {with.keys_of(buffer::out), with.keys_of(buffer::scratch) + layout.keys_of_areas(),
                        prefix.cursors, layout, &prefix, with.codec.encode(keys[0])}};
    }
    __syncthreads(); // all know how
    if (shared.gives_up)
        return;
    unordered_tile<Bits, Tile, uncounted_places<Bits>>{shared.keys, shared.tile, size, with.codec, shared.how}.run(
        keys + first);
}

// The same for each bucket: of its home one tile after the other, and then of what is behind all homes.
template <class Bits, class Tile>
__global__ __launch_bounds__(Tile::threads,
                             Tile::blocks) void divide_into_groups(arguments<Bits, no_value> const with) {
    constexpr unsigned most_crowded = 128; // tiles that bins were too small for: they are no longer tried
    extern __shared__ __align__(16) unsigned char memory[];
    auto& shared = *reinterpret_cast<divide_space<Bits, Tile>*>(memory);
    wait_only();
    prefix_state& prefix = with.state->prefix;
    if (!prefix.uncounted)
        return;
    if (threadIdx.x == 0)
        shared.how = {{prefix.shift, radix_bits}, false, true};
    auto const layout = layout_of_keys(with);
    unsigned const tiles_of_home = layout.tiles_of_home(Tile::size),
                   tiles_of_bucket = layout.tiles_of_bucket(Tile::size);
    unsigned const tiles = tiles_of_bucket * (layout.groups / bins);
    for (unsigned tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        unsigned const bucket = tile / tiles_of_bucket, at = tile % tiles_of_bucket;
        bool const at_home = at < tiles_of_home;
        unsigned const all =
            at_home ? min(prefix.cursors[bucket], layout.home) - prefix.unused[bucket] : prefix.spilled[bucket];
        unsigned const first = (at_home ? at : at - tiles_of_home) * Tile::size;
        if (first >= all)
            continue;
        Bits* const areas = with.keys_of(buffer::scratch);
        Bits const* const keys = (at_home ? with.keys_of(buffer::out) + bucket * layout.home
                                          : areas + layout.keys_of_areas() + bucket * layout.behind_homes) +
                                 first;
        unsigned const size = min(all - first, Tile::size);
        if (threadIdx.x == 0) {
            std::size_t const group = bucket * bins;
            shared.gives_up = *static_cast<bool volatile*>(&prefix.lacks_room);
            shared.is_crowded = *static_cast<unsigned volatile*>(&prefix.crowded_tiles) > most_crowded;
            shared.tile = {
                keys,
                size,
                {areas + group * layout.area, nullptr, with.leading.group_cursors + group, layout, &prefix, keys[0]}};
        }
        __syncthreads(); // all know how, and the tile before is written
        if (shared.gives_up)
            return;
        if constexpr (has_short_rests<Bits>) {
            if (!shared.is_crowded) {
                if (binned_tile<Bits, Tile, uncounted_places<Bits>>{shared.rests, shared.tile, shared.how.digit}.run(
                        keys, size))
                    continue;
                if (threadIdx.x == 0)
                    atomicAdd(&prefix.crowded_tiles, 1u);
                __syncthreads(); // the bins are free
            }
        }
        unordered_tile<Bits, Tile, uncounted_places<Bits>>{shared.keys, shared.tile, size, with.codec, shared.how}.run(
            keys);
    }
}

} // namespace pradix::cuda
