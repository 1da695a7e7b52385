// SPDX-License-Identifier: MIT
// What a launch of a stable pass is told.
#pragma once

#include "src/cuda/plans/tile_shapes.hpp"

#include <cstddef>
#include <cstdint>

namespace pradix::cuda {

// The tiles of one launch. A launch handles at most tuning::portion_items, so that the look-back state stays small.
struct portion {
    unsigned pass_index;
    unsigned launch; // of this sort, counted over passes and portions
    unsigned row;    // of control::bases that holds this portion's bases; the other row is the next one's
    std::uint64_t first_item;
    unsigned tiles;
    bool others_follow;        // launches of another kind, even if this pass is needless
    unsigned rows_to_clear;    // of the next launch's look-back state
    std::uint32_t* words;      // look-back state, a row of `bins` words a tile, all zero
    std::uint32_t* next_words; // the next launch's

    // Launches take turns.
    void take_words(std::uint32_t* const (&of_two)[2]) {
        words = of_two[launch % 2];
        next_words = of_two[(launch + 1) % 2];
    }
};

// Leaves the next launch a cleared state.
inline __device__ void clear_for_next_launch(portion const& part) {
    for (unsigned row = blockIdx.x; row < part.rows_to_clear; row += gridDim.x)
        if (threadIdx.x < bins)
            part.next_words[std::size_t{row} * bins + threadIdx.x] = 0;
}

} // namespace pradix::cuda
