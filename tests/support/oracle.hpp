// SPDX-License-Identifier: MIT
// The order that the library promises, written a second time from its definition alone: arithmetic on ranks and
// std::stable_sort, none of the library's bit tricks. What the library returns is compared with this.
#pragma once

#include <pradix/key.hpp>
#include <pradix/options.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <vector>

namespace pradix::test {

__extension__ using wide = unsigned __int128;

constexpr unsigned width_of(key_type type) {
    return static_cast<unsigned>(8 * key_bytes(type));
}

// 2^(width - 1): as many keys have their sign bit clear, and as many have it set.
constexpr wide half_of(key_type type) {
    return wide{1} << (width_of(type) - 1);
}

constexpr wide last_rank(key_type type) {
    return half_of(type) - 1 + half_of(type);
}

constexpr bool has_sign(key_type type) {
    return is_floating(type) || (type >= key_type::i8 && type <= key_type::i128);
}

inline wide stored_bits(key_type type, std::byte const* key) {
    wide bits = 0;
    std::memcpy(&bits, key, key_bytes(type));
    return bits;
}

// How many patterns of the type come before this one: by value for integers, in IEEE 754 total order for floats.
constexpr wide rank_of_bits(key_type type, wide bits) {
    wide const half = half_of(type);
    if (!has_sign(type))
        return bits;
    bool const negative = bits >= half;
    if (!is_floating(type))
        return negative ? bits - half : bits + half;
    return negative ? (half - 1) - (bits - half) : half + bits;
}

constexpr wide bits_of_rank(key_type type, wide rank) {
    wide const half = half_of(type);
    if (!has_sign(type))
        return rank;
    bool const negative = rank < half;
    if (!is_floating(type))
        return negative ? rank + half : rank - half;
    return negative ? half + (half - 1 - rank) : rank - half;
}

constexpr wide infinity_bits(key_type type) {
    switch (type) {
    case key_type::f16:
        return 0x7c00;
    case key_type::bf16:
        return 0x7f80;
    case key_type::f32:
        return 0x7f80'0000;
    default:
        return 0x7ff0'0000'0000'0000;
    }
}

constexpr bool is_nan_bits(key_type type, wide bits) {
    return is_floating(type) && bits % half_of(type) > infinity_bits(type);
}

// The place of a pattern among all patterns, 0 for the first, in the direction and with the NaN policy of `how`.
// With nan_order::last the NaNs that would be in front follow all others.
constexpr wide place_of_bits(key_type type, wide bits, options const& how) {
    wide place = rank_of_bits(type, bits);
    if (how.direction == order::descending)
        place = last_rank(type) - place;
    if (is_floating(type) && how.nans == nan_order::last) {
        wide const nans_in_front = half_of(type) - 1 - infinity_bits(type);
        place = place >= nans_in_front ? place - nans_in_front : place + 2 * half_of(type) - nans_in_front;
    }
    return place;
}

// The part of the place that `how.bits` compares.
constexpr wide compared_part(key_type type, wide place, options const& how) {
    unsigned const width = width_of(type);
    unsigned const end = how.bits.end == bit_range::whole ? width : how.bits.end;
    if (how.bits.begin == end)
        return 0;
    wide const kept = end == 128 ? place : place % (wide{1} << end);
    return kept >> how.bits.begin;
}

inline std::vector<wide> compared_parts(key_type type, std::byte const* keys, std::size_t count, options const& how) {
    std::size_t const bytes = key_bytes(type);
    std::vector<wide> parts(count);
    for (std::size_t i = 0; i < count; ++i)
        parts[i] = compared_part(type, place_of_bits(type, stored_bits(type, keys + i * bytes), how), how);
    return parts;
}

// The stable permutation: the index of the key that comes first, of the one that comes second ...
inline std::vector<std::size_t> stable_order(std::vector<wide> const& parts) {
    std::vector<std::size_t> order(parts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return parts[a] < parts[b]; });
    return order;
}

inline std::vector<std::byte> gathered(std::byte const* items, std::size_t bytes,
                                       std::vector<std::size_t> const& order) {
    std::vector<std::byte> result(order.size() * bytes);
    for (std::size_t i = 0; i < order.size() && bytes > 0; ++i)
        std::memcpy(result.data() + i * bytes, items + order[i] * bytes, bytes);
    return result;
}

} // namespace pradix::test
