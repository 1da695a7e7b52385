// SPDX-License-Identifier: MIT
// Compares keys by value: integers as integers, floats by IEEE total order. Only a bit range makes it look at bits.
#pragma once

#include "cli/half.hpp"
#include "cli/key_visit.hpp"
#include "cli/order_check.hpp"

#include <bit>
#include <cmath>
#include <compare>
#include <cstdint>
#include <type_traits>

namespace pradix::cli {

template <std::size_t Bytes>
using unsigned_of =
    std::conditional_t<Bytes == 1, std::uint8_t,
                       std::conditional_t<Bytes == 2, std::uint16_t,
                                          std::conditional_t<Bytes == 4, std::uint32_t,
                                                             std::conditional_t<Bytes == 8, std::uint64_t, uint128>>>>;

template <class T>
inline constexpr bool is_float = std::is_floating_point_v<T> || std::is_same_v<T, f16> || std::is_same_v<T, bf16>;

inline float number(f16 key) {
    return to_float(key);
}
inline float number(bf16 key) {
    return to_float(key);
}
inline float number(float key) {
    return key;
}
inline double number(double key) {
    return key;
}

template <class T>
auto bits_of(T key) {
    return std::bit_cast<unsigned_of<sizeof(T)>>(key);
}

// NaNs among themselves: negative before positive and, as for numbers, the larger magnitude further out.
template <class T>
std::strong_ordering compare_nans(T a, T b) {
    bool const a_negative = std::signbit(number(a)), b_negative = std::signbit(number(b));
    if (a_negative != b_negative)
        return a_negative ? std::strong_ordering::less : std::strong_ordering::greater;
    return a_negative ? bits_of(b) <=> bits_of(a) : bits_of(a) <=> bits_of(b);
}

template <class T>
std::strong_ordering compare_total(T a, T b) {
    auto const x = number(a);
    auto const y = number(b);
    if (x < y)
        return std::strong_ordering::less;
    if (x > y)
        return std::strong_ordering::greater;
    if (x == y) // -0 before +0
        return std::signbit(y) <=> std::signbit(x);
    if (std::isnan(x) && std::isnan(y))
        return compare_nans(a, b);
    if (std::isnan(x))
        return std::signbit(x) ? std::strong_ordering::less : std::strong_ordering::greater;
    return std::signbit(y) ? std::strong_ordering::greater : std::strong_ordering::less;
}

struct forwards {
    template <class T>
    std::strong_ordering operator()(T a, T b) const {
        if constexpr (is_float<T>)
            return compare_total(a, b);
        else
            return a <=> b;
    }
};

// NaNs behind the numbers; ascending the positive ones first, descending the negative ones.
template <bool Descending>
struct nans_last {
    template <class T>
    std::strong_ordering operator()(T a, T b) const {
        auto const x = number(a);
        auto const y = number(b);
        bool const both = std::isnan(x) && std::isnan(y);
        if (!both && (std::isnan(x) || std::isnan(y)))
            return std::isnan(y) ? std::strong_ordering::less : std::strong_ordering::greater;
        if (both && std::signbit(x) != std::signbit(y))
            return std::signbit(x) == Descending ? std::strong_ordering::less : std::strong_ordering::greater;
        return Descending ? compare_total(b, a) : compare_total(a, b);
    }
};

struct backwards {
    template <class T>
    std::strong_ordering operator()(T a, T b) const {
        return forwards{}(b, a);
    }
};

// The key as the unsigned integer whose bits [begin, end) are compared.
template <class T>
struct by_bit_range {
    key_order how;

    auto image(T key) const {
        using Bits = unsigned_of<sizeof(T)>;
        constexpr unsigned width = sizeof(T) * 8;
        constexpr Bits sign = static_cast<Bits>(Bits{1} << (width - 1));
        auto bits = bits_of(key);
        if constexpr (is_float<T>)
            bits = static_cast<Bits>(bits & sign ? ~bits : bits ^ sign);
        else if constexpr (T(-1) < T(0))
            bits = static_cast<Bits>(bits ^ sign);
        if (how.direction == order::descending)
            bits = static_cast<Bits>(~bits);
        unsigned const end = how.bits.end_for(width);
        if (how.bits.begin >= end)
            return Bits{0};
        bits = static_cast<Bits>(bits << (width - end));
        return static_cast<Bits>(bits >> (width - end + how.bits.begin));
    }

    std::strong_ordering operator()(T a, T b) const { return image(a) <=> image(b); }
};

// Calls f with the comparison that `how` asks for.
template <class T, class Function>
auto with_comparison(key_order const& how, Function f) {
    bool const descending = how.direction == order::descending;
    if (!how.bits.is_all_of(8 * sizeof(T)))
        return f(by_bit_range<T>{how});
    if constexpr (is_float<T>)
        if (how.nans == nan_order::last)
            return descending ? f(nans_last<true>{}) : f(nans_last<false>{});
    return descending ? f(backwards{}) : f(forwards{});
}

} // namespace pradix::cli
