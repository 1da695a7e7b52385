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

template <class Function>
auto with_native(key_type type, Function f) {
    // Bytes of a boolean file may hold anything: they are compared as what they are.
    return visit_key(type == key_type::boolean ? key_type::u8 : type, f);
}

// `compare` takes two indices.
template <class Compare>
std::optional<std::size_t> disorder(std::size_t count, unsigned threads, Compare compare) {
    auto const found = by_pieces(threads, count, [&](std::size_t begin, std::size_t end) -> std::optional<std::size_t> {
        for (std::size_t i = std::max<std::size_t>(begin, 1); i < end; ++i)
            if (compare(i - 1, i) > 0)
                return i;
        return std::nullopt;
    });
    auto const first = std::ranges::find_if(found, [](auto const& place) { return place.has_value(); });
    return first != found.end() ? *first : std::nullopt;
}

template <class Index, class Compare>
bool is_misplaced(Index const* indices, std::size_t i, Compare compare) {
    if (i == 0)
        return false;
    auto const order = compare(indices[i - 1], indices[i]);
    return order > 0 || (order == 0 && indices[i - 1] > indices[i]);
}

template <class Index, class Compare>
std::optional<std::size_t> misplaced(std::size_t count, Index const* indices, Compare compare) {
    std::vector<bool> used(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (indices[i] >= count || used[indices[i]] || is_misplaced(indices, i, compare))
            return i;
        used[indices[i]] = true;
    }
    return std::nullopt;
}

// The same of many at once, which do not tell which one is the first.
template <class Index, class Compare>
bool are_placed(std::size_t count, Index const* indices, unsigned threads, Compare compare) {
    constexpr std::size_t bits = 64;
    std::vector<std::atomic<std::uint64_t>> used(count / bits + 1);
    if (auto const in_range = by_pieces(threads, count,
                                        [&](std::size_t begin, std::size_t end) -> unsigned char {
                                            return std::all_of(indices + begin, indices + end,
                                                               [&](Index index) { return index < count; });
                                        });
        std::ranges::count(in_range, 0) != 0)
        return false;
    auto const placed = by_pieces(threads, count, [&](std::size_t begin, std::size_t end) -> unsigned char {
        for (std::size_t i = begin; i < end; ++i) {
            std::uint64_t const bit = std::uint64_t{1} << indices[i] % bits;
            if ((used[indices[i] / bits].fetch_or(bit, std::memory_order_relaxed) & bit) != 0 ||
                is_misplaced(indices, i, compare))
                return false;
        }
        return true;
    });
    return std::ranges::count(placed, 0) == 0;
}

template <class Index, class Compare>
std::optional<std::size_t> misplaced(std::size_t count, Index const* indices, unsigned threads, Compare compare) {
    return threads > 1 && are_placed(count, indices, threads, compare) ? std::nullopt
                                                                       : misplaced(count, indices, compare);
}

template <class Compare>
std::optional<std::size_t> misplaced(std::size_t count, void const* indices, std::size_t index_bytes, unsigned threads,
                                     Compare compare) {
    return index_bytes == 4 ? misplaced(count, static_cast<std::uint32_t const*>(indices), threads, compare)
                            : misplaced(count, static_cast<std::uint64_t const*>(indices), threads, compare);
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

std::optional<std::size_t> first_disorder(key_order const& how, void const* keys, std::size_t count, unsigned threads) {
    return with_index_comparison(how, keys, [&](auto compare) { return disorder(count, threads, compare); });
}

std::optional<std::size_t> first_misplaced(key_order const& how, void const* keys, std::size_t count,
                                           void const* indices, std::size_t index_bytes, unsigned threads) {
    return with_index_comparison(
        how, keys, [&](auto compare) { return misplaced(count, indices, index_bytes, threads, compare); });
}

std::optional<std::size_t> first_disorder(std::span<key_column const> columns, std::size_t count, unsigned threads) {
    if (is_plain(columns))
        return first_disorder(columns[0].how, columns[0].keys.data(), count, threads);
    return disorder(count, threads, by_columns(columns));
}

std::optional<std::size_t> first_misplaced(std::span<key_column const> columns, std::size_t count, void const* indices,
                                           std::size_t index_bytes, unsigned threads) {
    if (is_plain(columns))
        return first_misplaced(columns[0].how, columns[0].keys.data(), count, indices, index_bytes, threads);
    return misplaced(count, indices, index_bytes, threads, by_columns(columns));
}

} // namespace pradix::cli
