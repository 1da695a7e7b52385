// SPDX-License-Identifier: MIT
// Groups of items that were not counted, each in an area of its own, where only what is left of them is stored: how
// these lie.
#pragma once

#include "src/cuda/block/groups/groups.cuh"
#include "src/cuda/block/tiles/divided_items.cuh"

namespace pradix::cuda {

// How the groups lie that a grid sorts. In shared memory, for registers are scarcer.
struct groups_in_areas {
    unsigned groups;
    unsigned together;    // so many groups a block, a power of two
    unsigned rest_width;  // in bits, of which the lowest
    unsigned value_width; // are a value's
    bool are_spread;      // images
    bool are_equalized;   // instead
    unsigned area, most;  // of each group, so many words would fit its area, and so many rests

    template <class Items, class Bits, class Value>
    static __device__ groups_in_areas of(arguments<Bits, Value> const& with, group_plan const& plan) {
        auto const layout = layout_of_areas(with, core::bit_width(plan.groups) - 1);
        unsigned const value_width = Items::value_width(with.count());
        return {.groups = plan.groups,
                .together = plan.together,
                .rest_width = plan.shift + value_width,
                .value_width = value_width,
                .are_spread = with.state->prefix.are_spread,
                .are_equalized = may_be_equalized<Items> && cuda::are_equalized(with),
                .area = layout.area,
                .most = layout.rests_of_area};
    }

    template <class Bits, class Value>
    __device__ auto rests_of(arguments<Bits, Value> const& with, unsigned group) const {
        return rests_in(areas_of(with) + std::size_t{group} * area, most);
    }
};

} // namespace pradix::cuda
