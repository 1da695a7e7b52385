// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/state/control.hpp"

namespace pradix::cuda {

// Whether this block is the last one of its kernel to come here: it sees all that the others have written to global
// memory before. By all threads; `answer` is shared. The count is left at zero for the next kernel.
inline __device__ bool ends_last(unsigned& finished_blocks, bool& answer) {
    __threadfence(); // what this block has written is seen before its end is
    __syncthreads(); // all threads have passed the fence
    if (threadIdx.x == 0) {
        answer = atomicAdd(&finished_blocks, 1u) == gridDim.x - 1;
        if (answer) {
            finished_blocks = 0;
            __threadfence(); // what others have written before is seen from here on
        }
    }
    __syncthreads(); // all threads know
    return answer;
}

} // namespace pradix::cuda
