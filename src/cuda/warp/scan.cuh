// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/warp/match.cuh"

namespace pradix::cuda {

// Inclusive scan over the lanes of a warp (Hillis and Steele, "Data Parallel Algorithms", 1986).
template <class T>
__device__ T scan_in_warp(T value) {
#pragma unroll
    for (unsigned distance = 1; distance < warp_lanes; distance *= 2) {
        T const before = __shfl_up_sync(all_lanes, value, distance);
        if (lane_of_thread() >= distance)
            value += before;
    }
    return value;
}

} // namespace pradix::cuda
