// SPDX-License-Identifier: MIT
// Stable ranks of a tile's keys by one digit. A warp owns `items` rows of 32 keys, row i before row i + 1, so that the
// order of keys is (warp, row, lane). First every warp ranks its own keys, counting a bin at a time; then the counts
// are scanned over the warps of a bin and over the bins.
#pragma once

#include "src/core/bits.hpp"
#include "src/cuda/block/packed_numbers.cuh"
#include "src/cuda/block/scan_bins.cuh"

#include <cstdint>

namespace pradix::cuda {

// Counts of a warp, then the slots in the tile where its keys of a bin begin. A tile has fewer than 2^16 keys.
template <unsigned Bins>
struct warp_bins {
    std::uint16_t bin[Bins];
    std::uint32_t apart; // so that threads that look after a bin, each in other warps, use other banks
};
template <unsigned Warps, unsigned Bins = bins>
struct rank_space {
    warp_bins<Bins> of_warp[Warps];
    unsigned sums[Bins / warp_lanes];
};

// Sets ranks[i] to the number of keys of this warp with the digit digit(i) that come before this one; of the first
// `rows` items a thread.
template <unsigned Items, unsigned Bins, unsigned Width, class Digit>
__device__ void rank_in_warp(std::uint16_t (&counts)[Bins], Digit const& digit, packed_numbers<Items, Width>& ranks,
                             unsigned rows = Items) {
    auto* const words = reinterpret_cast<std::uint32_t*>(counts);
#pragma unroll
    for (unsigned i = 0; i < Bins / 2; i += warp_lanes)
        words[i + lane_of_thread()] = 0;
    __syncwarp(); // counts are cleared before they are used
    std::uint32_t const below = lanes_below(), above = lanes_above();
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) {
        if (i >= rows)
            break; // together
        unsigned const d = digit(i);
        std::uint32_t const peers = lanes_with_digit<core::bit_width(Bins) - 1>(d);
        unsigned const rank = counts[d] + __popc(peers & below);
        ranks.set(i, rank);
        __syncwarp(); // all lanes have read the count
        if ((peers & above) == 0)
            counts[d] = static_cast<std::uint16_t>(rank + 1);
        __syncwarp(); // the count is written before the next row reads it
    }
}

// The keys of a bin in the whole tile; for the thread of the bin's number, after all warps have counted.
template <unsigned Warps, unsigned Bins>
__device__ unsigned count_of_bin(rank_space<Warps, Bins> const& space, unsigned bin) {
    unsigned count = 0;
#pragma unroll
    for (unsigned warp = 0; warp < Warps; ++warp)
        count += space.of_warp[warp].bin[bin];
    return count;
}

// Replaces the counts of a bin by the slots where each warp's keys begin, from `slot` upwards. Reads the counts again:
// registers are scarcer here than shared memory's time.
template <unsigned Warps, unsigned Bins>
__device__ void place_warps(rank_space<Warps, Bins>& space, unsigned bin, unsigned slot) {
#pragma unroll
    for (unsigned warp = 0; warp < Warps; ++warp) {
        unsigned const count = space.of_warp[warp].bin[bin];
        space.of_warp[warp].bin[bin] = static_cast<std::uint16_t>(slot);
        slot += count;
    }
}

} // namespace pradix::cuda
