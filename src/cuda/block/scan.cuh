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

// Sums of two vectors fit a word: below 2^16 each.
template <unsigned Vectors>
inline constexpr unsigned words_of_sums = (Vectors + 1) / 2;

// Exclusive scan of counters in shared memory, in place, of fewer than 2^16 things. A thread looks after some vectors
// of them, if it has any, of which it calls see(four). Vectors of a thread next to each other would be in the way of
// its neighbours': they lie as far apart as there are threads. The caller synchronises before counters are read.
template <unsigned Vectors, unsigned Warps, class See>
__device__ void scan_fours(uint4* fours, bool has_any, unsigned (&of_warp)[words_of_sums<Vectors>][Warps],
                           See const& see) {
    constexpr unsigned threads = Warps * warp_lanes, words = words_of_sums<Vectors>;
    uint4* const mine = fours + threadIdx.x;
    uint4 counts[Vectors];
    unsigned sums[words] = {}, before[words]; // of every other vector in the upper half
#pragma unroll
    for (unsigned i = 0; i < Vectors; ++i) {
        uint4 const each = counts[i] = has_any ? mine[i * threads] : uint4{};
        sums[i / 2] += (each.x + each.y + each.z + each.w) << 16 * (i % 2);
        see(each);
    }
#pragma unroll
    for (unsigned w = 0; w < words; ++w) {
        unsigned const inclusive = scan_in_warp(sums[w]);
        say_of_warp(inclusive, of_warp[w]);
        before[w] = inclusive - sums[w];
    }
    __syncthreads();    // each warp has said its sums
    unsigned first = 0; // of the vector, of all threads
#pragma unroll
    for (unsigned i = 0; i < Vectors; ++i) {
        unsigned const w = i / 2, half = 16 * (i % 2);
        if (half == 0)
            before[w] += sum_before_warp(of_warp[w]);
        uint4 const each = counts[i];
        unsigned const begin = first + (before[w] >> half & 0xffff);
        if (has_any)
            mine[i * threads] = {begin, begin + each.x, begin + each.x + each.y, begin + each.x + each.y + each.z};
        if (i + 1 < Vectors)
            first += sum_of_warps(of_warp[w]) >> half & 0xffff;
    }
}

} // namespace pradix::cuda
