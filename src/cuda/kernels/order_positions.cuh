// SPDX-License-Identifier: MIT
// Groups of keys and positions that are left to sort_groups lie in any order: this brings them into that of their
// positions, which is the one that sort_groups keeps.
#pragma once

#include "src/cuda/block/groups/groups.cuh"
#include "src/cuda/block/groups/sort_segment.cuh"
#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

// With a codec that leaves keys as they are, for positions are sorted as these.
template <class Bits, class Tile>
__global__ __launch_bounds__(Tile::threads, Tile::blocks) void order_positions(arguments<Bits, Bits> const with) {
    auto& shared = at_kept_address(dynamic_space<sort_space<Bits, Bits, Tile>>());
    wait_for_previous_kernel();
    group_plan const& plan = with.state->plan.groups;
    if (!plan.active || plan.area == 0)
        return;
    each_unsorted_group(with, plan, [&](unsigned first, unsigned size) {
        Bits* const positions = with.values_of(buffer::out) + first;
        Bits* const images = with.keys_of(buffer::out) + first;
        sort_segment(shared, with,
                     segment<Bits, Bits, true>{.keys_in = positions,
                                               .keys_out = positions,
                                               .values_in = images,
                                               .values_out = images,
                                               .count = size,
                                               .base = 0,
                                               .width = core::bit_count<Bits>});
    });
}

} // namespace pradix::cuda
