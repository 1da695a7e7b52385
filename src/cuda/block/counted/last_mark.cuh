// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/warp/match.cuh"

namespace pradix::cuda {

// The last mark up to this lane that is not 0, else 0: marks rise from lane to lane, but for those that are 0.
__device__ inline unsigned last_mark_in_warp(unsigned mine) {
    std::uint32_t const marked = __ballot_sync(all_lanes, mine != 0) & ~lanes_above();
    unsigned const last = __shfl_sync(all_lanes, mine, marked == 0 ? 0 : 31 - __clz(marked));
    return marked == 0 ? 0 : last;
}

// The same of the threads before this one, by all threads of the block. Makes `all` the last one of all threads, if
// they have any. `of_warp` is shared, and is free again once all threads have come to the next call's.
template <unsigned Warps>
__device__ unsigned last_mark_before(unsigned mine, unsigned (&of_warp)[Warps], unsigned& all) {
    unsigned const in_warp = last_mark_in_warp(mine);
    unsigned const up_to_lane = __shfl_up_sync(all_lanes, in_warp, 1);
    if (lane_of_thread() == warp_lanes - 1)
        of_warp[warp_of_thread()] = in_warp;
    __syncthreads(); // all warps have said theirs, and have read what they said in the call before
    unsigned const of_lane = lane_of_thread() < Warps ? of_warp[lane_of_thread()] : 0;
    unsigned const of_warps = __reduce_max_sync(all_lanes, lane_of_thread() < warp_of_thread() ? of_lane : 0);
    all = max(all, __reduce_max_sync(all_lanes, of_lane));
    return max(of_warps, lane_of_thread() == 0 ? 0 : up_to_lane);
}

} // namespace pradix::cuda
