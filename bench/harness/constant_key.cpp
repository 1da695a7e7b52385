// SPDX-License-Identifier: MIT
#include "bench/harness/constant_key.hpp"

#include "src/core/number_in.hpp"

#include <pradix/error.hpp>

#include <bit>
#include <cmath>
#include <optional>

namespace pradix::bench {
namespace {

// Rounds to the nearest value of a binary format with the given sizes, to even on a tie.
std::uint64_t encode_float(double value, unsigned mantissa, unsigned width) {
    int const bias = (1 << (width - mantissa - 2)) - 1;
    double const magnitude = std::abs(value);
    int const exponent = magnitude == 0 ? 1 - bias : std::max(std::ilogb(magnitude), 1 - bias);
    auto const units = static_cast<std::uint64_t>(std::nearbyint(std::ldexp(magnitude, int(mantissa) - exponent)));
    std::uint64_t const sign = std::signbit(value) ? std::uint64_t{1} << (width - 1) : 0;
    // A rounding carry moves into the exponent by itself; a subnormal has no hidden bit and exponent field 0.
    return sign | (units + (static_cast<std::uint64_t>(exponent + bias - 1) << mantissa));
}

} // namespace

key_bits constant_key(key_type type, distribution const& what) {
    double const value = what.parameter;
    key_space const space(type);
    auto const refuse = [&] {
        throw invalid_argument("fill keys with " + to_string(what) + ": " + std::string(name(type)) +
                               " has no such value; take one that it can hold");
    };
    if (space.mantissa != 0) {
        if (type == key_type::f64)
            return {std::bit_cast<std::uint64_t>(value), 0};
        std::uint64_t const bits = encode_float(value, space.mantissa, space.width);
        std::uint64_t const infinity = (std::uint64_t{1} << (space.width - 1)) - (std::uint64_t{1} << space.mantissa);
        int const largest_exponent = (1 << (space.width - space.mantissa - 2)) - 1;
        if (std::ilogb(value) > largest_exponent || (bits & infinity) == infinity)
            refuse();
        return {bits, 0};
    }
    int const whole = type == key_type::boolean ? 1 : 8 * static_cast<int>(key_bytes(type));
    double const end = std::ldexp(1.0, space.is_signed ? whole - 1 : whole);
    // The largest number of a type may be its end, as a double.
    if (value != std::trunc(value) || value > end || value < (space.is_signed ? -end : 0))
        refuse();
    bool const is_negative = value < 0;
    auto const magnitude = !what.digits.empty() ? core::number_of_digits(what.digits.substr(is_negative ? 1 : 0))
                           : value < 0x1p128    ? std::optional(static_cast<wide>(std::abs(value)))
                                                : std::nullopt;
    wide const half = wide{1} << (whole - 1);
    wide const most = space.is_signed ? half - (is_negative ? 0 : 1) : half - 1 + half;
    if (!magnitude || *magnitude > most)
        refuse();
    wide const bits = is_negative ? -*magnitude : *magnitude;
    bool const two_words = key_bytes(type) == 16;
    return {static_cast<std::uint64_t>(two_words ? bits >> 64 : bits), static_cast<std::uint64_t>(bits)};
}

} // namespace pradix::bench
