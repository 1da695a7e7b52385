// SPDX-License-Identifier: MIT
// The groups of items that were divided without having been counted, if they are not sorted by tallies: a block sorts
// some neighbouring ones together.
#pragma once

#include "src/cuda/block/rest_sort.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

template <class Word, class Tile>
struct rest_groups_space {
    areas_space areas;
    rest_sort_space<Word, Tile> sort;
};

template <class Bits, class Value, class Tile>
__global__ __launch_bounds__(Tile::threads, Tile::blocks) void sort_rests(arguments<Bits, Value> const with) {
    extern __shared__ __align__(16) unsigned char memory[];
    auto& shared = *reinterpret_cast<rest_groups_space<typename divided_items<Bits, Value>::word, Tile>*>(memory);
    wait_for_previous_kernel();
    group_plan const& plan = with.state->plan.groups;
    if (!plan.active || plan.area == 0 || plan.by_tallies)
        return;
    each_group_in_areas<Tile::threads>(shared.areas, with, plan, [&](unsigned first, unsigned const* starts) {
        bool const sorted = rest_sort<Bits, Value, Tile>{shared.sort, with, shared.areas.groups, first, starts}.run();
        if (!sorted && threadIdx.x < shared.areas.groups.together)
            leave_unsorted(with, first + threadIdx.x);
    });
}

} // namespace pradix::cuda
