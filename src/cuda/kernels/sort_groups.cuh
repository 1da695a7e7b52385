// SPDX-License-Identifier: MIT
// The end of a sort by leading digits: items that share them lie together, few enough for one block to sort them by all
// the digits that are left, without leaving the chip.
#pragma once

#include "src/cuda/block/sort_segment.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

// The blocks of the grid share the groups; each sorts some neighbouring ones at a time, as many as surely fit.
template <class Bits, class Value, class Tile>
__device__ void sort_groups_of_block(sort_space<Bits, Value, Tile>& shared, arguments<Bits, Value> const& with,
                                     group_plan const& plan, unsigned const* starts) {
    Bits const compared = core::low_mask<Bits>(with.digits.end());
    unsigned const width = plan.shift + core::bit_width(plan.together - 1); // of what together groups differ in
    unsigned const mine = blockIdx.x * plan.together;
    if (mine >= plan.groups)
        return;
    unsigned next_first = starts[mine], next_end = starts[min(mine + plan.together, plan.groups)];
    for (unsigned group = mine; group < plan.groups; group += gridDim.x * plan.together) {
        unsigned const first = next_first, end = next_end;
        if (unsigned const next = group + gridDim.x * plan.together; next < plan.groups) {
            next_first = starts[next]; // come while this one is sorted
            next_end = starts[min(next + plan.together, plan.groups)];
        }
        if (first == end)
            continue;
        Bits const* const keys = with.keys_of(plan.from) + first;
        Bits const image = keys[0];
        Value const* const values = with.values_of(plan.from);
        sort_segment(
            shared, with,
            segment<Bits, Value, true>{.keys_in = keys,
                                       .keys_out = with.keys_wanted ? with.keys_of(buffer::out) + first : nullptr,
                                       .values_in = has_values<Value> ? values + first : nullptr,
                                       .values_out = has_values<Value> ? with.values_of(buffer::out) + first : nullptr,
                                       .count = end - first,
                                       .first = image,
                                       .base = static_cast<Bits>((image & compared) >> plan.shift << plan.shift),
                                       .width = min(width, with.digits.end())});
        __syncthreads(); // the items are written, the shared memory free for the next ones
    }
}

template <class Bits, class Value, class Tile>
__global__ __launch_bounds__(Tile::threads, Tile::blocks) void sort_groups(arguments<Bits, Value> const with) {
    extern __shared__ __align__(16) unsigned char memory[];
    auto& shared = *reinterpret_cast<sort_space<Bits, Value, Tile>*>(memory);
    wait_for_previous_kernel();
    group_plan const plan = with.state->plan.groups;
    if (plan.active)
        sort_groups_of_block(shared, with, plan, with.leading.group_starts);
}

} // namespace pradix::cuda
