// SPDX-License-Identifier: MIT
// Compares neighbours, by several threads. Where one finds something amiss, the first such place is told.
#include "cli/order_check.hpp"

#include "cli/key_column.hpp"
#include "cli/key_comparison.hpp"
#include "cli/key_visit.hpp"
#include "cli/parts.hpp"

#include <algorithm>
#include <atomic>
#include <compare>
#include <cstdint>
#include <functional>
#include <vector>

namespace pradix::cli {
namespace {

// By one key or several. There are many kinds of keys: all but the innermost loop is compiled once for all of them.
struct row_check {
    std::function<std::strong_ordering(std::size_t, std::size_t)> compare;                   // two rows
    std::function<std::optional<std::size_t>(std::size_t, std::size_t)> first_disorder = {}; // among rows [begin, end)
};

template <class Compare>
std::optional<std::size_t> disorder(std::size_t begin, std::size_t end, Compare const& compare) {
    for (std::size_t i = std::max<std::size_t>(begin, 1); i < end; ++i)
        if (compare(i - 1, i) > 0)
            return i;
    return std::nullopt;
}

row_check check_of(key_order const& how, void const* keys) {
    // Bytes of a boolean file may hold anything: they are compared as what they are.
    key_type const type = how.type == key_type::boolean ? key_type::u8 : how.type;
    return visit_key(type, [&]<class T>(std::type_identity<T>) {
        auto const* const typed = static_cast<T const*>(keys);
        return with_comparison<T>(how, [&](auto compare) -> row_check {
            auto const compare_rows = [=](std::size_t a, std::size_t b) -> std::strong_ordering {
                return compare(typed[a], typed[b]);
            };
            return {compare_rows,
                    [=](std::size_t begin, std::size_t end) { return disorder(begin, end, compare_rows); }};
        });
    });
}

// By the first key in which rows differ.
row_check check_of(std::span<key_column const> columns) {
    if (columns.size() == 1 && columns[0].empty.empty())
        return check_of(columns[0].how, columns[0].keys.data());
    std::vector<row_check> keys;
    for (key_column const& column : columns)
        keys.push_back(check_of(column.how, column.keys.data()));
    auto const compare_rows = [columns, keys](std::size_t a, std::size_t b) {
        for (std::size_t i = 0; i < keys.size(); ++i) {
            key_column const& column = columns[i];
            bool const a_first = column.is_empty(a) == (column.empties == empty_keys::first);
            auto const order = column.is_empty(a) == column.is_empty(b) ? keys[i].compare(a, b)
                               : a_first                                ? std::strong_ordering::less
                                                                        : std::strong_ordering::greater;
            if (order != 0)
                return order;
        }
        return std::strong_ordering::equal;
    };
    return {compare_rows, [=](std::size_t begin, std::size_t end) { return disorder(begin, end, compare_rows); }};
}

std::optional<std::size_t> first_disorder(row_check const& check, std::size_t count, unsigned threads) {
    auto const found = by_pieces(threads, count, check.first_disorder);
    auto const first = std::ranges::find_if(found, [](auto const& place) { return place.has_value(); });
    return first != found.end() ? *first : std::nullopt;
}

template <class Index>
bool is_misplaced(Index const* indices, std::size_t i, row_check const& check) {
    if (i == 0)
        return false;
    auto const order = check.compare(indices[i - 1], indices[i]);
    return order > 0 || (order == 0 && indices[i - 1] > indices[i]);
}

template <class Index>
std::optional<std::size_t> misplaced(std::size_t count, Index const* indices, row_check const& check) {
    std::vector<bool> used(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (indices[i] >= count || used[indices[i]] || is_misplaced(indices, i, check))
            return i;
        used[indices[i]] = true;
    }
    return std::nullopt;
}

// The same of many at once, which do not tell which one is the first.
template <class Index>
bool are_placed(std::size_t count, Index const* indices, unsigned threads, row_check const& check) {
    constexpr std::size_t bits = 64;
    std::vector<std::atomic<std::uint64_t>> used(count / bits + 1);
    auto const all = [&](auto const& is_right) {
        auto const right = by_pieces(threads, count, [&](std::size_t begin, std::size_t end) -> unsigned char {
            while (begin < end && is_right(begin))
                ++begin;
            return begin == end;
        });
        return std::ranges::count(right, 0) == 0;
    };
    return all([&](std::size_t i) { return indices[i] < count; }) && all([&](std::size_t i) {
               std::uint64_t const bit = std::uint64_t{1} << indices[i] % bits;
               return (used[indices[i] / bits].fetch_or(bit, std::memory_order_relaxed) & bit) == 0 &&
                      !is_misplaced(indices, i, check);
           });
}

template <class Index>
std::optional<std::size_t> first_misplaced(row_check const& check, std::size_t count, Index const* indices,
                                           unsigned threads) {
    return threads > 1 && are_placed(count, indices, threads, check) ? std::nullopt : misplaced(count, indices, check);
}

std::optional<std::size_t> first_misplaced(row_check const& check, std::size_t count, void const* indices,
                                           std::size_t index_bytes, unsigned threads) {
    return index_bytes == 4 ? first_misplaced(check, count, static_cast<std::uint32_t const*>(indices), threads)
                            : first_misplaced(check, count, static_cast<std::uint64_t const*>(indices), threads);
}

} // namespace

std::optional<std::size_t> first_disorder(key_order const& how, void const* keys, std::size_t count, unsigned threads) {
    return first_disorder(check_of(how, keys), count, threads);
}

std::optional<std::size_t> first_misplaced(key_order const& how, void const* keys, std::size_t count,
                                           void const* indices, std::size_t index_bytes, unsigned threads) {
    return first_misplaced(check_of(how, keys), count, indices, index_bytes, threads);
}

std::optional<std::size_t> first_disorder(std::span<key_column const> columns, std::size_t count, unsigned threads) {
    return first_disorder(check_of(columns), count, threads);
}

std::optional<std::size_t> first_misplaced(std::span<key_column const> columns, std::size_t count, void const* indices,
                                           std::size_t index_bytes, unsigned threads) {
    return first_misplaced(check_of(columns), count, indices, index_bytes, threads);
}

} // namespace pradix::cli
