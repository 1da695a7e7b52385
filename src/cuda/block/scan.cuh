// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/warp/scan.cuh"

namespace pradix::cuda {

// For sums over a block: each warp says what it has by its last lane, to shared memory; threads meet; and each warp
// asks what those before it have.
template <unsigned Warps>
__device__ void say_of_warp(unsigned mine, unsigned (&of_warp)[Warps]) {
    if (lane_of_thread() == warp_lanes - 1)
        of_warp[warp_of_thread()] = mine;
}
template <unsigned Warps>
__device__ unsigned sum_before_warp(unsigned const (&of_warp)[Warps]) {
    unsigned const lane = lane_of_thread();
    return __reduce_add_sync(all_lanes, lane < warp_of_thread() ? of_warp[lane] : 0);
}

// Exclusive scan of one value a thread, over all threads of the block. `of_warp` is shared; the caller synchronises
// before it is used again.
template <unsigned Warps>
__device__ unsigned scan_in_block(unsigned value, unsigned (&of_warp)[Warps]) {
    unsigned const inclusive = scan_in_warp(value);
    say_of_warp(inclusive, of_warp);
    __syncthreads(); // each warp has said its sum
    return inclusive - value + sum_before_warp(of_warp);
}

// Exclusive scan of counters in shared memory, in place; a thread looks after some neighbouring ones, four at a time,
// if it has any, and calls see(four) for these. The caller synchronises before they are read.
template <unsigned Fours, unsigned Warps, class See>
__device__ void scan_fours(uint4* mine, bool has_any, unsigned (&of_warp)[Warps], See const& see) {
    uint4 counts[Fours];
    unsigned sum = 0;
#pragma unroll
    for (unsigned i = 0; i < Fours; ++i) {
        uint4 const each = counts[i] = has_any ? mine[i] : uint4{};
        sum += each.x + each.y + each.z + each.w;
        see(each);
    }
    unsigned begin = scan_in_block(sum, of_warp);
#pragma unroll
    for (unsigned i = 0; i < Fours; ++i) {
        uint4 const each = counts[i];
        if (has_any)
            mine[i] = {begin, begin + each.x, begin + each.x + each.y, begin + each.x + each.y + each.z};
        begin += each.x + each.y + each.z + each.w;
    }
}

} // namespace pradix::cuda
