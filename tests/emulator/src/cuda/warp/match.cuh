// SPDX-License-Identifier: MIT
// Stands for the header of this name in src/, which has instructions of the GPU in it.
#pragma once

#include "src/cuda/plans/tile_shapes.hpp"

#include <cuda_runtime.h>

namespace pradix::cuda {

inline constexpr std::uint32_t all_lanes = ~0u;

inline unsigned lane_of_thread() {
    return threadIdx.x % warp_lanes;
}
inline unsigned warp_of_thread() {
    return threadIdx.x / warp_lanes;
}

template <unsigned = radix_bits>
std::uint32_t lanes_with_digit(unsigned digit) {
    return of_all_lanes(digit, [&](auto const& digits) {
        std::uint32_t peers = 0;
        for (unsigned lane = 0; lane < warp_lanes; ++lane)
            peers |= (digits[lane] == digit ? 1u : 0u) << lane;
        return peers;
    });
}

inline std::uint32_t lanes_below() {
    return (1u << lane_of_thread()) - 1;
}
inline std::uint32_t lanes_above() {
    return ~lanes_below() << 1;
}

} // namespace pradix::cuda
