// SPDX-License-Identifier: MIT
// Is a sequence of keys in order? Decided by comparing values, with none of the code that sorts.
#pragma once

#include <pradix/key.hpp>
#include <pradix/options.hpp>

#include <cstddef>
#include <optional>

namespace pradix::cli {

/// What "in order" means.
struct key_order {
    key_type type = key_type::u32;
    order direction = order::ascending;
    nan_order nans = nan_order::by_bits;
    bit_range bits{};
};

/// `chosen`, with keys compared like that.
inline options with_order(options chosen, key_order const& how) {
    chosen.direction = how.direction;
    chosen.bits = how.bits;
    chosen.nans = how.nans;
    return chosen;
}

/// The first index whose key must not come after the key before it; nothing if all are in order. By so many threads.
std::optional<std::size_t> first_disorder(key_order const& how, void const* keys, std::size_t count,
                                          unsigned threads = 1);

/// The first position at which `indices` is not the stable sorting permutation of `keys`: the position holds an index
/// that is out of range or used before, its key is out of order, or of two equal keys the later one comes first.
/// `index_bytes` is 4 or 8.
std::optional<std::size_t> first_misplaced(key_order const& how, void const* keys, std::size_t count,
                                           void const* indices, std::size_t index_bytes, unsigned threads = 1);

} // namespace pradix::cli
