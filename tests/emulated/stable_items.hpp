// SPDX-License-Identifier: MIT
// Items in memory, in the order that a stable sort gives them.
#pragma once

#include "src/cuda/state/arguments.cuh"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <vector>

namespace pradix::test::emulated {

// So many items from the first-th one on, by what image(key) says. Values are left alone if there are none.
template <class Bits, class Value, class Image>
void sort_stably(std::vector<Bits>& keys, std::vector<Value>& values, std::size_t first, std::size_t size,
                 Image const& image) {
    std::vector<std::size_t> order(size);
    std::iota(order.begin(), order.end(), first);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return image(keys[a]) < image(keys[b]); });
    auto const unsorted_keys = keys;
    auto const unsorted_values = values;
    for (std::size_t i = 0; i < size; ++i) {
        keys[first + i] = unsorted_keys[order[i]];
        if constexpr (cuda::has_values<Value>)
            values[first + i] = unsorted_values[order[i]];
    }
}

template <class Bits, class Value>
void expect_same_items(std::vector<Bits> const& keys, std::vector<Value> const& values,
                       std::vector<Bits> const& expected_keys, std::vector<Value> const& expected_values) {
    ASSERT_EQ(keys.size(), expected_keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        ASSERT_TRUE(keys[i] == expected_keys[i]) << "key " << i << " of " << keys.size();
        if constexpr (cuda::has_values<Value>) {
            ASSERT_EQ(std::memcmp(&values[i], &expected_values[i], sizeof(Value)), 0) << "value " << i;
        }
    }
}

} // namespace pradix::test::emulated
