// SPDX-License-Identifier: MIT
// The groups of items that were divided without having been counted: a block sorts some neighbouring ones together.
// Those of keys alone that tallies can sort are left to tally_groups.
#pragma once

#include "src/cuda/block/position_sort.cuh"
#include "src/cuda/block/rest_sort.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

template <class Bits, class Value, class Tile>
struct rest_groups_space {
    areas_space areas;
    union {
        rest_sort_space<typename divided_items<Bits, Value>::word, Tile> sort;
        std::conditional_t<has_values<Value>, position_sort_space<Tile>, char> by_tallies;
    };
};

template <class Bits, class Value, class Tile>
__global__ __launch_bounds__(Tile::threads, Tile::blocks) void sort_rests(arguments<Bits, Value> const with) {
    extern __shared__ __align__(16) unsigned char memory[];
    auto& shared = *reinterpret_cast<rest_groups_space<Bits, Value, Tile>*>(memory);
    wait_for_previous_kernel();
    group_plan const& plan = with.state->plan.groups;
    bool const by_tallies = plan.by_tallies;
    if (!plan.active || plan.area == 0 || (by_tallies && !has_values<Value>))
        return;
    each_group_in_areas<Tile::threads>(shared.areas, with, plan, [&](unsigned first, unsigned const* starts) {
        groups_in_areas const& groups = shared.areas.groups;
        if constexpr (has_values<Value>)
            if (by_tallies && position_sort<Bits, Value, Tile>{shared.by_tallies, with, groups, first, starts}.run())
                return true;
        return rest_sort<Bits, Value, Tile>{shared.sort, with, groups, first, starts}.run();
    });
}

} // namespace pradix::cuda
