// SPDX-License-Identifier: MIT
// As many items as fit one block, sorted by that block in shared memory: by a split if the
// keys are spread evenly, else by one stable pass a digit.
#pragma once

#include "src/cuda/block/pass_sort.cuh"
#include "src/cuda/block/split_sort.cuh"

namespace pradix::cuda {

template <class Bits, class Value, class Tile>
union sort_space {
    split_space<Bits, Value, Tile> split;
    pass_sort_space<Bits, Value, Tile> passes;
};

// By all threads, for 1 to Tile::size items. The caller synchronises before `shared` is used again.
template <class Bits, class Value, class Tile, bool Encoded>
__device__ void sort_segment(sort_space<Bits, Value, Tile>& shared, arguments<Bits, Value> const& with,
                             segment<Bits, Value, Encoded> const& items) {
    if (split_sort<Bits, Value, Tile, Encoded>(shared.split, with, items).run())
        return;
    __syncthreads(); // the memory of the split is free
    // The fewer rows, the shorter a pass.
    constexpr unsigned few = Tile::items / 4;
    if (items.count <= few * Tile::threads)
        pass_sort<Bits, Value, Tile, Encoded, few>(shared.passes, with, items).run();
    else
        pass_sort<Bits, Value, Tile, Encoded, Tile::items>(shared.passes, with, items).run();
}

} // namespace pradix::cuda
