// SPDX-License-Identifier: MIT
// Order, multiset and stability of an output.
#include "bench/harness/check.hpp"

#include <cstring>

namespace pradix::bench {
namespace {

__extension__ using wide = unsigned __int128;

constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93;
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93;
    return x ^ (x >> 32);
}

wide load(std::byte const* from, std::size_t bytes) {
    wide word = 0;
    std::memcpy(&word, from, bytes);
    return word;
}

// The key as an unsigned number that compares as the key does.
wide ordered(key_type type, wide bits, bool zeros_differ) {
    wide const sign = wide{1} << (8 * key_bytes(type) - 1);
    if (is_floating(type)) {
        if (bits == sign && !zeros_differ)
            bits = 0;
        return (bits & sign) != 0 ? ~bits & (sign | (sign - 1)) : bits | sign;
    }
    return type >= key_type::i8 && type <= key_type::i128 ? bits ^ sign : bits;
}

std::uint64_t value_hash(std::byte const* value, std::size_t bytes) {
    std::uint64_t hash = bytes;
    for (std::size_t done = 0; done < bytes; done += 8)
        hash = mix(hash + static_cast<std::uint64_t>(load(value + done, bytes - done < 8 ? bytes - done : 8)));
    return hash;
}

} // namespace

std::uint64_t fingerprint(item_view const& items) {
    std::size_t const bytes = key_bytes(items.type);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < items.count; ++i) {
        wide const key = load(items.keys + i * items.key_stride, bytes);
        std::uint64_t hash = mix(mix(static_cast<std::uint64_t>(key >> 64) + 1) + static_cast<std::uint64_t>(key));
        if (items.value_bytes != 0)
            hash = mix(hash + value_hash(items.values + i * items.value_stride, items.value_bytes));
        sum += hash;
    }
    return sum;
}

std::string order_problem(item_view const& items, demands const& wanted) {
    std::size_t const bytes = key_bytes(items.type);
    auto const key = [&](std::size_t i) {
        return ordered(items.type, load(items.keys + i * items.key_stride, bytes), wanted.zeros_differ);
    };
    std::size_t const position_bytes = items.value_bytes < 8 ? items.value_bytes : 8;
    auto const position = [&](std::size_t i) { return load(items.values + i * items.value_stride, position_bytes); };
    // Positions that the values are too narrow to hold have wrapped around and tell nothing.
    bool const wrapped = position_bytes < 8 && items.count > std::uint64_t{1} << (8 * position_bytes);
    bool const positions = wanted.stable && position_bytes != 0 && !wrapped;
    for (std::size_t i = 1; i < items.count; ++i) {
        if (key(i) < key(i - 1))
            return "the key at index " + std::to_string(i) + " is less than the key before it";
        if (positions && key(i) == key(i - 1) && position(i) < position(i - 1))
            return "the equal keys at index " + std::to_string(i) + " and before it have changed places";
    }
    return {};
}

} // namespace pradix::bench
