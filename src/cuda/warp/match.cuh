// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/plans/tile_shapes.hpp"

#include <cstdint>

namespace pradix::cuda {

inline constexpr std::uint32_t all_lanes = ~0u;

__device__ inline unsigned lane_of_thread() {
    return threadIdx.x % warp_lanes;
}

__device__ inline unsigned warp_of_thread() {
    return threadIdx.x / warp_lanes;
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

// All ones, without the compiler knowing: it would make an addition of a multiplication by a constant -1.
__device__ inline std::uint32_t opaque_ones() {
    std::uint32_t others;
    asm("mov.u32 %0, %%lanemask_ge;" : "=r"(others));
    return lanes_below() | others;
}

// The lanes of this warp that hold the same digit, by one ballot a bit (Ashkiani et al., "GPU Multisplit", 2016).
// In PTX, for ballots and logic share the integer pipe, which would bound stable passes over keys alone: lanes whose
// bit is zero turn the ballot over by -x - 1, a multiplication, which has a pipe of its own.
template <unsigned Width = radix_bits>
__device__ std::uint32_t lanes_with_digit(unsigned digit) {
    std::uint32_t const minus_one = opaque_ones();
    std::uint32_t alike[Width];
#pragma unroll
    for (unsigned bit = 0; bit < Width; ++bit)
        asm("{\n"
            "  .reg .pred one;\n"
            "  and.b32 %0, %1, %2;\n"
            "  setp.ne.u32 one, %0, 0;\n"
            "  vote.sync.ballot.b32 %0, one, 0xffffffff;\n"
            "  @!one mad.lo.s32 %0, %0, %3, %3;\n"
            "}"
            : "=&r"(alike[bit])
            : "r"(digit), "r"(1u << bit), "r"(minus_one));
    std::uint32_t peers = alike[0];
#pragma unroll
    for (unsigned bit = 1; bit + 1 < Width; bit += 2) // all three in one instruction
        asm("lop3.b32 %0, %0, %1, %2, 0x80;" : "+r"(peers) : "r"(alike[bit]), "r"(alike[bit + 1]));
    return Width % 2 == 0 ? peers & alike[Width - 1] : peers;
}

} // namespace pradix::cuda
