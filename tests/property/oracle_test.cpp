// SPDX-License-Identifier: MIT
// The oracle against the language: `<`, std::strong_order, std::isnan and exact conversions decide here.
#include "tests/support/oracle.hpp"

#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <compare>
#include <limits>

namespace {

using namespace pradix;
using namespace pradix::test;

template <class T>
wide rank_of_value(T value) {
    return rank_of_bits(key_type_of<T>, stored_bits(key_type_of<T>, reinterpret_cast<std::byte const*>(&value)));
}

template <class T>
T any_value(random_bits& random) {
    constexpr key_type type = key_type_of<T>;
    wide const bits = random.one_in(2) ? special_bits(type, random.below(64)) : random.wide_number() & last_rank(type);
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

template <class T>
class oracle : public ::testing::Test {};

__extension__ typedef __int128 int128;
using native_types = ::testing::Types<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, wide, std::int8_t,
                                      std::int16_t, std::int32_t, std::int64_t, int128, float, double>;
TYPED_TEST_SUITE(oracle, native_types);

TYPED_TEST(oracle, ranks_values_as_the_language_does) {
    random_bits random{1};
    for (int i = 0; i < 20'000; ++i) {
        auto const a = any_value<TypeParam>(random), b = any_value<TypeParam>(random);
        if constexpr (is_floating(key_type_of<TypeParam>))
            ASSERT_EQ(rank_of_value(a) <=> rank_of_value(b), std::strong_order(a, b)) << a << " and " << b;
        else
            ASSERT_EQ(rank_of_value(a) < rank_of_value(b), a < b);
    }
}

TYPED_TEST(oracle, inverts_ranks) {
    constexpr key_type type = key_type_of<TypeParam>;
    random_bits random{2};
    for (int i = 0; i < 20'000; ++i) {
        wide const bits = random.wide_number() & last_rank(type);
        ASSERT_TRUE(bits_of_rank(type, rank_of_bits(type, bits)) == bits);
        ASSERT_TRUE(rank_of_bits(type, bits) <= last_rank(type));
    }
}

// IEEE 754: the value of a 16-bit pattern with so many fraction bits.
double value_of_half(std::uint16_t bits, int fraction_bits) {
    int const exponent_bits = 15 - fraction_bits;
    int const exponent = bits >> fraction_bits & ((1 << exponent_bits) - 1);
    int const fraction = bits & ((1 << fraction_bits) - 1);
    int const bias = (1 << (exponent_bits - 1)) - 1;
    double const sign = bits >> 15 ? -1 : 1;
    if (exponent == (1 << exponent_bits) - 1)
        return sign * (fraction ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity());
    if (exponent == 0)
        return sign * std::ldexp(fraction, 1 - bias - fraction_bits);
    return sign * std::ldexp(fraction + (1 << fraction_bits), exponent - bias - fraction_bits);
}

TEST(oracle_of_halves, ranks_all_patterns_by_value) {
    for (key_type const type : {key_type::f16, key_type::bf16}) {
        int const fraction_bits = type == key_type::f16 ? 10 : 7;
        for (wide rank = 1; rank <= last_rank(type); ++rank) {
            auto const before = static_cast<std::uint16_t>(bits_of_rank(type, rank - 1));
            auto const here = static_cast<std::uint16_t>(bits_of_rank(type, rank));
            double const smaller = value_of_half(before, fraction_bits), larger = value_of_half(here, fraction_bits);
            ASSERT_EQ(is_nan_bits(type, here), std::isnan(larger)) << here;
            if (std::isnan(smaller)) {
                ASSERT_TRUE(std::isnan(larger) || larger == -std::numeric_limits<double>::infinity());
            } else if (!std::isnan(larger)) {
                ASSERT_LE(smaller, larger) << here; // -0 and +0 compare equal
            }
        }
    }
}

TEST(oracle_of_nans, puts_them_last_in_both_directions) {
    random_bits random{3};
    for (order const direction : {order::ascending, order::descending}) {
        options const how{.direction = direction, .nans = nan_order::last};
        for (int i = 0; i < 20'000; ++i) {
            auto const a = any_value<float>(random), b = any_value<float>(random);
            wide const place_a = place_of_bits(key_type::f32, std::bit_cast<std::uint32_t>(a), how);
            wide const place_b = place_of_bits(key_type::f32, std::bit_cast<std::uint32_t>(b), how);
            if (std::isnan(a) != std::isnan(b)) {
                ASSERT_EQ(place_a < place_b, std::isnan(b)) << a << " and " << b;
            } else if (!std::isnan(a)) {
                ASSERT_EQ(place_a <=> place_b,
                          direction == order::ascending ? std::strong_order(a, b) : std::strong_order(b, a));
            }
        }
    }
}

TEST(oracle_of_bits, compares_only_the_range) {
    options const how{.bits = {4, 8}};
    EXPECT_TRUE(compared_part(key_type::u16, 0xabcd, how) == 0xc);
    EXPECT_TRUE(compared_part(key_type::u128, last_rank(key_type::u128), options{.bits = {64, 128}}) ==
                ~std::uint64_t{0});
    EXPECT_TRUE(compared_part(key_type::u16, 0xabcd, options{.bits = {16, 16}}) == 0);
}

} // namespace
