// SPDX-License-Identifier: MIT
// What the rivals' sources share: the records they sort and the step from a type known at run time to a C++ type.
#pragma once

#include "bench/harness/rivals.hpp"

#include <cstdint>

namespace pradix::bench {

// Each family of rivals lists its own; a family whose library was not found at build time is not compiled.
std::vector<rival> std_rivals();
std::vector<rival> tbb_rivals();
std::vector<rival> boost_rivals();
std::vector<rival> highway_rivals();

template <class K, class V>
struct record {
    K key;
    V value;
    friend bool operator<(record const& a, record const& b) { return a.key < b.key; }
};

/// The types that with_items instantiates; more would cost build time and tell nothing new.
inline bool common_type(key_type type, std::size_t value_bytes) {
    bool const key = type == key_type::u32 || type == key_type::u64 || type == key_type::i32 || type == key_type::i64 ||
                     type == key_type::f32 || type == key_type::f64;
    return key && (value_bytes == 0 || value_bytes == 4 || value_bytes == 8);
}

/// Calls body(first) with `items` as a pointer to K or record<K, V>.
template <class K, class Body>
void with_values(std::size_t value_bytes, void* items, Body const& body) {
    if (value_bytes == 0)
        body(static_cast<K*>(items));
    else if (value_bytes == 4)
        body(static_cast<record<K, std::uint32_t>*>(items));
    else
        body(static_cast<record<K, std::uint64_t>*>(items));
}

/// The same for any of the common types.
template <class Body>
void with_items(key_type type, std::size_t value_bytes, void* items, Body const& body) {
    switch (type) {
    case key_type::u32:
        return with_values<std::uint32_t>(value_bytes, items, body);
    case key_type::u64:
        return with_values<std::uint64_t>(value_bytes, items, body);
    case key_type::i32:
        return with_values<std::int32_t>(value_bytes, items, body);
    case key_type::i64:
        return with_values<std::int64_t>(value_bytes, items, body);
    case key_type::f32:
        return with_values<float>(value_bytes, items, body);
    case key_type::f64:
        return with_values<double>(value_bytes, items, body);
    default:
        return; // common_type has refused it
    }
}

/// A shorter list, for rivals that take long to compile: u32, u64 and f32 alone, u32 and u64 with values of their size.
inline bool principal_type(key_type type, std::size_t value_bytes) {
    if (value_bytes == 0)
        return type == key_type::u32 || type == key_type::u64 || type == key_type::f32;
    return value_bytes == key_bytes(type) && (type == key_type::u32 || type == key_type::u64);
}

/// The same as with_items for the principal types.
template <class Body>
void with_principal_items(key_type type, std::size_t value_bytes, void* items, Body const& body) {
    if (type == key_type::f32)
        body(static_cast<float*>(items));
    else if (type == key_type::u32 && value_bytes == 0)
        body(static_cast<std::uint32_t*>(items));
    else if (type == key_type::u64 && value_bytes == 0)
        body(static_cast<std::uint64_t*>(items));
    else if (type == key_type::u32)
        body(static_cast<record<std::uint32_t, std::uint32_t>*>(items));
    else if (type == key_type::u64)
        body(static_cast<record<std::uint64_t, std::uint64_t>*>(items));
}

} // namespace pradix::bench
