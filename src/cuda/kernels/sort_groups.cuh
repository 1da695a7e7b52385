// SPDX-License-Identifier: MIT
// The end of a sort by leading digits: items that share them lie together, few enough for one block to sort them by all
// the digits that are left, without leaving the chip. Those that do not fit are listed.
#pragma once

#include "src/cuda/block/groups/groups.cuh"
#include "src/cuda/block/groups/sort_segment.cuh"
#include "src/cuda/block/guesses/put_back.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

// The groups of a launch: all, or those of a batch of buckets, which are read from where they would be if the batch was
// all.
struct group_span {
    unsigned begin, end;
    unsigned shift; // the first item of the batch

    // Where the group's items begin in the buffer that they are read from; in the output, they do at `first`.
    __device__ unsigned lies(unsigned, unsigned first) const { return first - shift; }

    template <class Bits, class Value>
    static __device__ group_span of(arguments<Bits, Value> const& with, group_plan const& plan) {
        if (with.leading.batch_items == 0)
            return {0, plan.groups, 0};
        unsigned const* const buckets = with.state->prefix.batches.buckets + with.leading.batch;
        return {buckets[0] * bins, buckets[1] * bins, with.state->prefix.batches.firsts[with.leading.batch]};
    }
};

// The blocks of the grid share the groups of the span; each takes some neighbouring ones at a time, as many as surely
// fit, and calls sort(segment, group, ask_for_next) for them, which calls ask_for_next() when it is time to. start(i)
// is where group i begins, and behind the last one where it ends. Listed: the span is one of this list, and each is
// sorted by itself. What is there of a key is a Stored.
template <unsigned Threads, class Stored, class Bits, class Value, class Span, class Start, class Sort>
__device__ void each_group_of_block(arguments<Bits, Value> const& with, group_plan const& plan, Span const& span,
                                    Start const& start, Sort const& sort, unsigned const* listed = nullptr) {
    struct range {
        unsigned first, end, group;
    };
    // A lane asks for where groups begin, another one where they end, the others which they are. Nobody waits for it
    // before it is used.
    auto const ask = [&](unsigned at) {
        unsigned group = at;
        if (listed != nullptr && at < span.end)
            group = listed[at];
        unsigned const lane = lane_of_thread();
        return at >= span.end ? 0 : lane < 2 ? start(group + lane * plan.together) : group;
    };
    auto const hear = [](unsigned asked) {
        return range{__shfl_sync(all_lanes, asked, 0), __shfl_sync(all_lanes, asked, 1),
                     __shfl_sync(all_lanes, asked, 2)};
    };
    unsigned const width = plan.shift + core::bit_width(plan.together - 1); // of what together groups differ in
    unsigned const mine = span.begin + blockIdx.x * plan.together, stride = gridDim.x * plan.together;
    unsigned asked = ask(mine);
    range now = hear(asked);
    asked = ask(mine + stride);
    range next = hear(asked);
    for (unsigned at = mine; at < span.end; at += stride) {
        asked = ask(at + 2 * stride);
        Bits const* const keys = with.keys_of(plan.from);
        Value const* const values = with.values_of(plan.from);
        auto const ask_for_next = [&] {
            unsigned const next_in = span.lies(next.group, next.first);
            prefetch<Threads>(reinterpret_cast<Stored const*>(keys + next_in),
                              min(next.end - next.first, group_tile.size()));
            if constexpr (has_values<Value> && sizeof(Value) <= 4)
                prefetch<Threads>(values + next_in, next.end - next.first);
        };
        if (now.first < now.end) {
            unsigned const first = now.first;
            unsigned const in = span.lies(now.group, first);
            sort(segment<Bits, Value, true>{.keys_in = keys + in,
                                            .keys_out = with.keys_wanted ? with.keys_of(buffer::out) + first : nullptr,
                                            .values_in = has_values<Value> ? values + in : nullptr,
                                            .values_out =
                                                has_values<Value> ? with.values_of(buffer::out) + first : nullptr,
                                            .count = now.end - first,
                                            .base = static_cast<Bits>(Bits{now.group} << plan.shift),
                                            .width = min(width, with.digits.end()),
                                            .repeats = plan.repeats},
                 now.group, ask_for_next);
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
    if (with.state->majority.is_set_aside)
        return others_put_back<Tile::threads, Bits, Value>{with}.run();
    group_plan plan = with.state->plan.groups;
    if (!plan.active)
        return;
    if (plan.are_of_rests()) { // where those are that are left
        plan.from = buffer::out;
        plan.together = 1;
    }
    __shared__ group_span span; // registers are scarcer
    if (threadIdx.x == 0) {
        span = group_span::of(with, plan);
        if (plan.are_of_rests())
            span = {0, with.state->prefix.unsorted[with.leading.batch], 0};
    }
    __syncthreads(); // the span is known
    each_group_of_block<Tile::threads, Bits>(
        with, plan, span, [&](unsigned group) { return start_of_group(with, plan.groups, group); },
        [&](auto const& items, unsigned group, auto const& ask_for_next) {
            if (!may_have_uneven_groups(sizeof(Bits), value_bytes<Value>) || items.count <= Tile::size)
                sort_segment(shared, with, items, ask_for_next);
            else if (threadIdx.x == 0)
                leave_unsorted(with, group);
        },
        plan.are_of_rests() ? with.leading.unsorted : nullptr);
}

} // namespace pradix::cuda
