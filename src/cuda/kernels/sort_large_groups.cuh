// SPDX-License-Identifier: MIT
// The groups of keys alone that do not fit a block, which sort_groups has listed: a block sorts one at a time.
#pragma once

#include "src/cuda/block/groups/groups.cuh"
#include "src/cuda/block/groups/large_group_sort.cuh"
#include "src/cuda/block/groups/place_outliers.cuh"
#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

template <class Bits, class Tile, class Group>
__global__ __launch_bounds__(Tile::threads, Tile::blocks) void sort_large_groups(arguments<Bits, no_value> const with) {
    auto& shared = at_kept_address(dynamic_space<large_group_space<Bits, Tile, Group>>());
    wait_for_previous_kernel();
    group_plan const& plan = with.state->plan.groups;
    if (!plan.active || !plan.has_large)
        return;
    each_unsorted_group(with, plan, [&](unsigned first, unsigned size) {
        large_group_sort<Bits, Tile, Group>{shared, with}.run(first, size, plan.shift);
    });
    end_with_outliers<Tile::threads>(shared, with);
}

} // namespace pradix::cuda
