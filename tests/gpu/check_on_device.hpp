// SPDX-License-Identifier: MIT
// Looks at the result of a sort of many items on the device, by the definition of the order (tests/support/oracle.hpp).
#pragma once

#include "tests/gpu/random_items.hpp"

#include <cstdint>
#include <string>

namespace pradix::test {

struct sorted_items {
    key_type type;
    std::uint64_t count;
    void const* keys_in;
    void const* keys_out; // null: only the values are there
    void const* values;
    std::size_t value_bytes;
    value_content with;
};

// What is wrong with it, or nothing: whether each value is there once, with its key, where a stable sort leaves it.
std::string wrong_items(sorted_items const& items, options const& how);
// The same of keys alone: whether they are in order, and as many of each as far as a sum of hashes can tell.
std::string wrong_keys(key_type type, std::uint64_t count, void const* keys_in, void const* keys_out,
                       options const& how);

// Whether narrow values are what their places, of 4 bytes, have in their lowest ones.
bool are_of_places(void const* values, std::size_t value_bytes, void const* places, std::uint64_t count);
// Whether all bytes have this value.
bool are_all(std::byte const* bytes, std::size_t count, std::byte value);
bool are_same(std::byte const* some, std::byte const* others, std::size_t count);

} // namespace pradix::test
