// SPDX-License-Identifier: MIT
// Few keys of one or two bytes without values: one block counts them and writes them anew.
#pragma once

#include "src/cuda/block/counted/byte_counter.cuh"
#include "src/cuda/block/counted/sparse_counter.cuh"
#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

// By a byte_counter or a sparse_counter.
template <class Counter, class Bits>
__global__ __launch_bounds__(Counter::threads) void count_in_one_block(counted_keys<Bits> const keys) {
    auto& shared = at_kept_address(dynamic_space<typename Counter::space>());
    wait_for_previous_kernel();
    Counter{shared, keys}.run();
}

} // namespace pradix::cuda
