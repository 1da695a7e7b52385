// SPDX-License-Identifier: MIT
// What a block that sorts groups of rests (rest_sort.cuh) has in shared memory.
#pragma once

#include "src/cuda/block/groups/window_sort.cuh"
#include "src/cuda/block/scan.cuh"
#include "src/cuda/block/tiles/divided_items.cuh"

namespace pradix::cuda {

template <class Items, class Value, class Tile>
struct rest_sort_space {
    static constexpr unsigned split_bins = 1u << rest_split_bits, bins_of_thread = split_bins / Tile::threads;
    static constexpr bool with_places = std::is_same_v<Items, ordered_items>;
    // A word has all that is left of a key.
    static constexpr bool in_words = with_places || sizeof(typename Items::word) == 4;
    alignas(16) unsigned bin[split_bins];                      // counts, then where the bin begins
    alignas(16) std::uint32_t words[Tile::size + window_size]; // of the keys, by slot
    alignas(16) std::uint32_t lows[in_words ? 1 : Tile::size]; // of the rests, by place
    alignas(16) std::uint16_t highs[in_words ? 1 : Tile::size];
    alignas(16) std::conditional_t<with_places, Value, char> values[with_places ? Tile::size : 1];
    unsigned sum_of_warp[words_of_sums<bins_of_thread / 4>][Tile::warps];
    narrow_equalizer::group equalized[may_be_equalized<Items> ? most_areas_together : 1]; // the groups, if they are
    unsigned largest_bin;                                                                 // of these
    bool is_around_zero;                                                                  // one of them

    __device__ split_words<std::uint16_t> rests() { return {lows, highs}; }
};

} // namespace pradix::cuda
