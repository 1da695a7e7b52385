// SPDX-License-Identifier: MIT
// The end of a sort whose passes went by leading digits alone: what these do not tell apart is put in order. Runs of a
// few items at once, in the order of the output; longer ones by a kernel of their own.
#pragma once

#include "src/cuda/block/groups/groups.cuh"
#include "src/cuda/block/groups/sort_segment.cuh"
#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/block/ties/long_run_sort.cuh"
#include "src/cuda/block/ties/tie_tile.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

template <class Bits, class Value, class Tile>
__global__ __launch_bounds__(Tile::threads, Tile::blocks) void settle_ties(arguments<Bits, Value> const with,
                                                                           tie_lists const lists) {
    __shared__ tie_space<Bits, Tile> space;
    auto& shared = at_kept_address(space);
    wait_for_previous_kernel();
    tie_plan const plan = with.state->ties.plan;
    if (!plan.active)
        return;
    auto const count = static_cast<unsigned>(with.count());
    unsigned const tiles = (count + Tile::size - 1) / Tile::size;
    for (unsigned tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        if (unsigned const next = tile + gridDim.x; next < tiles)
            prefetch<Tile::threads>(with.keys_of(buffer::out) + std::size_t{next} * Tile::size,
                                    min(count - next * Tile::size, Tile::size));
        tie_tile_sort<Bits, Value, Tile>{shared, with, plan, lists, tile}.run();
        __syncthreads(); // images and bits are not read any more
    }
}

template <class Bits, class Value, class Tile, class Group>
union tied_run_space {
    sort_space<Bits, Value, Group> group;
    long_run_space<Bits, Value, Tile> share;
};

// Those that were listed: a block for each that fits it, and then shares of the others.
template <class Bits, class Value, class Tile, class Group>
__global__ __launch_bounds__(Group::threads, Group::blocks) void sort_tied_runs(arguments<Bits, Value> const with,
                                                                                tie_lists const lists) {
    auto& shared = at_kept_address(dynamic_space<tied_run_space<Bits, Value, Tile, Group>>());
    wait_for_previous_kernel();
    tie_state const& ties = with.state->ties;
    if (!ties.plan.active)
        return;
    for (unsigned i = blockIdx.x; i < ties.runs; i += gridDim.x) {
        tied_run const run = lists.runs[i];
        Bits* const keys = with.keys_of(buffer::out) + run.first;
        Value* const values = has_values<Value> ? with.values_of(buffer::out) + run.first : nullptr;
        sort_segment(shared.group, with,
                     segment<Bits, Value, false>{.keys_in = keys,
                                                 .keys_out = keys,
                                                 .values_in = values,
                                                 .values_out = values,
                                                 .count = run.size,
                                                 .base = 0,
                                                 .width = ties.plan.shift});
        __syncthreads(); // the shared memory is free for the next one
    }
    if (ties.members > 0)
        long_run_sort<Bits, Value, Tile>{shared.share, with, ties.plan, lists}.run();
}

} // namespace pradix::cuda
