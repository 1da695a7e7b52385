// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime.h>

namespace pradix::cuda {

// First in every kernel that enqueue() starts: such a kernel may be on its way before the one in front of it has ended
// (programmatic dependent launch), and lets the one behind it come as early.
__device__ inline void wait_for_previous_kernel() {
#if __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
    cudaGridDependencySynchronize();
#endif
}

} // namespace pradix::cuda
