// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/warp/match.cuh"

namespace pradix::cuda {

// What the lane whose number differs in these bits has. By all lanes.
template <class Bits>
__device__ Bits of_lane_across(Bits mine, unsigned bits_of_lane) {
    if constexpr (sizeof(Bits) <= 4) {
        return static_cast<Bits>(__shfl_xor_sync(all_lanes, static_cast<unsigned>(mine), bits_of_lane));
    } else {
        Bits other = 0;
#pragma unroll
        for (unsigned word = 0; word < sizeof(Bits) / 4; ++word)
            other |=
                static_cast<Bits>(__shfl_xor_sync(all_lanes, static_cast<unsigned>(mine >> 32 * word), bits_of_lane))
                << 32 * word;
        return other;
    }
}

} // namespace pradix::cuda
