// SPDX-License-Identifier: MIT
// Where items go that are divided in order, without having been counted: each bin has room of its own, and look-back
// says what lies before a tile's items there. As in bin_places.cuh, a bucket has a home in the output, what does not
// fit it lies behind all homes, and a group has an area.
#pragma once

#include "src/cuda/block/tiles/divided_items.cuh"
#include "src/cuda/block/tiles/overflowing_runs.cuh"
#include "src/cuda/plans/ordered_division.hpp"

namespace pradix::cuda {

// Neighbouring items: what is there of their keys, and their values.
template <class Stored, class Value>
struct item_rows {
    Stored* keys;
    Value* values;

    __device__ item_rows operator+(std::size_t places) const { return {keys + places, values + places}; }
};

// Whole items, between the two passes.
template <class Bits, class Value>
struct items_in_buckets {
    item_rows<Bits, Value> homes, behind;
    ordered_bucket bucket; // each of them

    static __device__ items_in_buckets of(arguments<Bits, Value> const& with, uncounted_layout const& layout,
                                          unsigned tile_items) {
        auto const behind = behind_homes(with, layout);
        return {{with.keys_of(buffer::out), with.values_of(buffer::out)},
                {behind.highs, behind.lows},
                ordered_bucket::of(layout, tile_items)};
    }

    // From a place of the bucket on.
    __device__ item_rows<Bits, Value> at(unsigned which, unsigned place) const {
        bool const is_at_home = place < bucket.home;
        return (is_at_home ? homes : behind) + (std::size_t{which} * (is_at_home ? bucket.home : bucket.behind) +
                                                place - (is_at_home ? 0 : bucket.home));
    }
};

// Of the pass that makes buckets.
template <class Bits, class Value>
struct bucket_places {
    using stored = Bits;
    static constexpr bool may_make_values = true;

    items_in_buckets<Bits, Value> to;
    prefix_state* state;

    // Of so many items of the bin, with so many in the tiles before.
    __device__ item_rows<Bits, Value> at(unsigned bin, unsigned before, unsigned count) const {
        ordered_bucket const& bucket = to.bucket;
        if (bucket.is_home_full(before, count) && before <= bucket.home)
            state->unused[bin] = bucket.home - before;
        if (bucket.has_place(before, count))
            return to.at(bin, bucket.place(before, count));
        state->lacks_room = true; // all begins anew: what is written meanwhile may lie anywhere
        return to.homes;
    }
    // Once it is known how many the bin has in all tiles.
    __device__ void end(unsigned bin, unsigned count) const { state->cursors[bin] = count; }
};

// Of the pass that makes groups, from one bucket's first one on.
template <class Value>
struct group_places {
    using stored = rest_of_key;
    static constexpr bool may_make_values = false;

    std::uint64_t* areas;
    unsigned first_group, area, most; // of each group, so many words fit its area, and so many rests with values
    unsigned* cursors;
    overflowing_runs<std::uint64_t> behind; // all areas

    __device__ item_rows<rest_of_key, Value> at(unsigned bin, unsigned before, unsigned count) const {
        auto const in_area = rests_in(areas + std::size_t{bin} * area, most);
        auto at = in_area + before;
        if (count > 0 && before + count > most)
            at = behind.take(first_group + bin, before, count);
        if (!at) // all begins anew: what is written meanwhile may lie anywhere
            at = in_area;
        return {at.highs, at.lows};
    }
    __device__ void end(unsigned bin, unsigned count) const { cursors[bin] = count; }
};

} // namespace pradix::cuda
