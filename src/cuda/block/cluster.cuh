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
        arrive();
        wait();
    }

    // The same in two steps, by turns: what is written before the first one is seen behind the second one.
    __device__ void arrive() const {
#if __CUDA_ARCH__ >= 900
        cooperative_groups::this_cluster().barrier_arrive();
#endif
    }
    __device__ void wait() const {
#if __CUDA_ARCH__ >= 900
        cooperative_groups::this_cluster().barrier_wait();
#else
        __syncthreads(); // the block is its own cluster
#endif
    }

    // Instead of the first step, where nothing was written that others need: waits for nothing.
    __device__ void arrive_silently() const {
#if __CUDA_ARCH__ >= 900
        __cluster_barrier_arrive_relaxed();
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
