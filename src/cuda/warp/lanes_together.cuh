// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/warp/match.cuh"

namespace pradix::cuda {

// Lanes that have something in common count it together, by one of them: each for itself, they would wait for each
// other. By all lanes of a warp.
class lanes_together {
public:
    __device__ explicit lanes_together(bool has_it) : has_it_(has_it), with_it_(__ballot_sync(all_lanes, has_it)) {}

    // Whether the lane counts, for itself or for all, and how much.
    __device__ bool counts() const { return !has_it_ || (with_it_ & lanes_below()) == 0; }
    __device__ unsigned times() const { return has_it_ ? __popc(with_it_) : 1; }
    // So many that have it come before the lane, if it has it; and which one counts.
    __device__ unsigned before() const { return has_it_ ? __popc(with_it_ & lanes_below()) : 0; }
    __device__ unsigned first() const { return (__ffs(with_it_) - 1) & (warp_lanes - 1); }

private:
    bool const has_it_;
    std::uint32_t const with_it_;
};

} // namespace pradix::cuda
