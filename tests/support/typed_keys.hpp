// SPDX-License-Identifier: MIT
// Keys of a type, for tests of the typed interfaces.
#pragma once

#include "tests/support/inputs.hpp"

#include <pradix/key.hpp>

#include <algorithm>
#include <vector>

namespace pradix::test {

template <class T>
std::vector<T> random_keys(std::size_t count, std::uint64_t seed) {
    std::vector<T> keys(count);
    fill_keys(reinterpret_cast<std::byte*>(keys.data()), key_type_of<T>, count, shape::uniform, seed);
    return keys;
}

template <class T>
std::vector<T> sorted(std::vector<T> keys) {
    std::stable_sort(keys.begin(), keys.end());
    return keys;
}

} // namespace pradix::test
