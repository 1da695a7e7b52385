// SPDX-License-Identifier: MIT
// binary16 and bfloat16 to float and back, rounding to nearest, ties to even.
#pragma once

#include <pradix/key.hpp>

#include <bit>
#include <cmath>
#include <cstdint>

namespace pradix::cli {

inline float to_float(bf16 value) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits) << 16);
}

inline float to_float(f16 value) {
    std::uint32_t const sign = static_cast<std::uint32_t>(value.bits & 0x8000) << 16;
    std::uint32_t const exponent = (value.bits >> 10) & 31, fraction = value.bits & 0x3ffu;
    if (exponent == 0) // zero or subnormal: a multiple of 2^-24
        return std::copysign(static_cast<float>(fraction) * 0x1p-24f, std::bit_cast<float>(sign | 0x3f800000));
    std::uint32_t const wide = exponent == 31 ? 255 : exponent + 112;
    return std::bit_cast<float>(sign | wide << 23 | fraction << 13);
}

inline bf16 to_bf16(float value) {
    auto const bits = std::bit_cast<std::uint32_t>(value);
    if (std::isnan(value))
        return {static_cast<std::uint16_t>(bits >> 16 | 0x40)};
    return {static_cast<std::uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16)};
}

inline f16 to_f16(float value) {
    auto const bits = std::bit_cast<std::uint32_t>(value);
    std::uint32_t const sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    std::uint32_t result;
    if (std::isnan(value))
        result = 0x7e00 | (magnitude >> 13 & 0x3ff);
    else if (magnitude >= 0x477ff000) // from 65520 on the nearest is infinity
        result = 0x7c00;
    else if (magnitude < 0x38800000) // below 2^-14: subnormal; rounding up may reach the smallest normal number
        result = static_cast<std::uint32_t>(std::nearbyint(std::fabs(value) * 0x1p24f));
    else
        result = (magnitude - 0x38000000 + 0xfff + ((magnitude >> 13) & 1)) >> 13;
    return {static_cast<std::uint16_t>(sign | result)};
}

} // namespace pradix::cli
