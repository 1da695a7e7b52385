// SPDX-License-Identifier: MIT
// Decoupled look-back (Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", 2016): how
// many keys of a bin lie in the tiles before this one, without waiting for more than what those tiles know already. A
// word holds a count and what it counts, so that one load or store carries both and no fence is needed. A block's tile
// is the one of its index: devices start blocks in that order, as CUB's scans rely on, too, so that a tile waits only
// for tiles that run or have run.
#pragma once

#include "src/cuda/plans/tile_shapes.hpp"
#include "src/cuda/warp/word.cuh"

#include <cstdint>

namespace pradix::cuda {

enum class look_back_state : std::uint32_t { empty, tile_alone, all_so_far };

__device__ inline std::uint32_t look_back_word(look_back_state state, std::uint32_t count) {
    return static_cast<std::uint32_t>(state) << 30 | count;
}

__device__ inline void publish(std::uint32_t* word, look_back_state state, std::uint32_t count) {
    store_word(word, look_back_word(state, count));
}

// The sum of the bin's counts in tiles [0, tile). `words` is the bin's word of tile 0; rows are `Bins` apart.
// Two rows are asked for at once: what costs is the way to L2 and back, but more would be in the way of the tiles'
// keys.
template <unsigned Bins = bins>
__device__ std::uint32_t look_back(std::uint32_t const* words, unsigned tile) {
    constexpr unsigned window = 2;
    std::uint32_t sum = 0;
    while (tile > 0) {
        std::uint32_t seen[window];
#pragma unroll
        for (unsigned i = 0; i < window; ++i)
            seen[i] = tile > i ? load_word(words + std::size_t{tile - 1 - i} * Bins) : 0;
        bool stuck = false;
#pragma unroll
        for (unsigned i = 0; i < window; ++i) {
            auto const state = static_cast<look_back_state>(seen[i] >> 30);
            stuck = stuck || state == look_back_state::empty;
            if (stuck)
                continue;
            sum += seen[i] & ((1u << 30) - 1);
            if (state == look_back_state::all_so_far)
                return sum;
            --tile;
        }
    }
    return sum;
}

} // namespace pradix::cuda
