// SPDX-License-Identifier: MIT
// Bit operations on the unsigned integers that keys become, 8 to 128 bits wide.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pradix::core {

__extension__ using uint128 = unsigned __int128;

template <class Bits>
inline constexpr unsigned bit_count = sizeof(Bits) * 8;

template <class Bits>
constexpr Bits low_mask(unsigned bits) {
    return bits >= bit_count<Bits> ? static_cast<Bits>(~Bits{0}) : static_cast<Bits>((Bits{1} << bits) - 1);
}

// All ones if the top bit is set, else 0.
template <class Bits>
constexpr Bits sign_mask(Bits value) {
    return static_cast<Bits>(Bits{0} - static_cast<Bits>(value >> (bit_count<Bits> - 1)));
}

template <class Bits>
constexpr Bits rotate_left(Bits value, unsigned count) {
    return static_cast<Bits>((value << count) | (value >> ((bit_count<Bits> - count) % bit_count<Bits>)));
}

template <class Bits>
constexpr Bits rotate_right(Bits value, unsigned count) {
    return static_cast<Bits>((value >> count) | (value << ((bit_count<Bits> - count) % bit_count<Bits>)));
}

// Bits needed to write the value: 0 for 0.
template <class Bits>
constexpr unsigned bit_width(Bits value) {
    if constexpr (sizeof(Bits) == 16) {
        auto const high = static_cast<std::uint64_t>(value >> 64);
        return high ? 64 + bit_width(high) : bit_width(static_cast<std::uint64_t>(value));
    } else {
        auto const wide = static_cast<std::uint64_t>(value);
        return wide ? 64 - static_cast<unsigned>(__builtin_clzll(wide)) : 0;
    }
}

} // namespace pradix::core
