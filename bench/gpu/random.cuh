// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

namespace pradix::bench::gpu {

// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014 (splitmix64).
__device__ inline std::uint64_t random_bits(std::uint64_t seed) {
    std::uint64_t z = (seed + 1) * 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

// From 0 to less than 1.
__device__ inline double share_of(std::uint64_t any) {
    return static_cast<double>(any >> 11) * 0x1p-53;
}

// Of the standard normal distribution, from two independent words (Box and Muller, 1958).
__device__ inline double normal_from(std::uint64_t any, std::uint64_t other) {
    return sqrt(-2 * log1p(-share_of(any))) * cospi(2 * share_of(other));
}

} // namespace pradix::bench::gpu
