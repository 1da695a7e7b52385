// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/state/arguments.cuh"

namespace pradix::cuda {

// One tile of a pass that divides each bucket by itself: no tile has items of two buckets.
struct tile_of_bucket {
    unsigned first, size; // items; none if there are fewer tiles
    unsigned bucket, bucket_start;

    // By all threads; `found` is shared.
    template <class Tile, class Bits, class Value>
    static __device__ tile_of_bucket find(unsigned& found, arguments<Bits, Value> const& with, unsigned tile) {
        prefix_state const& prefix = with.state->prefix;
        if (threadIdx.x == 0)
            found = bins;
        __syncthreads(); // no bucket is found
        if (threadIdx.x < bins && prefix.tile_starts[threadIdx.x] <= tile && tile < prefix.tile_starts[threadIdx.x + 1])
            found = threadIdx.x;
        __syncthreads(); // the bucket is found, or there are fewer tiles
        unsigned const bucket = found;
        if (bucket == bins)
            return {};
        unsigned const begin = prefix.starts[bucket], first = begin + (tile - prefix.tile_starts[bucket]) * Tile::size;
        unsigned const end = bucket + 1 < bins ? prefix.starts[bucket + 1] : static_cast<unsigned>(with.count());
        return {first, min(end - first, Tile::size), bucket, begin};
    }
};

} // namespace pradix::cuda
