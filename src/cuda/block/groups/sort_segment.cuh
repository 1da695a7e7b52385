// SPDX-License-Identifier: MIT
// As many items as fit one block, sorted by that block in shared memory: by a split if the
// keys are spread evenly, else by one stable pass a digit.
#pragma once

#include "src/cuda/block/groups/pass_sort.cuh"
#include "src/cuda/block/groups/split_sort.cuh"

#include <algorithm>

namespace pradix::cuda {

// Gaps: between slots in passes. Groups need none, for what is in order there is split.
template <class Bits, class Value, class Tile, bool Gaps = false>
union sort_space {
    split_space<Bits, Value, Tile> split;
    pass_sort_space<Bits, Value, Tile, Gaps> passes;
};

// Passes over fewer rows of items are shorter. Each kind is code, and where registers are scarce, more kinds spill.
// Of ten rows, some are 3, 6, 9 and 10, few 3 and 10.
enum class row_choice { some, few };
template <class Tile>
inline constexpr unsigned fewest_rows = (Tile::items + 2) / 4;

template <unsigned Rows, row_choice Choice, class Bits, class Value, class Tile, bool Gaps, bool Encoded>
__device__ void sort_by_passes(pass_sort_space<Bits, Value, Tile, Gaps>& shared, arguments<Bits, Value> const& with,
                               segment<Bits, Value, Encoded> const& items) {
    constexpr unsigned more =
        Choice == row_choice::some ? std::min(Rows + fewest_rows<Tile>, Tile::items) : Tile::items;
    if (Rows == Tile::items || items.count <= Rows * Tile::threads)
        pass_sort<Bits, Value, Tile, Encoded, Rows, Gaps>(shared, with, items).run();
    else if constexpr (Rows < Tile::items)
        sort_by_passes<more, Choice>(shared, with, items);
}

// By all threads, for 1 to Tile::size items. They call meanwhile() once keys are read, before anything is written. The
// caller synchronises before `shared` is used again.
template <row_choice Choice = row_choice::few, class Bits, class Value, class Tile, bool Encoded, class Meanwhile>
__device__ void sort_segment(sort_space<Bits, Value, Tile>& shared, arguments<Bits, Value> const& with,
                             segment<Bits, Value, Encoded> const& items, Meanwhile const& meanwhile) {
    if (split_sort<Bits, Value, Tile, Encoded>(shared.split, with, items).run([&](bool) { meanwhile(); }))
        return;
    __syncthreads(); // the memory of the split is free
    sort_by_passes<fewest_rows<Tile>, Choice>(shared.passes, with, items);
}
template <row_choice Choice = row_choice::few, class Bits, class Value, class Tile, bool Encoded>
__device__ void sort_segment(sort_space<Bits, Value, Tile>& shared, arguments<Bits, Value> const& with,
                             segment<Bits, Value, Encoded> const& items) {
    sort_segment<Choice>(shared, with, items, [] {});
}

} // namespace pradix::cuda
