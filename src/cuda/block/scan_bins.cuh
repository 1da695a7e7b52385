// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/warp/scan.cuh"

namespace pradix::cuda {

inline constexpr unsigned bin_warps = bins / warp_lanes;

// Exclusive scan of one value a bin, held by the thread of the bin's number; other threads pass anything.
// All threads of the block call it. `sums` is shared; the caller synchronises before it is used again.
template <class T, unsigned Warps>
__device__ T scan_bins(T value, T (&sums)[Warps]) {
    T const inclusive = scan_in_warp(value);
    unsigned const warp = warp_of_thread();
    if (warp < Warps && lane_of_thread() == warp_lanes - 1)
        sums[warp] = inclusive;
    __syncthreads(); // sums are written before they are read
    T before = 0;
#pragma unroll
    for (unsigned w = 0; w < Warps; ++w)
        before += w < warp ? sums[w] : 0;
    return before + inclusive - value;
}

} // namespace pradix::cuda
