// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/warp/match.cuh"

namespace pradix::cuda {

inline constexpr unsigned no_bin = ~0u;

// A bin that so many of a warp's samples have, if one of `Asked` lanes has it, of which each tells its first sample;
// else no_bin. By all lanes, each with some samples; `Unrolled` questions are asked at once.
template <unsigned Asked, unsigned Unrolled, unsigned Samples>
__device__ unsigned likely_among(unsigned const (&samples)[Samples], unsigned many) {
    unsigned likely = no_bin;
#pragma unroll Unrolled
    for (unsigned lane = 0; lane < warp_lanes; lane += warp_lanes / Asked) {
        unsigned const bin = __shfl_sync(all_lanes, samples[0], lane);
        unsigned alike = 0;
#pragma unroll
        for (unsigned const sample : samples)
            alike += __popc(__ballot_sync(all_lanes, bin == sample));
        if (alike >= many)
            likely = bin;
    }
    return likely;
}

// A bin that many of the lanes have.
__device__ inline unsigned likely_bin(unsigned mine) {
    unsigned const samples[] = {mine};
    return likely_among<4, 4>(samples, warp_lanes / 4);
}

} // namespace pradix::cuda
