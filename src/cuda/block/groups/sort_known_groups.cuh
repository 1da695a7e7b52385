// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/block/groups/known_groups.cuh"
#include "src/cuda/block/groups/sort_segment.cuh"

namespace pradix::cuda {

// Neighbouring ones.
template <row_choice Choice, class Bits, class Value, class Tile, unsigned Most>
__device__ void sort_together(sort_space<Bits, Value, Tile>& shared, arguments<Bits, Value> const& with,
                              known_groups<Bits, Most> const& plan, unsigned group, unsigned groups) {
    unsigned const first = plan.starts[group], end = plan.starts[group + groups];
    if (first == end)
        return;
    bool const has_others = plan.have_others && (group == 0 || group == plan.last);
    unsigned const all = with.digits.end(), width = plan.width + core::bit_width(groups - 1);
    unsigned const in = plan.area > 0 ? group * plan.area : first;
    segment<Bits, Value, true> const items{
        .keys_in = with.keys_of(buffer::scratch) + in,
        .keys_out = with.keys_wanted ? with.keys_of(buffer::out) + first : nullptr,
        .values_in = has_values<Value> ? with.values_of(buffer::scratch) + in : nullptr,
        .values_out = has_values<Value> ? with.values_of(buffer::out) + first : nullptr,
        .count = end - first,
        .base = static_cast<Bits>(plan.first + group * plan.apart),
        .width = has_others ? all : min(width, all)};
    sort_segment<Choice>(shared, with, items);
    __syncthreads(); // the items are written, the shared memory free for the next ones
}

// Each block sorts some. By all threads.
template <row_choice Choice = row_choice::few, class Bits, class Value, class Tile, unsigned Most>
__device__ void sort_known_groups(sort_space<Bits, Value, Tile>& shared, arguments<Bits, Value> const& with,
                                  known_groups<Bits, Most> const& plan) {
    for (unsigned group = blockIdx.x * plan.together, next; group < plan.end_of_block(); group = next) {
        next = plan.behind_those_with(group, Tile::size);
        sort_together<Choice>(shared, with, plan, group, plan.area > 0 ? 1 : next - group);
    }
}

} // namespace pradix::cuda
