// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/warp/scan.cuh"

namespace pradix::cuda {

// For sums over a block: each warp says what it has by its last lane, to shared memory; threads meet; and each warp
// asks what those before it have, or all.
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

template <unsigned Warps>
__device__ unsigned sum_of_warps(unsigned const (&of_warp)[Warps]) {
    unsigned const lane = lane_of_thread();
    return __reduce_add_sync(all_lanes, lane < Warps ? of_warp[lane] : 0);
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

// Exclusive scan of counters in shared memory, in place, of fewer than 2^16 things. A thread looks after one or two
// vectors of them, if it has any, of which it calls see(four). Two vectors of a thread next to each other would be in
// the way of its neighbours': they are half of all apart. The caller synchronises before counters are read.
template <unsigned Vectors, unsigned Warps, class See>
__device__ void scan_fours(uint4* fours, bool has_any, unsigned (&of_warp)[Warps], See const& see) {
    static_assert(Vectors == 1 || Vectors == 2);
    constexpr unsigned threads = Warps * warp_lanes;
    uint4* const mine = fours + threadIdx.x;
    uint4 counts[Vectors];
    unsigned sums = 0; // of the first vector, and of the second one in the upper half
#pragma unroll
    for (unsigned i = 0; i < Vectors; ++i) {
        uint4 const each = counts[i] = has_any ? mine[i * threads] : uint4{};
        sums += (each.x + each.y + each.z + each.w) << 16 * i;
        see(each);
    }
    unsigned const before = scan_in_block(sums, of_warp);
#pragma unroll
    for (unsigned i = 0; i < Vectors; ++i) {
        uint4 const each = counts[i];
        unsigned const begin = i == 0 ? before & 0xffff : (sum_of_warps(of_warp) & 0xffff) + (before >> 16);
        if (has_any)
            mine[i * threads] = {begin, begin + each.x, begin + each.x + each.y, begin + each.x + each.y + each.z};
    }
}

} // namespace pradix::cuda
