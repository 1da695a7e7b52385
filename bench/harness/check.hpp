// SPDX-License-Identifier: MIT
// Says whether an output is the sorted input: a number that was measured on a wrong result is no number.
// Written independently of the library, which it checks.
#pragma once

#include <pradix/key.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace pradix::bench {

/// Keys and their values, in two arrays or interleaved in records. value_bytes == 0: keys alone.
struct item_view {
    key_type type;
    std::size_t count;
    std::byte const* keys;
    std::size_t key_stride;
    std::byte const* values = nullptr;
    std::size_t value_stride = 0;
    std::size_t value_bytes = 0;
};

/// A hash of the multiset of (key, value): the same for every order of the same items.
std::uint64_t fingerprint(item_view const& items);

/// How strictly the order of an output is looked at.
struct demands {
    bool stable = false;      ///< values are the input's positions and must ascend among equal keys
    bool zeros_differ = true; ///< -0 comes before +0; false where a comparison takes them for equal
};

/// "" if the items are in ascending order, else what is wrong and where. Floating keys follow IEEE total order.
std::string order_problem(item_view const& items, demands const& wanted);

} // namespace pradix::bench
