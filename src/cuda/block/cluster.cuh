// SPDX-License-Identifier: MIT
// Blocks that run at once and see each other's shared memory (CUDA programming guide, thread block clusters). Where a
// device has none, or a kernel was launched without, a block is alone.
#pragma once

#include <cuda_runtime.h>

#if __CUDA_ARCH__ >= 900
#include <cooperative_groups.h>
#endif

namespace pradix::cuda {

struct block_cluster {
    unsigned size = 1, rank = 0;

    static __device__ block_cluster of_this_block() {
#if __CUDA_ARCH__ >= 900
        auto const cluster = cooperative_groups::this_cluster();
        return {cluster.num_blocks(), cluster.block_rank()};
#else
        return {};
#endif
    }

    // By all threads of all its blocks. What they have written, also to each other, is seen then.
    __device__ void meet() const {
#if __CUDA_ARCH__ >= 900
        cooperative_groups::this_cluster().sync();
#else
        __syncthreads();
#endif
    }

    // The same variable in the shared memory of another block, which must not have ended.
    template <class T>
    __device__ T& of_block([[maybe_unused]] unsigned other, T& shared) const {
#if __CUDA_ARCH__ >= 900
        return *cooperative_groups::this_cluster().map_shared_rank(&shared, other);
#else
        return shared;
#endif
    }
};

} // namespace pradix::cuda
