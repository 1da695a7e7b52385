// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/warp/reduce.cuh"

namespace pradix::cuda {

// The or of one value a thread, for all threads of the block. `of_warp` is shared; the caller synchronises before it is
// used again.
template <class Bits, unsigned Warps>
__device__ Bits or_in_block(Bits value, Bits (&of_warp)[Warps]) {
    value = or_in_warp(value);
    if (lane_of_thread() == 0)
        of_warp[warp_of_thread()] = value;
    __syncthreads(); // each warp has said its part
    return or_in_warp(of_warp[lane_of_thread() % Warps]);
}

} // namespace pradix::cuda
