// SPDX-License-Identifier: MIT
// Floats of 8 bytes alone, whose leading digits are even only once they are equalized. If some key lies where samples
// let none be expected, all digits sort them here (outliers_test.cpp).
#include "tests/gpu/leading_digits.hpp"
#include "tests/support/measured_numbers.hpp"

#include <cmath>
#include <limits>

namespace {

using namespace pradix;
using namespace pradix::test;

constexpr std::size_t count = 2'600'007;

struct outcome {
    taken way;
    bool are_equalized;
    bool operator==(outcome const&) const = default;
};

outcome outcome_of(guarded_device const& workspace) {
    bool const are_spread = part_of_last_sort(workspace, &cuda::control::prefix).are_spread;
    return {taken_by_last_sort(workspace),
            are_spread && part_of_last_sort(workspace, &cuda::control::spreading).equalizes};
}

// With both zeros among them.
template <class Number>
std::vector<double> numbers(Number const& number) {
    auto keys = make_keys<double>(count, [&](random_bits& random, std::size_t) { return number(random); });
    keys[count / 3] = 0.0;
    keys[count / 5] = -0.0;
    return keys;
}

class equalized_floats : public ::testing::Test {
protected:
    void SetUp() override { SKIP_WITHOUT_CUDA_DEVICE(); }

    static cuda::tuning tuned() {
        cuda::tuning with = tuned_to_passes<double>();
        with.equalized_items = 0;
        return with;
    }
    static void check(std::vector<double> const& keys, outcome expected, options const& how = {}) {
        for (bool const in_place : {false, true})
            EXPECT_EQ(sort_keys_and_look(keys, tuned(), in_place, scratch::usual, outcome_of, 0, how), expected);
    }
};

TEST_F(equalized_floats, are_sorted_in_groups) {
    constexpr outcome equalized{taken::groups, true};
    check(numbers([](random_bits& random) { return share<double>(random); }), equalized);
    check(numbers([](random_bits& random) { return -share<double>(random); }), equalized);
    check(numbers([](random_bits& random) { return 1e-200 * normal<double>(random); }), equalized);
    check(numbers([](random_bits& random) { return std::exp(2 * normal<double>(random)); }), equalized);
    check(numbers([](random_bits& random) { return 1 - std::log1p(-share<double>(random)); }), equalized);
}

TEST_F(equalized_floats, are_sorted_in_any_direction) {
    auto const keys = numbers(normal<double>);
    for (options const& how : orders_of_floats)
        check(keys, {taken::groups, true}, how);
}

// Of either sign: one that no sample shows, or one in a thousand.
TEST_F(equalized_floats, may_be_no_numbers) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    auto keys = numbers(normal<double>), many = keys;
    for (std::size_t i = 0; i < count; i += 1'000)
        many[i] = i % 2'000 == 0 ? none : -none;
    for (double const hidden : {none, -none}) {
        keys[hidden_from(count / 2, count)] = hidden;
        for (options const& how : orders_of_floats)
            check(keys, {taken::passes, true}, how);
    }
    for (options const& how : orders_of_floats)
        sort_keys_and_look(many, tuned(), false, scratch::usual, nothing_else, 0, how);
}

TEST_F(equalized_floats, need_not_have_much_scratch) {
    auto const keys = numbers(normal<double>);
    for (options const& how : orders_of_floats)
        for (bool const in_place : {false, true})
            sort_keys_and_look(keys, tuned(), in_place, scratch::least, nothing_else, 0, how);
}

TEST_F(equalized_floats, are_sorted_by_all_digits_if_one_lies_where_none_is_expected) {
    std::size_t const at = hidden_from(count / 2, count);
    constexpr double infinite = std::numeric_limits<double>::infinity();
    for (double const other : {1e300, -1e-300, infinite, -infinite}) {
        auto keys = numbers(normal<double>);
        keys[at] = other;
        check(keys, {taken::passes, true});
    }
    auto keys = numbers(share<double>);
    keys[at] = -1;
    check(keys, {taken::passes, true});
}

// Equal keys of which hardly any is a sample: blocks find their groups crowded, or too large for them.
TEST_F(equalized_floats, may_crowd_their_groups) {
    for (unsigned const equal : {40u, 300u, 6'000u}) {
        auto keys = numbers(normal<double>);
        for (std::size_t i = 0; i < equal; ++i)
            if (std::size_t const at = i * 401 + 3; !may_be_sampled(at, count))
                keys[at] = 0.75;
        EXPECT_TRUE(sort_keys_and_look(keys, tuned(), false, scratch::usual, outcome_of).are_equalized) << equal;
    }
}

// Most keys lie in a small part of one.
TEST_F(equalized_floats, are_not_where_pieces_are_too_long) {
    auto const keys = numbers([](random_bits& random) {
        return random.below(3) == 0 ? normal<double>(random) : 1 + 0x1p-30 * share<double>(random);
    });
    EXPECT_FALSE(sort_keys_and_look(keys, tuned(), false, scratch::usual, outcome_of).are_equalized);
}

} // namespace
