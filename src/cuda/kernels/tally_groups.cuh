// SPDX-License-Identifier: MIT
// The groups of keys alone of which few bits are left, by tallies. Those in which some key is there too often are left
// to sort_groups: a kernel of its own needs fewer registers and less code.
#pragma once

#include "src/cuda/block/groups/groups.cuh"
#include "src/cuda/block/groups/tally_sort.cuh"
#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

// The groups of a launch that sorts all of them; each lies where it belongs, or in its area.
struct tallied_groups {
    static constexpr unsigned begin = 0;
    unsigned end, area;

    __device__ unsigned lies(unsigned group, unsigned first) const { return area > 0 ? group * area : first; }
};

// Batches have an instance of their own: finding their groups would make the usual one 3 % slower.
template <class Bits, class Tile, bool InBatches>
__global__ __launch_bounds__(Tile::threads, Tile::blocks) void tally_groups(arguments<Bits, no_value> const with) {
    auto& shared = at_kept_address(dynamic_space<tally_space<Tile>>());
    wait_for_previous_kernel();
    group_plan const plan = with.state->plan.groups;
    if (!plan.active || !plan.by_tallies)
        return;
    auto const above = static_cast<Bits>(with.state->prefix.above);
    auto const sort = [&](auto const& items, unsigned group, auto const& ask_for_next) {
        ask_for_next(); // at once: two bytes a key are so few that they stay in L2
        tallied_keys<Bits> const keys{.rests = reinterpret_cast<rest_of_key const*>(items.keys_in),
                                      .out = items.keys_out,
                                      .count = items.count,
                                      .shared_bits = above | items.base};
        bool const sorted = tally_sort<Bits, Tile>{shared, with.codec, keys}.run();
        if (!sorted && threadIdx.x == 0)
            leave_unsorted(with, group);
    };
    auto const start = [&](unsigned group) { return start_of_group(with, plan.groups, group); };
    if constexpr (InBatches)
        each_group_of_block<Tile::threads, rest_of_key>(with, plan, group_span::of(with, plan), start, sort);
    else
        each_group_of_block<Tile::threads, rest_of_key>(with, plan, tallied_groups{plan.groups, plan.area}, start,
                                                        sort);
}

} // namespace pradix::cuda
