// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>

namespace pradix::test {

// Keys that a product makes of their numbers: spread evenly, no two alike, and the number of each can be found.
template <class T>
struct multiples {
    static_assert(std::is_unsigned_v<T> && sizeof(T) >= 4);
    static constexpr T factor = static_cast<T>(0x9e3779b97f4a7c15 >> (64 - 8 * sizeof(T)));

    // Each round of Newton's doubles the bits that are right, three at first.
    static constexpr T inverse() {
        T x = factor;
        for (unsigned bits = 3; bits < 8 * sizeof(T); bits *= 2)
            x *= 2 - factor * x;
        return x;
    }
    static constexpr T key(std::uint64_t number) { return static_cast<T>(number * factor); }
    static constexpr std::uint64_t number(T key) { return static_cast<T>(key * inverse()); }
};
static_assert(multiples<std::uint32_t>::number(multiples<std::uint32_t>::key(12'345)) == 12'345);
static_assert(multiples<std::uint64_t>::number(multiples<std::uint64_t>::key(12'345)) == 12'345);

} // namespace pradix::test
