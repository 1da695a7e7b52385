// SPDX-License-Identifier: MIT
// A hash of a key's image (multiplicative: Knuth, The Art of Computer Programming 3, section 6.4), of which the upper
// bits are the best.
#pragma once

#include <cstdint>

namespace pradix::cuda {

inline constexpr std::uint64_t mixes_bits = 0x9e3779b97f4a7c15;

// Different for different keys of up to 8 bytes. A bit of a product depends on no higher one of its factors, hence the
// upper half goes to the lower one first: keys may differ in the upper half alone, as doubles do that were floats.
template <class Bits>
__device__ std::uint64_t mixed(Bits image, std::uint64_t multiplier = mixes_bits) {
    std::uint64_t folded = static_cast<std::uint64_t>(image);
    if constexpr (sizeof(Bits) > 8)
        folded ^= static_cast<std::uint64_t>(image >> 64) * 0xbf58476d1ce4e5b9;
    if constexpr (sizeof(Bits) >= 8)
        folded ^= folded >> 32;
    return folded * multiplier;
}

} // namespace pradix::cuda
