// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/warp/reduce.cuh"

namespace pradix::cuda {

// Replaces each of the values by its or over all threads of the block. `of_warp` is shared; the caller synchronises before
// it is used again.
template <class Bits, unsigned Values, unsigned Warps>
__device__ void or_in_block(Bits (&values)[Values], Bits (&of_warp)[Values][Warps]) {
#pragma unroll
    for (unsigned i = 0; i < Values; ++i) {
        values[i] = or_in_warp(values[i]);
        if (lane_of_thread() == 0)
            of_warp[i][warp_of_thread()] = values[i];
    }
    __syncthreads(); // each warp has said its part
#pragma unroll
    for (unsigned i = 0; i < Values; ++i)
        values[i] = or_in_warp(of_warp[i][lane_of_thread() % Warps]);
}

} // namespace pradix::cuda
