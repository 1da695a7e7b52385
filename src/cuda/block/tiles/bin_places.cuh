// SPDX-License-Identifier: MIT
// Where the keys of a tile go that is divided into bins by a pass that need not be stable: each bin reserves its places
// by a global addition, so that no tile waits for another.
#pragma once

#include "src/cuda/block/tiles/divided_items.cuh"
#include "src/cuda/block/tiles/overflowing_runs.cuh"

namespace pradix::cuda {

// Keys were counted: bins lie one behind the other.
template <class Bits>
struct counted_places {
    static constexpr bool may_lack_room = false, may_have_rests = may_leave_rests(sizeof(Bits), 0);
    using keys = stored_words<Bits>;

    Bits* to;
    unsigned* cursors;      // where in `to` the next key of each bin goes
    unsigned const* starts; // as the cursors began, if rests are written: from where a bin's first key would be

    // So many neighbouring places that are reserved.
    __device__ keys keys_at(unsigned, unsigned reserved, unsigned) const { return {to + reserved}; }
    // The first one of these in the rows in which rests are put by place: a key's memory has room for two.
    __device__ unsigned rest_place(unsigned bin, unsigned reserved, unsigned) const { return starts[bin] + reserved; }
    __device__ stored_words<rest_of_key> rest_rows() const { return {reinterpret_cast<rest_of_key*>(to)}; }
};

// Keys were not counted: a bucket has a home, and what does not fit there goes behind all homes; a group has an area,
// and what of narrow keys does not fit there goes behind all areas.
template <class Bits, class Value>
struct uncounted_places {
    static constexpr bool may_lack_room = true, may_have_rests = true;
    using items = divided_items<Bits, Value>;
    using keys = typename items::words;

    keys homes, behind;          // from the first bin's home on, and behind all homes,
    typename items::word* areas; // or from the first bin's area on
    unsigned* cursors;           // of the bins, each from 0
    unsigned first_group;        // whose area comes first
    uncounted_layout layout;
    prefix_state* state;
    key_range<Bits> range; // of images; others are outliers

    // As above; null or nowhere if there is no room. To be asked for once.
    __device__ keys keys_at(unsigned bin, unsigned reserved, unsigned count) const {
        if (reserved + count <= layout.home)
            return homes + (bin * layout.home + reserved);
        if (reserved <= layout.home)
            state->unused[bin] = layout.home - reserved;
        unsigned const spilled = atomicAdd(&state->spilled[bin], count);
        if (spilled + count <= layout.behind_homes)
            return behind + (bin * layout.behind_homes + spilled);
        state->lacks_room = true;
        return {};
    }
    __device__ unsigned rest_place(unsigned bin, unsigned reserved, unsigned count) const {
        if (reserved + count <= layout.rests_of_area)
            return 2 * bin * layout.area + reserved; // a word's memory has room for two
        if constexpr (may_overflow<items>)
            return overflowing_place(bin, reserved, count);
        state->lacks_room = true;
        return nowhere;
    }
    __device__ auto rest_rows() const { return rows_in_areas(areas, layout.area, layout.rests_of_area); }

    // There is no place for outliers if they are many.
    __device__ void lack_room() const { state->lacks_room = true; }

private:
    // Seldom: not where places are found for all others.
    __device__ __noinline__ unsigned overflowing_place(unsigned bin, unsigned reserved, unsigned count) const {
        auto* const behind = areas + std::size_t{layout.groups - first_group} * layout.area;
        auto const at = overflowing_runs{behind, layout, *state}.take(first_group + bin, reserved, count);
        return at ? static_cast<unsigned>(at.words - rest_rows().words) : nowhere;
    }
};

// Whether a tile of so many keys has one at i * Tile::threads + threadIdx.x. Full: it has Tile::size.
template <class Tile, bool Full>
__device__ bool holds_key(unsigned i, unsigned size) {
    return Full || i * Tile::threads + threadIdx.x < size;
}

template <class Tile, bool Full, class Bits>
__device__ void load_tile(Bits (&keys)[Tile::items], Bits const* from, unsigned size) {
    from += threadIdx.x;
#pragma unroll
    for (unsigned i = 0; i < Tile::items; ++i) {
        keys[i] = 0;
        if (holds_key<Tile, Full>(i, size))
            keys[i] = from[i * Tile::threads];
    }
}

// What is the same for all tiles of a pass.
struct division {
    core::digit digit;
    bool encodes;         // the keys, as they are read
    bool rests;           // of the items are written
    unsigned value_width; // in bits, of values below the images
};

} // namespace pradix::cuda
