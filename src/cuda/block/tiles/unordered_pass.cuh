// SPDX-License-Identifier: MIT
// A pass by a leading digit over keys alone that were counted, in any order.
#pragma once

#include "src/cuda/block/tiles/tile_of_bucket.cuh"
#include "src/cuda/block/tiles/unordered_tile.cuh"

namespace pradix::cuda {

template <class Bits, class Tile>
struct unordered_space {
    divided_tile<Bits, no_value, counted_places<Bits>> tile; // registers are scarcer
    unsigned size, bucket;
    unordered_tile_space<Bits, no_value, Tile, counted_places<Bits>> keys;
};

// Tile `tile` of a pass by leading digits that need not be stable. The first pass divides all keys into buckets by the
// higher digit, the second one each bucket into groups by the lower one; the keys go `shift` places before where they
// would.
template <class Bits, class Value, class Tile>
__device__ void run_unordered_tile(unordered_space<Bits, Tile>& shared, arguments<Bits, Value> const& with,
                                   pass const& plan, bool by_lower_digit, unsigned tile, unsigned shift = 0) {
    Bits const* const keys = with.keys_of(plan.from);
    Bits* const to = with.keys_of(plan.to);
    if (by_lower_digit) {
        auto const mine = tile_of_bucket::find<Tile>(shared.bucket, with, tile);
        unsigned const group = mine.bucket * bins;
        if (threadIdx.x == 0) {
            shared.size = mine.size;
            shared.tile = {keys + mine.first,
                           {to + (mine.bucket_start - shift), with.leading.group_cursors + group,
                            with.leading.group_starts + group},
                           {}};
        }
    } else if (threadIdx.x == 0) {
        auto const count = static_cast<unsigned>(with.count());
        unsigned const first = min(tile * Tile::size, count);
        shared.size = min(count - first, Tile::size);
        shared.tile = {keys + first, {to, with.state->prefix.cursors, nullptr}, {}, spreading_of(with, plan.spreads)};
    }
    __syncthreads(); // the tile is known
    if (shared.size == 0)
        return;
    division const how{plan.digit, plan.first, by_lower_digit && with.state->plan.groups.of_rests, 0};
    auto const& mine = shared.tile;
    unordered_tile<Bits, no_value, Tile, counted_places<Bits>> items{shared.keys, mine, shared.size, with, how};
    items.load(mine.keys);
    items.run();
}

} // namespace pradix::cuda
