// SPDX-License-Identifier: MIT
// The codec is a bijection whose order is the order asked for: checked on every key of 8 and 16 bits, and on edges and
// random keys of the wider types.
#include "src/core/key_codec.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace {

using namespace pradix;
using core::key_codec;
using core::make_codec;

template <class Bits>
key_codec<Bits> plain(key_type type, order direction = order::ascending, nan_order nans = nan_order::by_bits) {
    return make_codec<Bits>(type, direction, nans, {});
}

// The value of a binary16 or bfloat16 pattern, by its definition.
double value_of_half(std::uint16_t bits, int exponent_bits, int fraction_bits) {
    int const bias = (1 << (exponent_bits - 1)) - 1;
    int const exponent = (bits >> fraction_bits) & ((1 << exponent_bits) - 1);
    int const fraction = bits & ((1 << fraction_bits) - 1);
    double const sign = bits >> 15 ? -1.0 : 1.0;
    if (exponent == (1 << exponent_bits) - 1)
        return fraction ? std::copysign(std::numeric_limits<double>::quiet_NaN(), sign)
                        : sign * std::numeric_limits<double>::infinity();
    double const significand =
        exponent ? 1.0 + std::ldexp(fraction, -fraction_bits) : std::ldexp(fraction, -fraction_bits);
    return sign * std::ldexp(significand, std::max(exponent, 1) - bias);
}

template <class Bits>
void expect_round_trip(key_codec<Bits> const& codec, Bits key) {
    ASSERT_EQ(codec.decode(codec.encode(key)), key);
}

TEST(KeyCodec, UnsignedAscendingIsTheIdentity) {
    EXPECT_TRUE(plain<std::uint32_t>(key_type::u32).is_identity());
    EXPECT_TRUE(plain<core::uint128>(key_type::u128).is_identity());
    EXPECT_FALSE(plain<std::uint32_t>(key_type::u32, order::descending).is_identity());
    EXPECT_FALSE(plain<std::uint32_t>(key_type::i32).is_identity());
}

TEST(KeyCodec, OrdersAllSignedBytes) {
    auto const up = plain<std::uint8_t>(key_type::i8);
    auto const down = plain<std::uint8_t>(key_type::i8, order::descending);
    for (int a = -128; a < 128; ++a)
        for (int b = -128; b < 128; ++b) {
            auto const x = static_cast<std::uint8_t>(a), y = static_cast<std::uint8_t>(b);
            ASSERT_EQ(a < b, up.encode(x) < up.encode(y));
            ASSERT_EQ(a > b, down.encode(x) < down.encode(y));
        }
}

TEST(KeyCodec, RoundTripsAll16BitKeysOfEveryTypeAndOption) {
    for (key_type const type : {key_type::u16, key_type::i16, key_type::f16, key_type::bf16})
        for (order const direction : {order::ascending, order::descending})
            for (nan_order const nans : {nan_order::by_bits, nan_order::last})
                for (bit_range const bits : {bit_range{}, bit_range{3, 11}, bit_range{0, 1}, bit_range{9, 16}})
                    for (unsigned key = 0; key < 65536; ++key) {
                        auto const codec = make_codec<std::uint16_t>(type, direction, nans, bits);
                        expect_round_trip(codec, static_cast<std::uint16_t>(key));
                        expect_round_trip(codec.rebased(static_cast<std::uint16_t>(key * 7)),
                                          static_cast<std::uint16_t>(key));
                    }
}

struct half_format {
    key_type type;
    int exponent_bits, fraction_bits;
};

class HalfOrder : public testing::TestWithParam<half_format> {};

// Neighbours in the order of images are in the order of values, which by transitivity orders all.
TEST_P(HalfOrder, FollowsTheValuesOfAllPatterns) {
    auto const [type, exponent_bits, fraction_bits] = GetParam();
    for (order const direction : {order::ascending, order::descending})
        for (nan_order const nans : {nan_order::by_bits, nan_order::last}) {
            auto const codec = plain<std::uint16_t>(type, direction, nans);
            bool numbers_ended = false;
            for (unsigned image = 0; image + 1 < 65536; ++image) {
                std::uint16_t const here = codec.decode(static_cast<std::uint16_t>(image));
                std::uint16_t const next = codec.decode(static_cast<std::uint16_t>(image + 1));
                double a = value_of_half(here, exponent_bits, fraction_bits);
                double b = value_of_half(next, exponent_bits, fraction_bits);
                if (nans == nan_order::last) {
                    numbers_ended |= std::isnan(a);
                    ASSERT_EQ(std::isnan(b) || numbers_ended, std::isnan(b)) << "a number behind a NaN";
                }
                if (direction == order::descending)
                    std::swap(a, b);
                if (!std::isnan(a) && !std::isnan(b)) {
                    ASSERT_LE(a, b);
                    ASSERT_LE(std::signbit(b), std::signbit(a)) << "-0 goes before +0";
                } else if (nans == nan_order::by_bits) { // a NaN is beyond all numbers of its sign
                    ASSERT_TRUE((std::isnan(a) && std::signbit(a)) || (std::isnan(b) && !std::signbit(b)));
                }
            }
            EXPECT_EQ(numbers_ended, nans == nan_order::last);
        }
}

INSTANTIATE_TEST_SUITE_P(Formats, HalfOrder,
                         testing::Values(half_format{key_type::f16, 5, 10}, half_format{key_type::bf16, 8, 7}),
                         [](auto const& named) { return std::string(name(named.param.type)); });

TEST(KeyCodec, OrdersEdgesOfDoubles) {
    using limits = std::numeric_limits<double>;
    std::vector<double> const ascending{-limits::quiet_NaN(),
                                        -limits::infinity(),
                                        -limits::max(),
                                        -1.0,
                                        -limits::min(),
                                        -limits::denorm_min(),
                                        -0.0,
                                        0.0,
                                        limits::denorm_min(),
                                        limits::min(),
                                        1.0,
                                        std::nextafter(1.0, 2.0),
                                        limits::max(),
                                        limits::infinity(),
                                        limits::quiet_NaN()};
    auto const image = [](double value, order direction, nan_order nans) {
        std::uint64_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        return plain<std::uint64_t>(key_type::f64, direction, nans).encode(bits);
    };
    for (std::size_t i = 0; i + 1 < ascending.size(); ++i) {
        EXPECT_LT(image(ascending[i], order::ascending, nan_order::by_bits),
                  image(ascending[i + 1], order::ascending, nan_order::by_bits));
        EXPECT_GT(image(ascending[i], order::descending, nan_order::by_bits),
                  image(ascending[i + 1], order::descending, nan_order::by_bits));
    }
    for (order const direction : {order::ascending, order::descending})
        for (double const number : ascending)
            if (!std::isnan(number)) {
                EXPECT_LT(image(number, direction, nan_order::last),
                          image(limits::quiet_NaN(), direction, nan_order::last));
                EXPECT_LT(image(number, direction, nan_order::last),
                          image(-limits::quiet_NaN(), direction, nan_order::last));
            }
}

TEST(KeyCodec, BitRangeComparesThoseBitsAndNoOthers) {
    std::mt19937_64 random(1);
    for (unsigned begin = 0; begin < 64; begin += 7)
        for (unsigned end = begin + 1; end <= 64; end += 5) {
            auto const codec =
                make_codec<std::uint64_t>(key_type::u64, order::ascending, nan_order::by_bits, {begin, end});
            ASSERT_EQ(codec.low, 64 - (end - begin));
            for (int i = 0; i < 100; ++i) {
                std::uint64_t const key = random();
                std::uint64_t const field = (key >> begin) & core::low_mask<std::uint64_t>(end - begin);
                ASSERT_EQ(codec.encode(key) >> codec.low, field);
                expect_round_trip(codec, key);
            }
        }
}

TEST(KeyCodec, RebasedImagesStartAtZeroAndKeepTheirOrder) {
    auto const codec = plain<std::uint32_t>(key_type::i32);
    auto const smallest = codec.encode(static_cast<std::uint32_t>(-500));
    auto const moved = codec.rebased(smallest);
    EXPECT_EQ(moved.encode(static_cast<std::uint32_t>(-500)), 0u);
    EXPECT_EQ(moved.encode(499), 999u);
    EXPECT_EQ(moved.decode(999), 499u);
}

TEST(KeyCodec, EncodesManyLikeOne) {
    std::mt19937_64 random(2);
    std::vector<std::uint32_t> keys(1000), images(1000), back(1000);
    std::generate(keys.begin(), keys.end(), [&] { return static_cast<std::uint32_t>(random()); });
    for (key_type const type : {key_type::u32, key_type::i32, key_type::f32})
        for (bit_range const bits : {bit_range{}, bit_range{4, 20}}) {
            auto const codec =
                make_codec<std::uint32_t>(type, order::descending, nan_order::by_bits, bits).rebased(12345);
            codec.encode_all(
                keys.size(), [&](std::size_t i) { return keys[i]; },
                [&](std::size_t i, std::uint32_t image) { images[i] = image; });
            codec.decode_all(
                keys.size(), [&](std::size_t i) { return images[i]; },
                [&](std::size_t i, std::uint32_t key) { back[i] = key; });
            for (std::size_t i = 0; i < keys.size(); ++i)
                ASSERT_EQ(images[i], codec.encode(keys[i]));
            ASSERT_EQ(back, keys);
        }
}

} // namespace
