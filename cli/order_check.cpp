// SPDX-License-Identifier: MIT
// Compares keys by value: integers as integers, floats by IEEE total order. Only a bit range makes it look at bits.
#include "cli/order_check.hpp"

#include "cli/half.hpp"
#include "cli/key_column.hpp"
#include "cli/key_visit.hpp"

#include <bit>
#include <cmath>
#include <compare>
#include <functional>
#include <vector>

namespace pradix::cli {
namespace {

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

template <class Function>
auto with_native(key_type type, Function f) {
    // Bytes of a boolean file may hold anything: they are compared as what they are.
    return visit_key(type == key_type::boolean ? key_type::u8 : type, f);
}

// `compare` takes two indices.
template <class Compare>
std::optional<std::size_t> disorder(std::size_t count, Compare compare) {
    for (std::size_t i = 1; i < count; ++i)
        if (compare(i - 1, i) > 0)
            return i;
    return std::nullopt;
}

template <class Index, class Compare>
std::optional<std::size_t> misplaced(std::size_t count, Index const* indices, Compare compare) {
    std::vector<bool> used(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (indices[i] >= count || used[indices[i]])
            return i;
        used[indices[i]] = true;
        if (i == 0)
            continue;
        auto const order = compare(indices[i - 1], indices[i]);
        if (order > 0 || (order == 0 && indices[i - 1] > indices[i]))
            return i;
    }
    return std::nullopt;
}

template <class Compare>
std::optional<std::size_t> misplaced(std::size_t count, void const* indices, std::size_t index_bytes, Compare compare) {
    return index_bytes == 4 ? misplaced(count, static_cast<std::uint32_t const*>(indices), compare)
                            : misplaced(count, static_cast<std::uint64_t const*>(indices), compare);
}

// Calls f with the comparison of two keys by their indices.
template <class Function>
auto with_index_comparison(key_order const& how, void const* keys, Function f) {
    return with_native(how.type, [&]<class T>(std::type_identity<T>) {
        auto const* const typed = static_cast<T const*>(keys);
        return with_comparison<T>(how, [&](auto compare) {
            return f([=](std::size_t a, std::size_t b) -> std::strong_ordering { return compare(typed[a], typed[b]); });
        });
    });
}

bool is_plain(std::span<key_column const> columns) {
    return columns.size() == 1 && columns[0].empty.empty();
}

// Compares rows, by the first key in which they differ.
class by_columns {
public:
    explicit by_columns(std::span<key_column const> columns) {
        for (key_column const& column : columns)
            with_index_comparison(column.how, column.keys.data(), [&](auto compare) {
                keys_.emplace_back([&column, compare](std::size_t a, std::size_t b) {
                    if (column.is_empty(a) == column.is_empty(b))
                        return compare(a, b);
                    return column.is_empty(a) == (column.empties == empty_keys::first) ? std::strong_ordering::less
                                                                                       : std::strong_ordering::greater;
                });
            });
    }

    std::strong_ordering operator()(std::size_t a, std::size_t b) const {
        for (auto const& compare : keys_)
            if (auto const order = compare(a, b); order != 0)
                return order;
        return std::strong_ordering::equal;
    }

private:
    std::vector<std::function<std::strong_ordering(std::size_t, std::size_t)>> keys_;
};

} // namespace

std::optional<std::size_t> first_disorder(key_order const& how, void const* keys, std::size_t count) {
    return with_index_comparison(how, keys, [&](auto compare) { return disorder(count, compare); });
}

std::optional<std::size_t> first_misplaced(key_order const& how, void const* keys, std::size_t count,
                                           void const* indices, std::size_t index_bytes) {
    return with_index_comparison(how, keys,
                                 [&](auto compare) { return misplaced(count, indices, index_bytes, compare); });
}

std::optional<std::size_t> first_disorder(std::span<key_column const> columns, std::size_t count) {
    if (is_plain(columns))
        return first_disorder(columns[0].how, columns[0].keys.data(), count);
    return disorder(count, by_columns(columns));
}

std::optional<std::size_t> first_misplaced(std::span<key_column const> columns, std::size_t count, void const* indices,
                                           std::size_t index_bytes) {
    if (is_plain(columns))
        return first_misplaced(columns[0].how, columns[0].keys.data(), count, indices, index_bytes);
    return misplaced(count, indices, index_bytes, by_columns(columns));
}

} // namespace pradix::cli
