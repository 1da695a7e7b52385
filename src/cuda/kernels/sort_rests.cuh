// SPDX-License-Identifier: MIT
// Groups of which only what is left of items is there, since these were divided without having been counted, or are
// narrow keys alone: a block sorts some neighbouring ones together.
#pragma once

#include "src/cuda/block/groups/rest_sort.cuh"
#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

template <class Items, class Value, class Tile>
struct rest_groups_space {
    groups_of_rests groups;
    unsigned starts[3][most_areas_together + 1]; // of those at hand, the next ones, and the ones behind
    rest_sort_space<Items, Value, Tile> sort;
};

// Items: how they were divided.
template <class Items, class Bits, class Value, class Tile>
__global__ __launch_bounds__(Tile::threads, Tile::blocks) void sort_rests(arguments<Bits, Value> const with) {
    auto& shared = dynamic_space<rest_groups_space<Items, Value, Tile>>();
    groups_of_rests& groups = shared.groups;
    wait_for_previous_kernel();
    group_plan const& plan = with.state->plan.groups;
    if (!plan.active || !plan.of_rests || (plan.area == 0) != were_counted<Items>)
        return;
    if (threadIdx.x == 0)
        groups = groups_of_rests::of<Items>(with, plan);
    __syncthreads(); // all know how groups lie
    // A thread asks for where one of the groups begins. Nobody waits for it before it is used.
    auto const ask = [&](unsigned first) {
        return threadIdx.x <= groups.together && first < groups.span.end
                   ? start_of_group(with, groups.groups, first + threadIdx.x)
                   : 0;
    };
    auto const note = [&](unsigned row, unsigned start) {
        if (threadIdx.x <= groups.together)
            shared.starts[row][threadIdx.x] = start;
    };
    unsigned first = groups.span.begin + blockIdx.x * groups.together;
    note(0, ask(first));
    note(1, ask(first + gridDim.x * groups.together));
    __syncthreads(); // starts are known
    for (unsigned row = 0; first < groups.span.end; row = row == 2 ? 0 : row + 1) {
        unsigned const next = row == 2 ? 0 : row + 1, stride = gridDim.x * groups.together;
        unsigned const start = ask(first + 2 * stride);
        auto const ask_for_next = [&] {
            if constexpr (sizeof(typename Items::word) == 8) // rests of narrow keys come fast enough
                if (unsigned const* const of_next = shared.starts[next]; first + stride < groups.span.end) {
                    unsigned const size = of_next[1] - of_next[0];
                    groups.rests_of<Items>(with, first + stride, of_next[0], size).each_row([&](auto* rests) {
                        prefetch<Tile::threads>(rests, size);
                    });
                }
        };
        unsigned const* const starts = shared.starts[row];
        if (starts[0] < starts[groups.together] &&
            !rest_sort<Items, Bits, Value, Tile>{shared.sort, with, groups, first, starts}.run(ask_for_next) &&
            threadIdx.x < groups.together)
            leave_unsorted(with, first + threadIdx.x);
        note(next == 2 ? 0 : next + 1, start);
        __syncthreads(); // items are written, the shared memory free for the next ones, and later starts are known
        first += stride;
    }
}

} // namespace pradix::cuda
