// SPDX-License-Identifier: MIT
// A table of different keys that nearly keeps their order: what it lists, however crowded homes are, and when it is
// full.
#include "src/cuda/block/counted/ordered_adder.cuh"
#include "tests/emulator/grid.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::cuda;

struct listed {
    std::uint32_t key;
    unsigned before;
    bool operator==(listed const&) const = default;
};

// All keys by one block: four at a time by all lanes of a warp, the rest one by one. Empty: they do not fit.
std::vector<listed> list(std::vector<std::uint32_t> const& keys, unsigned bits) {
    constexpr unsigned threads = 1024, of_row = 4 * threads;
    std::vector<listed> all(keys.size(), listed{~0u, ~0u});
    unsigned different = 0;
    bool all_fit = true;
    test::emulated::run_grid(1, threads, keys.size(), [&] {
        auto& table = *reinterpret_cast<ordered_table*>(memory);
        table.clear<threads>(bits);
        __syncthreads(); // nothing is counted
        ordered_adder adder{table};
        bool fit = true;
        std::size_t at = 0;
        for (; at + of_row <= keys.size(); at += of_row) {
            std::uint32_t four[4];
            std::copy_n(&keys[at + 4 * threadIdx.x], 4, four);
            fit &= adder.add(four);
        }
        for (at += threadIdx.x; at < keys.size(); at += threads) {
            std::uint32_t const one[] = {keys[at]};
            fit &= adder.add(one);
        }
        fit &= adder.add_kept();
        if (!__syncthreads_and(fit)) {
            all_fit = false;
            return;
        }
        auto const sizes = table.each_in_order<threads>([&](unsigned i, std::uint32_t key, unsigned before) {
            all[i] = {key, before};
        });
        EXPECT_EQ(sizes.times, keys.size());
        different = sizes.keys;
    });
    all.resize(all_fit ? different : 0);
    return all;
}

std::vector<listed> expected_of(std::vector<std::uint32_t> const& keys) {
    std::map<std::uint32_t, unsigned> times;
    for (std::uint32_t const key : keys)
        ++times[key];
    std::vector<listed> all;
    unsigned before = 0;
    for (auto const& [key, count] : times) {
        all.push_back({key, before});
        before += count;
    }
    return all;
}

TEST(ordered_table, lists_keys_in_order) {
    for (unsigned const bits : {14u, 20u, 24u}) {
        auto const keys = test::make_keys<std::uint32_t>(
            9'001, [&](test::random_bits& random, std::size_t) { return random.below(1u << bits) / 16 * 16; });
        EXPECT_EQ(list(keys, bits), expected_of(keys)) << bits << " bits";
    }
}

TEST(ordered_table, counts_a_key_that_is_frequent) {
    auto const keys = test::make_keys<std::uint32_t>(
        20'011, [](test::random_bits& random, std::size_t i) { return i % 3 > 0 ? 4'711 : random.below(1u << 24); });
    EXPECT_EQ(list(keys, 24), expected_of(keys));
}

// The last homes, whose keys lie behind them; and as many of one home as find a slot. Some are greater than others that
// have come later, and lie before them.
TEST(ordered_table, has_room_for_neighbours) {
    constexpr unsigned most = ordered_table::most_probes, end = 1u << 24;
    for (std::uint32_t const first : {0u, 7u << 10, end - (1u << 10)}) {
        std::vector<std::uint32_t> keys;
        for (unsigned i = 0; i < most; ++i)
            keys.insert(keys.end(), {first + (i * 37 + 5) % 512, first + (i * 37 + 5) % 512});
        EXPECT_EQ(list(keys, 24), expected_of(keys)) << first;
        keys.push_back(first + (most * 37 + 5) % 512);
        EXPECT_TRUE(list(keys, 24).empty()) << first;
    }
    auto const crowded = test::make_keys<std::uint32_t>(
        4'097, [](test::random_bits& random, std::size_t) { return (1u << 20) + random.below(80) * 171; });
    EXPECT_EQ(list(crowded, 24), expected_of(crowded));
}

// They are no more than a table is to have on average.
TEST(ordered_table, has_room_for_many_keys) {
    auto const keys = test::make_keys<std::uint32_t>(
        ordered_table::most_keys, [](test::random_bits& random, std::size_t) { return random.below(1u << 24); });
    EXPECT_EQ(list(keys, 24), expected_of(keys));
}

} // namespace
