// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/warp/match.cuh"

namespace pradix::cuda {

inline constexpr unsigned no_bin = ~0u;

// A bin that many of the lanes have, if some lanes that are asked do; else no_bin. By all lanes.
__device__ inline unsigned likely_bin(unsigned mine) {
    constexpr unsigned many = warp_lanes / 4;
    unsigned likely = no_bin;
#pragma unroll
    for (unsigned lane = 0; lane < warp_lanes; lane += warp_lanes / 4) {
        unsigned const bin = __shfl_sync(all_lanes, mine, lane);
        if (__popc(__ballot_sync(all_lanes, mine == bin)) >= many)
            likely = bin;
    }
    return likely;
}

} // namespace pradix::cuda
