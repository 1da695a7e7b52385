// SPDX-License-Identifier: MIT
// The end of a sort by leading digits: items that share them lie together, few enough for one block to sort them by all
// the digits that are left, without leaving the chip. Those that do not fit are listed, and outliers placed. Where
// most keys were equal, this launch puts the others back instead.
#pragma once

#include "src/cuda/block/groups/groups.cuh"
#include "src/cuda/block/groups/place_outliers.cuh"
#include "src/cuda/block/groups/sort_segment.cuh"
#include "src/cuda/block/guesses/put_back.cuh"
#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

template <class Bits, class Value, class Tile>
__global__ __launch_bounds__(Tile::threads, Tile::blocks) void sort_groups(arguments<Bits, Value> const with) {
    auto& shared = at_kept_address(dynamic_space<sort_space<Bits, Value, Tile>>());
    wait_for_previous_kernel();
    if (with.state->majority.is_set_aside)
        return others_put_back<Tile::threads, Bits, Value>{with}.run();
    group_plan plan = with.state->plan.groups;
    if (!plan.active) {
        if constexpr (may_count_keys(sizeof(Bits), value_bytes<Value>))
            if (blockIdx.x == 0)
                place_counted_outliers<Tile::threads>(shared, with);
        return;
    }
    plan = plan.of_whole_keys();
    __shared__ group_span span; // registers are scarcer
    if (threadIdx.x == 0) {
        span = group_span::of(with, plan);
        if (plan.of_rests)
            span = group_span::of_left(with);
    }
    __syncthreads(); // the span is known
    each_group_of_block<Tile::threads>(
        with, plan, span, [&](unsigned group) { return start_of_group(with, plan.groups, group); },
        [&](auto const& items, unsigned group, auto const& ask_for_next) {
            if (!may_have_uneven_groups(sizeof(Bits), value_bytes<Value>) || items.count <= Tile::size)
                sort_segment(shared, with, items, ask_for_next);
            else if (threadIdx.x == 0)
                leave_unsorted(with, group);
        },
        plan.of_rests ? with.leading.unsorted() : nullptr);
    if (!plan.has_large)
        end_with_outliers<Tile::threads>(shared, with);
}

} // namespace pradix::cuda
