// SPDX-License-Identifier: MIT
// Groups of items that share leading digits, for the kernels that sort them: where they begin, which blocks sort which,
// what is asked for early, and which are left to others.
#pragma once

#include "src/cuda/block/groups/segment.cuh"
#include "src/cuda/warp/match.cuh"
#include "src/cuda/warp/word.cuh"

namespace pradix::cuda {

// Asks for what a block reads next, so that it comes from L2 then. Not as early as can be: what all blocks read and
// write while they sort a group each drives a part of it out of L2 again.
template <unsigned Threads, class T>
__device__ void prefetch(T const* items, unsigned count) {
    constexpr unsigned line = 128;
    auto const* const bytes = reinterpret_cast<char const*>(items);
    for (unsigned at = threadIdx.x * line; at < count * sizeof(T); at += Threads * line)
        prefetch_line(bytes + at);
}

// Where group i begins; behind the last one, where that ends.
template <class Bits, class Value>
__device__ unsigned start_of_group(arguments<Bits, Value> const& with, unsigned groups, unsigned group) {
    return group >= groups ? static_cast<unsigned>(with.count())
                           : with.state->prefix.starts[group / bins] + with.leading.group_starts[group];
}

// Notes a group that sort_groups is to sort after all, or that is too large for it.
template <class Bits, class Value>
__device__ void leave_unsorted(arguments<Bits, Value> const& with, unsigned group) {
    with.leading.unsorted()[atomicAdd(&with.state->prefix.unsorted[with.leading.batch], 1u)] = group;
}

// The groups of a launch: all, or those of a batch of buckets, which are read from where they would be if the batch was
// all.
struct group_span {
    unsigned begin, end;
    unsigned shift; // the first item of the batch

    // Where a group's items begin in the buffer that they are read from; in the output, they do at `first`.
    __device__ unsigned lies(unsigned first) const { return first - shift; }

    template <class Bits, class Value>
    static __device__ group_span of(arguments<Bits, Value> const& with, group_plan const& plan) {
        if (with.leading.batch_items == 0)
            return {0, plan.groups, 0};
        unsigned const* const buckets = with.state->prefix.batches.buckets + with.leading.batch;
        return {buckets[0] * bins, buckets[1] * bins, with.state->prefix.batches.firsts[with.leading.batch]};
    }
    // Those that were left, as they are listed.
    template <class Bits, class Value>
    static __device__ group_span of_left(arguments<Bits, Value> const& with) {
        return {0, with.state->prefix.unsorted[with.leading.batch], 0};
    }
};

// The blocks of the grid share the groups of the span; each takes some neighbouring ones at a time, as many as surely
// fit, and calls sort(segment, group, ask_for_next) for them, which calls ask_for_next() when it is time to. start(i)
// is where group i begins, and behind the last one where it ends. Listed: the span is one of this list, and each is
// sorted by itself.
template <unsigned Threads, class Bits, class Value, class Start, class Sort>
__device__ void each_group_of_block(arguments<Bits, Value> const& with, group_plan const& plan, group_span const& span,
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
    bool const repeats = with.state->prefix.repeats, are_spread = with.state->prefix.are_spread;
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
            unsigned const next_in = span.lies(next.first);
            prefetch<Threads>(keys + next_in, min(next.end - next.first, group_tile.size()));
            if constexpr (has_values<Value> && sizeof(Value) <= 4)
                prefetch<Threads>(values + next_in, next.end - next.first);
        };
        if (now.first < now.end) {
            unsigned const first = now.first;
            unsigned const in = span.lies(first);
            sort(segment<Bits, Value, true>{.keys_in = keys + in,
                                            .keys_out = with.keys_wanted ? with.keys_of(buffer::out) + first : nullptr,
                                            .values_in = has_values<Value> ? values + in : nullptr,
                                            .values_out =
                                                has_values<Value> ? with.values_of(buffer::out) + first : nullptr,
                                            .count = now.end - first,
                                            .base = static_cast<Bits>(Bits{now.group} << plan.shift),
                                            .width = min(width, with.digits.end()),
                                            .repeats = repeats,
                                            .are_spread = are_spread},
                 now.group, ask_for_next);
            __syncthreads(); // the items are written, the shared memory free for the next ones
        }
        now = next;
        next = hear(asked);
    }
}

// The blocks of the grid share the groups that were left; each calls sort(first, size) for one at a time, its items.
template <class Bits, class Value, class Sort>
__device__ void each_unsorted_group(arguments<Bits, Value> const& with, group_plan const& plan, Sort const& sort) {
    unsigned const unsorted = with.state->prefix.unsorted[with.leading.batch];
    for (unsigned i = blockIdx.x; i < unsorted; i += gridDim.x) {
        unsigned const group = with.leading.unsorted()[i], first = start_of_group(with, plan.groups, group);
        sort(first, start_of_group(with, plan.groups, group + 1) - first);
        __syncthreads(); // the items are written, the shared memory free for the next ones
    }
}

} // namespace pradix::cuda
