// SPDX-License-Identifier: MIT
// A checksum that does not depend on order: two sequences with the same items, in any order, have the same one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace pradix::cli {

/// The number of items and two sums of independent strong mixes of their bytes. Different multisets agree by accident
/// with probability about 2^-128.
struct multiset {
    std::uint64_t count = 0;
    std::uint64_t sums[2] = {0, 0};
    bool operator==(multiset const&) const = default;

    void add(std::span<std::byte const> item);
};

/// What all of them hold.
multiset sum(std::span<multiset const> parts);

/// The multiset of `count` keys of 1, 2, 4, 8 or 16 bytes, by so many threads.
multiset multiset_of_keys(void const* keys, std::size_t count, std::size_t key_bytes, unsigned threads = 1);

/// The multiset of the pairs (key, value): it changes when a value follows another key.
multiset multiset_of_pairs(void const* keys, std::size_t count, std::size_t key_bytes, void const* values,
                           std::size_t value_bytes, unsigned threads = 1);

} // namespace pradix::cli
