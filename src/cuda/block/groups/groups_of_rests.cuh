// SPDX-License-Identifier: MIT
// Groups of which only what is left of items is stored, behind what all in a group share: how these lie.
#pragma once

#include "src/cuda/block/groups/groups.cuh"
#include "src/cuda/block/tiles/divided_items.cuh"

namespace pradix::cuda {

static_assert(sizeof(rest_of_key) == bytes_of_rest(sizeof(std::uint32_t)));

// How the groups lie that a grid sorts. In shared memory, for registers are scarcer.
struct groups_of_rests {
    unsigned groups;
    group_span span;      // of counted items, those of a launch
    unsigned together;    // so many groups a block, a power of two
    unsigned rest_width;  // in bits, of which the lowest
    unsigned value_width; // are a value's
    bool are_spread;      // images
    bool are_equalized;   // instead
    buffer from;          // of counted items, which lie back to back, as whole keys would
    unsigned area, most;  // of others: of each group, so many words would fit its area, and so many rests

    template <class Items, class Bits, class Value>
    static __device__ groups_of_rests of(arguments<Bits, Value> const& with, group_plan const& plan) {
        unsigned const value_width = Items::value_width(with.count());
        groups_of_rests made{.groups = plan.groups,
                             .span = {0, plan.groups, 0},
                             .together = plan.together,
                             .rest_width = plan.shift + value_width,
                             .value_width = value_width,
                             .are_spread = with.state->prefix.are_spread,
                             .are_equalized = may_be_equalized<Items> && cuda::are_equalized(with),
                             .from = plan.from,
                             .area = 0,
                             .most = 0};
        if constexpr (were_counted<Items>) {
            made.span = group_span::of(with, plan);
        } else {
            auto const layout = layout_of_areas(with, core::bit_width(plan.groups) - 1);
            made.area = layout.area;
            made.most = layout.rests_of_area;
        }
        return made;
    }

    // Of a group that begins there in the output, and has so many.
    template <class Items, class Bits, class Value>
    __device__ auto rests_of(arguments<Bits, Value> const& with, unsigned group, unsigned start, unsigned size) const {
        if constexpr (were_counted<Items>)
            return rests_in(with.keys_of(from) + span.lies(start), 0);
        if constexpr (may_overflow<Items>)
            if (size > most)
                return rests_in_output(with, start);
        return rests_in(areas_of(with) + std::size_t{group} * area, most);
    }
};

} // namespace pradix::cuda
