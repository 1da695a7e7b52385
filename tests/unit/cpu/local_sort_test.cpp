// SPDX-License-Identifier: MIT
#include "src/cpu/local_sort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace {

using namespace pradix::cpu;
using cell = item<std::uint64_t, std::uint32_t>;

// A target that is not the caller's array.
struct plain_target : scratch_view<cell> {
    void write(std::size_t begin, cell const* from, std::size_t count) const {
        std::copy_n(from, count, items + begin);
    }
    void stream(std::size_t begin, cell* from, cell*, std::size_t count) const { write(begin, from, count); }
};

void expect_sorted(std::vector<cell> const& input, unsigned low, unsigned high) {
    std::vector<cell> expected = input, source = input, front(input.size()), back(input.size());
    std::stable_sort(expected.begin(), expected.end(),
                     [&](cell const& a, cell const& b) { return a.key >> low < b.key >> low; });
    local_sort(scratch_view<cell>{source.data()}, plain_target{{source.data()}}, 0, source.size(), low, high,
               front.data(), back.data(), false);
    for (std::size_t i = 0; i < input.size(); ++i) {
        ASSERT_EQ(source[i].key, expected[i].key) << "at " << i << " of " << input.size();
        ASSERT_EQ(source[i].value, expected[i].value) << "at " << i << " of " << input.size();
    }
}

std::vector<cell> make(std::size_t count, auto&& key) {
    std::vector<cell> items(count);
    for (std::uint32_t i = 0; i < count; ++i)
        items[i] = {key(i), i};
    return items;
}

class LocalSort : public testing::TestWithParam<std::size_t> {};

TEST_P(LocalSort, SortsWhatTheTopBitsTellApart) {
    std::mt19937_64 random(GetParam());
    expect_sorted(make(GetParam(), [&](auto) { return random(); }), 0, 64);
    expect_sorted(make(GetParam(), [&](auto) { return random() >> 20; }), 7, 44);
    expect_sorted(make(GetParam(), [&](auto) { return random() % 16; }), 0, 4);
}

// All keys, or most of them, share the bits that the first passes look at.
TEST_P(LocalSort, SortsWhatOnlyTheLowBitsTellApart) {
    std::mt19937_64 random(GetParam());
    expect_sorted(make(GetParam(), [&](auto) { return random() % 5000; }), 0, 64);
    expect_sorted(make(GetParam(), [&](auto i) { return i == 3 ? ~std::uint64_t{0} : random() % 5000; }), 0, 64);
    expect_sorted(make(GetParam(), [&](auto i) { return (i % 2 ? std::uint64_t{1} << 63 : 0) + random() % 5000; }), 0,
                  64);
    expect_sorted(make(GetParam(), [&](auto i) { return GetParam() - i; }), 0, 64);
}

INSTANTIATE_TEST_SUITE_P(Sizes, LocalSort, testing::Values(1, 2, 23, 24, 25, 100, 255, 256, 4095, 4096, 4097, 30000));

// Groups within groups: each level of bits leaves large groups for the next.
TEST_P(LocalSort, SortsGroupsOfGroups) {
    std::mt19937_64 random(GetParam());
    expect_sorted(make(GetParam(), [&](auto) { return random() & random() & random() & random(); }), 0, 64);
    expect_sorted(make(GetParam(), [&](auto) { return (random() % 3) << 40 | (random() % 3) << 20 | random() % 300; }),
                  0, 42);
    expect_sorted(make(GetParam(), [&](auto) { return (random() % 3) << 40 | (random() % 3) << 20 | random() % 300; }),
                  5, 42);
}

TEST(InsertionSort, GivesUpAfterItsBudgetAndIsStableThroughout) {
    auto items = make(100, [](auto i) { return (100 - i) % 10; });
    EXPECT_FALSE(insertion_sort(items.data(), items.size(), 0, 50));
    EXPECT_TRUE(insertion_sort(items.data(), items.size(), 0, every_move(items.size())));
    for (std::size_t i = 1; i < items.size(); ++i) {
        auto const& [key, index] = items[i];
        ASSERT_TRUE(items[i - 1].key < key || (items[i - 1].key == key && items[i - 1].value < index)) << i;
    }
}

} // namespace
