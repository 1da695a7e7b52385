// SPDX-License-Identifier: MIT
// Threads change the speed and nothing else: the same output for any number of them, more of them than cores,
// and calls from several threads at once.
#include "src/cpu/tuning.hpp"
#include "tests/support/inputs.hpp"

#include <pradix/pradix.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace {

using namespace pradix;
using namespace pradix::test;

// Enough for so many threads to get work within the library's own limits.
constexpr std::size_t count_for(unsigned threads) {
    return threads * cpu::items_per_thread;
}

struct pairs {
    std::vector<std::uint32_t> keys, values;
    bool operator==(pairs const&) const = default;

    pairs(shape like, std::size_t count, std::uint64_t seed = 1) : keys(count), values(count) {
        fill_keys(reinterpret_cast<std::byte*>(keys.data()), key_type::u32, count, like, seed);
        std::iota(values.begin(), values.end(), 0u);
    }
    pairs sorted() const {
        pairs result = *this;
        std::stable_sort(result.values.begin(), result.values.end(),
                         [this](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
        std::stable_sort(result.keys.begin(), result.keys.end());
        return result;
    }
};

class threads : public ::testing::TestWithParam<shape> {};

TEST_P(threads, do_not_change_the_output) {
    pairs const input{GetParam(), count_for(7)};
    pairs const expected = input.sorted();
    for (unsigned const number : {1u, 2u, 3u, 7u}) {
        pairs sorted = input;
        sort_pairs(sorted.keys, sorted.values, {.threads = number});
        ASSERT_TRUE(sorted == expected) << number << " threads, pairs";
        pairs alone = input;
        pradix::sort(alone.keys, {.threads = number});
        ASSERT_TRUE(alone.keys == expected.keys) << number << " threads, keys";
        ASSERT_TRUE(argsort<std::uint32_t>(input.keys, {.threads = number}) == expected.values)
            << number << " threads, argsort";
    }
}

auto const shape_name = [](auto const& info) { return std::string{shape_names[static_cast<std::size_t>(info.param)]}; };

INSTANTIATE_TEST_SUITE_P(shapes, threads,
                         ::testing::Values(shape::uniform, shape::constant, shape::reversed, shape::few_distinct,
                                           shape::zipf, shape::one_heavy_bucket, shape::shared_high_bits),
                         shape_name);

TEST_P(threads, do_not_change_the_order_of_records) {
    struct record {
        std::uint32_t key, place;
        std::byte rest[5];
    };
    pairs const input{GetParam(), count_for(3)};
    std::vector<std::uint32_t> const expected = input.sorted().values;
    column const by_key{0, key_type::u32};
    for (unsigned const number : {1u, 2u, 3u}) {
        std::vector<record> sorted(input.keys.size());
        for (std::size_t i = 0; i < sorted.size(); ++i)
            sorted[i] = {input.keys[i], input.values[i], {}};
        ASSERT_TRUE(argsort_records<std::uint32_t>(sorted, {by_key}, {.threads = number}) == expected) << number;
        auto const wide = argsort_records<std::uint64_t>(sorted, {by_key}, {.threads = number});
        ASSERT_TRUE(std::equal(wide.begin(), wide.end(), expected.begin())) << number;
        sort_records(sorted, {by_key}, {.threads = number});
        for (std::size_t i = 0; i < sorted.size(); ++i)
            ASSERT_EQ(sorted[i].place, expected[i]) << number << " threads, record " << i;
    }
}

TEST(many_threads, finish_on_few_cores) {
    pairs const input{shape::uniform, count_for(16)};
    pairs const expected = input.sorted();
    for (int round = 0; round < 3; ++round) {
        pairs sorted = input;
        sort_pairs(sorted.keys, sorted.values, {.threads = 16});
        ASSERT_TRUE(sorted == expected);
    }
}

TEST(many_callers, do_not_disturb_each_other) {
    std::atomic<int> wrong{0};
    {
        std::vector<std::jthread> callers;
        for (std::uint64_t seed = 0; seed < 4; ++seed)
            callers.emplace_back([&, seed] {
                pairs const input{shape::low_entropy, count_for(2), seed};
                pairs const expected = input.sorted();
                for (int round = 0; round < 3; ++round) {
                    pairs sorted = input;
                    sort_pairs(sorted.keys, sorted.values, {.threads = 2});
                    wrong += !(sorted == expected);
                }
            });
    }
    EXPECT_EQ(wrong, 0);
}

// The input of argsort may be shared: it is only read.
TEST(many_callers, may_read_the_same_keys) {
    pairs const input{shape::zipf, count_for(2)};
    auto const expected = input.sorted().values;
    std::atomic<int> wrong{0};
    {
        std::vector<std::jthread> callers;
        for (int caller = 0; caller < 3; ++caller)
            callers.emplace_back([&] { wrong += argsort<std::uint32_t>(input.keys, {.threads = 2}) != expected; });
    }
    EXPECT_EQ(wrong, 0);
}

} // namespace
