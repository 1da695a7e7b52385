// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/warp/words.cuh"

namespace pradix::cuda {

// The or of one value a lane, for all lanes.
template <class Bits>
__device__ Bits or_in_warp(Bits value) {
    return by_words(value, [](unsigned word) { return __reduce_or_sync(all_lanes, word); });
}

// What each lane has counted, in a sum of all warps.
inline __device__ void add_up(unsigned mine, unsigned& sum) {
    mine = __reduce_add_sync(all_lanes, mine);
    if (lane_of_thread() == 0 && mine != 0)
        atomicAdd(&sum, mine);
}

// The least of one value a lane, for all lanes; of 8 bytes at most.
template <class Bits>
__device__ Bits least_in_warp(Bits value) {
    if constexpr (sizeof(Bits) <= 4) {
        return static_cast<Bits>(__reduce_min_sync(all_lanes, value));
    } else {
        auto const high = static_cast<unsigned>(value >> 32);
        unsigned const least = __reduce_min_sync(all_lanes, high);
        auto const low = high == least ? static_cast<unsigned>(value) : ~0u;
        return Bits{least} << 32 | __reduce_min_sync(all_lanes, low);
    }
}

} // namespace pradix::cuda
