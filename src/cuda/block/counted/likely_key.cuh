// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/warp/likely_bin.cuh"

namespace pradix::cuda {

// A key that many lanes of a warp are likely to have at once, or no_bin: told by samples from all over the keys, the
// same ones for all blocks. By all lanes of a warp.
template <class Bits>
__device__ unsigned likely_key(Bits const* keys, std::uint64_t count) {
    constexpr unsigned of_lane = 4, asked = 8, many = warp_lanes * of_lane / 5;
    if (count == 0)
        return no_bin;
    std::uint64_t const apart = count / (of_lane * warp_lanes);
    unsigned samples[of_lane];
#pragma unroll
    for (unsigned i = 0; i < of_lane; ++i)
        samples[i] = keys[(i * warp_lanes + lane_of_thread()) * apart];
    unsigned likely = no_bin;
#pragma unroll 1
    for (unsigned lane = 0; lane < warp_lanes; lane += warp_lanes / asked) {
        unsigned const key = __shfl_sync(all_lanes, samples[0], lane);
        unsigned alike = 0;
#pragma unroll
        for (unsigned const sample : samples)
            alike += __popc(__ballot_sync(all_lanes, sample == key));
        if (alike >= many)
            likely = key;
    }
    return likely;
}

} // namespace pradix::cuda
