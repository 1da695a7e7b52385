// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime.h>

namespace pradix::cuda {

// First in every kernel that enqueue() starts: such a kernel may be on its way before the one in front of it has ended
// (programmatic dependent launch). By all threads.
__device__ inline void wait_only() {
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
}

// Lets the kernel behind come. Not where most of many blocks may have nothing to do: saying so takes as long as
// starting a block, and a block that has ended has said so.
__device__ inline void let_next_kernel_come() {
#if __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}

// The usual order: the next kernel is on its way while this one waits.
__device__ inline void wait_for_previous_kernel() {
    let_next_kernel_come();
    wait_only();
}

} // namespace pradix::cuda
