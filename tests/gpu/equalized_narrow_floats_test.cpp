// SPDX-License-Identifier: MIT
// Floats of 4 bytes alone, equalized and divided without having been counted: many, for samples to tell where groups
// will fit. Where these are wrong, all digits sort them.
#include "tests/gpu/samples.hpp"
#include "tests/gpu/sort_and_look.hpp"
#include "tests/support/measured_numbers.hpp"

#include <cmath>
#include <limits>

namespace {

using namespace pradix;
using namespace pradix::test;

constexpr std::size_t count = 70'000'009;

// With both zeros among them.
template <class Number>
std::vector<float> numbers(Number const& number, std::size_t size = count) {
    auto keys = make_keys<float>(size, [&](random_bits& random, std::size_t) { return number(random); });
    keys[size / 3] = 0.0f;
    keys[size / 5] = -0.0f;
    return keys;
}

struct outcome {
    bool were_equalized; // by the survey
    taken way;
    unsigned outliers = 0;
    bool operator==(outcome const&) const = default;
};

class equalized_narrow_floats : public ::testing::Test {
protected:
    static constexpr outcome in_groups{true, taken::uncounted_groups};

    void SetUp() override { SKIP_WITHOUT_CUDA_DEVICE(); }

    static outcome sort(std::vector<float> const& keys, options const& how = {}, std::size_t more = 0) {
        return sort_keys_and_look(
            keys, cuda::tune(sizeof(float)), false, scratch::usual,
            [](guarded_device const& workspace) {
                auto const& outliers = part_of_last_sort(workspace, &cuda::control::outliers);
                return outcome{part_of_last_sort(workspace, &cuda::control::spreading).equalizes,
                               taken_by_last_sort(workspace), outliers.count(cuda::noted::by_division).found};
            },
            more, how);
    }
    // Whatever lies beyond by chance.
    static outcome sort_all(std::vector<float> const& keys, options const& how = {}, std::size_t more = 0) {
        outcome found = sort(keys, how, more);
        found.outliers = 0;
        return found;
    }
};

TEST_F(equalized_narrow_floats, are_sorted_in_groups) {
    EXPECT_EQ(sort_all(numbers(share<float>)), in_groups) << "from 0 to 1";
    EXPECT_EQ(sort_all(numbers([](random_bits& random) { return -share<float>(random); })), in_groups)
        << "from -1 to 0";
    EXPECT_EQ(sort_all(numbers([](random_bits& random) { return 1e-20f * normal<float>(random); })), in_groups)
        << "small";
    EXPECT_EQ(sort_all(numbers([](random_bits& random) { return std::exp(2 * normal<float>(random)); })), in_groups)
        << "log-normal";
    EXPECT_EQ(sort_all(numbers([](random_bits& random) { return 20 + 15.13f * share<float>(random); })), in_groups)
        << "from 20 to 35.13";
    EXPECT_EQ(sort_all(numbers([](random_bits& random) { return -20 - 15.13f * share<float>(random); })), in_groups)
        << "from -35.13 to -20";
    EXPECT_EQ(sort_all(numbers([](random_bits& random) { return static_cast<float>(random() >> 40) * 0x1p-24f; })),
              in_groups)
        << "from 0 to 1, by 24 bits";
}

TEST_F(equalized_narrow_floats, need_not_be_more) {
    std::size_t const fewest = cuda::tune(sizeof(float)).equalized_items;
    EXPECT_EQ(sort_all(numbers(share<float>, fewest)), in_groups);
    EXPECT_EQ(sort_all(numbers(normal<float>, fewest)), in_groups);
    EXPECT_FALSE(sort_all(numbers(share<float>, fewest - 1)).were_equalized);
}

TEST_F(equalized_narrow_floats, are_sorted_in_any_direction) {
    auto const keys = numbers(normal<float>);
    EXPECT_EQ(sort_all(keys), in_groups);
    EXPECT_EQ(sort_all(keys, {.direction = order::descending}), in_groups);
    EXPECT_EQ(sort_all(keys, {.nans = nan_order::last}), in_groups);
    EXPECT_EQ(sort_all(keys, {}, 1'000), in_groups) << "count on device";
}

// A place where nobody looks for samples.
std::size_t unseen(unsigned i) {
    return cuda::survey_stride(count) * i + 300;
}

// Beyond all others, or so small that no piece has a place for them.
TEST_F(equalized_narrow_floats, may_have_outliers) {
    auto keys = numbers(share<float>);
    unsigned const by_chance = sort(keys).outliers;
    constexpr float infinite = std::numeric_limits<float>::infinity(), small = std::numeric_limits<float>::denorm_min();
    constexpr float others[] = {infinite, -infinite, 3e38f, -1e-3f,  -3e38f, small, -1e-20f,
                                small,    1e-30f,    -7.0f, -1e-30f, 5e20f,  1e-29f};
    unsigned at = 3'000;
    for (float const other : others)
        keys[unseen(at++)] = other;
    outcome expected = in_groups;
    expected.outliers = by_chance + std::size(others);
    EXPECT_EQ(sort(keys), expected);
    EXPECT_EQ(sort(keys, {.direction = order::descending}), expected);
    keys[unseen(at++)] = std::numeric_limits<float>::quiet_NaN();
    ++expected.outliers;
    EXPECT_EQ(sort(keys, {.nans = nan_order::last}), expected);
    // Some of a power law have images next to those of the last piece's end, and outliers behind them.
    auto power = numbers([](random_bits& random) { return 1 / (1 - std::min(share<float>(random), 1 - 0x1p-24f)); });
    for (float const other : others)
        power[unseen(at++)] = other;
    EXPECT_EQ(sort_all(power), in_groups);
    for (unsigned i = 0; i < 2'000; ++i)
        keys[unseen(i)] = 1e-30f * static_cast<float>(1 + i);
    EXPECT_EQ(sort_all(keys), (outcome{true, taken::passes})) << "too many";
}

// Of a few thousand equal keys, hardly one is a sample: they share their group's bin.
TEST_F(equalized_narrow_floats, may_be_equal) {
    auto keys = numbers(normal<float>);
    hide(keys, 100, [](random_bits&) { return 0.75f; });
    hide(keys, 90, [](random_bits&) { return 1e-3f; });
    EXPECT_EQ(sort_all(keys), in_groups);
    hide(keys, 9'000, [](random_bits&) { return 0.75f; });
    EXPECT_EQ(sort_all(keys), (outcome{true, taken::passes})) << "too many for an area";
    auto zeros = numbers([](random_bits& random) { return random.below(2'500) == 0 ? 0.0f : share<float>(random); });
    EXPECT_FALSE(sort_all(zeros).were_equalized) << "some zeros";
}

} // namespace
