// SPDX-License-Identifier: MIT
// One stable pass over all items, whose bins are ranges of keys, found by a search among their first ones as in a
// sample sort (Leischner, Osipov and Sanders, "GPU Sample Sort", 2010).
#pragma once

#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/kernels/count_ranges.cuh"
#include "src/cuda/kernels/partition.cuh"

namespace pradix::cuda {

// What cuts keys into ranges as others cut a digit from them.
template <class Bits>
struct range_digit {
    Bits const* firsts; // most_ranges of them; behind the last range's, the largest image
    Bits compared;
    unsigned ranges;

    __device__ unsigned of(Bits image) const {
        Bits const wanted = image & compared;
        unsigned range = 0;
#pragma unroll
        for (unsigned step = most_ranges / 2; step > 0; step /= 2)
            if (firsts[range + step] <= wanted)
                range += step;
        return min(range, greatest());
    }
    __device__ unsigned greatest() const {
        return ranges - 1;
    }
};

template <class Bits, class Value, class Tile>
struct range_partition_space {
    partition_space<Bits, Value, Tile> tile;
    Bits firsts[most_ranges];
};

template <class Bits, class Value, class Tile>
__global__ __launch_bounds__(Tile::threads,
                             Tile::blocks) void partition_by_range(arguments<Bits, Value> const with,
                                                                   portion const part,
                                                                   range_state<Bits> const* const state) {
    auto& shared = dynamic_space<range_partition_space<Bits, Value, Tile>>();
    wait_for_previous_kernel();
    if (with.state->plan.made_early())
        return clear_for_next_launch(part);
    unsigned const ranges = state->ranges.size;
    if (threadIdx.x < most_ranges)
        shared.firsts[threadIdx.x] =
            threadIdx.x < ranges ? state->ranges.firsts[threadIdx.x] : static_cast<Bits>(~Bits{0});
    read_plan(shared.tile, with, part); // and threads meet: the ranges are known to all
    clear_for_next_launch(part);
    range_digit<Bits> const digit{shared.firsts, with.compared(), ranges};
    using row = tile_of_portion<Bits, Value, Tile>;
    tile_partition<Bits, Value, Tile, row, range_digit<Bits>>{shared.tile, with, shared.tile.plan,
                                                              row{with, part, shared.tile}, digit}
        .run();
}

} // namespace pradix::cuda
