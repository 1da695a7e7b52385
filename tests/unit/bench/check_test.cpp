// SPDX-License-Identifier: MIT
// The bench's own judge of results: it must see what is wrong, or wrong sorts get good times.
#include "bench/harness/check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace pradix::bench {
namespace {

struct pair {
    std::uint32_t key, position;
};

item_view view(std::vector<pair> const& pairs) {
    auto const* const first = reinterpret_cast<std::byte const*>(pairs.data());
    return {key_type::u32, pairs.size(), first, sizeof(pair), first + 4, sizeof(pair), 4};
}

template <class K>
item_view view(key_type type, std::vector<K> const& keys) {
    return {type, keys.size(), reinterpret_cast<std::byte const*>(keys.data()), sizeof(K)};
}

TEST(OrderProblem, NamesTheFirstKeyOutOfOrder) {
    EXPECT_EQ(order_problem(view(key_type::u32, std::vector<std::uint32_t>{1, 2, 2, 9}), {}), "");
    EXPECT_NE(order_problem(view(key_type::u32, std::vector<std::uint32_t>{1, 3, 2, 1}), {}).find("index 2"),
              std::string::npos);
}

TEST(OrderProblem, ReadsSignsAndFloats) {
    EXPECT_EQ(order_problem(view(key_type::i32, std::vector<std::int32_t>{-5, -1, 0, 7}), {}), "");
    EXPECT_NE(order_problem(view(key_type::u32, std::vector<std::int32_t>{-5, -1, 0, 7}), {}), "");
    float const infinity = std::numeric_limits<float>::infinity();
    EXPECT_EQ(order_problem(view(key_type::f32, std::vector<float>{-infinity, -2, -1, -0.F, 0, 1, infinity}), {}), "");
    EXPECT_NE(order_problem(view(key_type::f32, std::vector<float>{-1, -2}), {}), "");
}

TEST(OrderProblem, CanTakeZerosForEqual) {
    std::vector<float> const zeros{0.F, -0.F, 0.F};
    EXPECT_NE(order_problem(view(key_type::f32, zeros), {.zeros_differ = true}), "");
    EXPECT_EQ(order_problem(view(key_type::f32, zeros), {.zeros_differ = false}), "");
}

TEST(OrderProblem, SeesEqualKeysThatChangedPlaces) {
    std::vector<pair> const swapped{{1, 0}, {2, 3}, {2, 1}};
    EXPECT_EQ(order_problem(view(swapped), {.stable = false}), "");
    EXPECT_NE(order_problem(view(swapped), {.stable = true}), "");
}

TEST(Fingerprint, DependsOnTheItemsAndNotOnTheirOrder) {
    std::vector<pair> const items{{1, 0}, {2, 1}, {3, 2}};
    std::vector<pair> reordered = items;
    std::ranges::reverse(reordered);
    EXPECT_EQ(fingerprint(view(items)), fingerprint(view(reordered)));
    for (std::vector<pair> const& other : {std::vector<pair>{{1, 0}, {2, 1}, {2, 2}},  // a key lost
                                           std::vector<pair>{{1, 1}, {2, 0}, {3, 2}},  // values swapped
                                           std::vector<pair>{{1, 0}, {1, 0}, {3, 2}}}) // an item twice
        EXPECT_NE(fingerprint(view(items)), fingerprint(view(other)));
}

} // namespace
} // namespace pradix::bench
