// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/warp/scan.cuh"

namespace pradix::cuda {

// Exclusive scan of one value a thread, over all threads of the block. `of_warp` is shared; the caller synchronises
// before it is used again.
template <unsigned Warps>
__device__ unsigned scan_in_block(unsigned value, unsigned (&of_warp)[Warps]) {
    unsigned const inclusive = scan_in_warp(value);
    if (lane_of_thread() == warp_lanes - 1)
        of_warp[warp_of_thread()] = inclusive;
    __syncthreads(); // each warp has said its sum
    unsigned const lane = lane_of_thread();
    return inclusive - value + __reduce_add_sync(all_lanes, lane < warp_of_thread() ? of_warp[lane] : 0);
}

} // namespace pradix::cuda
