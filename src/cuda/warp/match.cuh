// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/tuning.hpp"

#include <cstdint>

namespace pradix::cuda {

inline constexpr std::uint32_t all_lanes = ~0u;

__device__ inline unsigned lane_of_thread() {
    return threadIdx.x % warp_lanes;
}

__device__ inline unsigned warp_of_thread() {
    return threadIdx.x / warp_lanes;
}

// The lanes of this warp that hold the same digit, by one ballot a bit (Ashkiani et al., "GPU Multisplit", 2016).
// In PTX, because the compiler makes six instructions a bit of the same in C++, and these are what a pass is bound by.
template <unsigned Width = radix_bits>
__device__ std::uint32_t lanes_with_digit(unsigned digit) {
    std::uint32_t peers = all_lanes;
#pragma unroll
    for (unsigned bit = 0; bit < Width; ++bit)
        asm("{\n"
            "  .reg .pred one;\n"
            "  .reg .b32 ballot;\n"
            "  and.b32 ballot, %1, %2;\n"
            "  setp.ne.u32 one, ballot, 0;\n"
            "  vote.sync.ballot.b32 ballot, one, 0xffffffff;\n"
            "  @!one not.b32 ballot, ballot;\n"
            "  and.b32 %0, %0, ballot;\n"
            "}"
            : "+r"(peers)
            : "r"(digit), "r"(1u << bit));
    return peers;
}

__device__ inline std::uint32_t lanes_below() {
    std::uint32_t mask;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    return mask;
}

__device__ inline std::uint32_t lanes_above() {
    std::uint32_t mask;
    asm("mov.u32 %0, %%lanemask_gt;" : "=r"(mask));
    return mask;
}

} // namespace pradix::cuda
