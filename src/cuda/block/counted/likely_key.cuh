// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/warp/likely_bin.cuh"

namespace pradix::cuda {

// A key that many lanes of a warp are likely to have at once, or no_bin: told by samples from all over so many keys,
// the same ones for all blocks. By all lanes of a warp; key_at(i) is the i-th key, as a number, or no_bin.
template <class KeyAt>
__device__ unsigned likely_key(std::uint64_t count, KeyAt const& key_at) {
    constexpr unsigned of_lane = 4;
    if (count == 0)
        return no_bin;
    std::uint64_t const apart = count / (of_lane * warp_lanes);
    unsigned samples[of_lane];
#pragma unroll
    for (unsigned i = 0; i < of_lane; ++i)
        samples[i] = key_at((i * warp_lanes + lane_of_thread()) * apart);
    return likely_among<8, 1>(samples, warp_lanes * of_lane / 5);
}

} // namespace pradix::cuda
