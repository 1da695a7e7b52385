// SPDX-License-Identifier: MIT
// The end of a sort by leading digits: items that share them lie together, few enough for one block to sort them by all
// the digits that are left, without leaving the chip.
#pragma once

#include "src/cuda/block/sort_segment.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

// Asks for what a block reads next, so that it comes from L2 then.
template <unsigned Threads, class T>
__device__ void prefetch(T const* items, unsigned count) {
    constexpr unsigned line = 128;
    auto const* const bytes = reinterpret_cast<char const*>(items);
    for (unsigned at = threadIdx.x * line; at < count * sizeof(T); at += Threads * line)
        asm volatile("prefetch.global.L2 [%0];" ::"l"(bytes + at));
}

// The blocks of the grid share the groups; each sorts some neighbouring ones at a time, as many as surely fit. start(i)
// is where group i begins, and behind the last one where it ends.
template <class Bits, class Value, class Tile, class Start>
__device__ void sort_groups_of_block(sort_space<Bits, Value, Tile>& shared, arguments<Bits, Value> const& with,
                                     group_plan const& plan, Start const& start) {
    struct range {
        unsigned first, end;
    };
    // A lane asks for where groups begin, another one where they end. Nobody waits for it before it is used.
    auto const ask = [&](unsigned group) {
        unsigned const bound = lane_of_thread() == 0 ? group : min(group + plan.together, plan.groups);
        return group < plan.groups && lane_of_thread() < 2 ? start(bound) : 0;
    };
    auto const hear = [](unsigned asked) {
        return range{__shfl_sync(all_lanes, asked, 0), __shfl_sync(all_lanes, asked, 1)};
    };
    unsigned const width = plan.shift + core::bit_width(plan.together - 1); // of what together groups differ in
    unsigned const mine = blockIdx.x * plan.together, stride = gridDim.x * plan.together;
    unsigned asked = ask(mine);
    range now = hear(asked);
    asked = ask(mine + stride);
    range next = hear(asked);
    for (unsigned group = mine; group < plan.groups; group += stride) {
        asked = ask(group + 2 * stride);
        Bits const* const keys = with.keys_of(plan.from);
        Value const* const values = with.values_of(plan.from);
        prefetch<Tile::threads>(keys + next.first, next.end - next.first);
        if constexpr (has_values<Value> && sizeof(Value) <= 4)
            prefetch<Tile::threads>(values + next.first, next.end - next.first);
        if (now.first < now.end) {
            unsigned const first = now.first;
            sort_segment(shared, with,
                         segment<Bits, Value, true>{
                             .keys_in = keys + first,
                             .keys_out = with.keys_wanted ? with.keys_of(buffer::out) + first : nullptr,
                             .values_in = has_values<Value> ? values + first : nullptr,
                             .values_out = has_values<Value> ? with.values_of(buffer::out) + first : nullptr,
                             .count = now.end - first,
                             .base = static_cast<Bits>(Bits{group} << plan.shift),
                             .width = min(width, with.digits.end())});
            __syncthreads(); // the items are written, the shared memory free for the next ones
        }
        now = next;
        next = hear(asked);
    }
}

template <class Bits, class Value, class Tile>
__global__ __launch_bounds__(Tile::threads, Tile::blocks) void sort_groups(arguments<Bits, Value> const with) {
    extern __shared__ __align__(16) unsigned char memory[];
    auto& shared = *reinterpret_cast<sort_space<Bits, Value, Tile>*>(memory);
    wait_for_previous_kernel();
    group_plan const plan = with.state->plan.groups;
    if (!plan.active)
        return;
    auto const count = static_cast<unsigned>(with.count());
    sort_groups_of_block(shared, with, plan, [&](unsigned group) {
        return group == plan.groups ? count
                                    : with.state->prefix.starts[group / bins] + with.leading.group_starts[group];
    });
}

} // namespace pradix::cuda
