// SPDX-License-Identifier: MIT
// Sizes and ranges of bits as people write them, keys as text, half precision.
#include "cli/error.hpp"
#include "cli/half.hpp"
#include "cli/key_flags.hpp"
#include "cli/key_text.hpp"
#include "cli/size.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>

namespace {

using namespace pradix;
using namespace pradix::cli;

TEST(Size, SuffixesAreDecimalOrBinary) {
    EXPECT_EQ(parse_size("0", "-n"), 0u);
    EXPECT_EQ(parse_size("100M", "-n"), 100'000'000u);
    EXPECT_EQ(parse_size("64Ki", "-n"), 65536u);
    EXPECT_EQ(parse_size("10GiB", "-n"), 10'737'418'240u);
    EXPECT_EQ(parse_size("2T", "-n"), 2'000'000'000'000u);
    EXPECT_EQ(parse_size("18446744073709551615", "-n"), 18446744073709551615u);
}

TEST(Size, ExponentsAreDecimal) {
    EXPECT_EQ(parse_size("1e6", "-n"), 1'000'000u);
    EXPECT_EQ(parse_size("1.5E3", "-n"), 1500u);
    EXPECT_EQ(parse_size("7e0", "-n"), 7u);
    EXPECT_EQ(parse_size("0e99", "-n"), 0u);
    EXPECT_EQ(parse_size("0.0000000001e25", "-n"), 1'000'000'000'000'000u);
    EXPECT_EQ(parse_size("18446744073709551.615e3", "-n"), 18446744073709551615u);
    for (char const* bad : {"1e", "e6", "1e-6", "1e+6", "1e6K", "1e6e1", "1.5e0", "1e20", "2e19", "1e99999999999",
                            "18446744073709551615e20", "3e38", "0.0000000000000000001e39"})
        EXPECT_THROW(parse_size(bad, "-n"), error) << bad;
}

TEST(Size, TooManyDecimalsAreNotTooLarge) {
    for (char const* long_one : {"1.00000000000000000000K", "0.00000000000000000001"})
        try {
            parse_size(long_one, "-n");
            FAIL() << long_one;
        } catch (error const& refused) {
            EXPECT_NE(std::string(refused.what()).find("too many decimals"), std::string::npos) << refused.what();
        }
}

TEST(Size, FractionsMustBeWholeInTheEnd) {
    EXPECT_EQ(parse_size("1.5M", "-n"), 1'500'000u);
    EXPECT_EQ(parse_size("0.5Ki", "-n"), 512u);
    EXPECT_EQ(parse_size(".25K", "-n"), 250u);
    EXPECT_EQ(parse_size("3.0", "-n"), 3u);
    EXPECT_THROW(parse_size("1.0005K", "-n"), error);
    EXPECT_THROW(parse_size("0.1", "-n"), error);
}

TEST(Size, NonsenseAndOverflowAreRejected) {
    for (char const* bad : {"", " ", "K", ".", "-1", "+1", "1 K", "1KK", "1Kib", "1m", "1.2.3", "1x", "0x10", "1i",
                            "18446744073709551616", "18446744073709551.616K0", "20000000T", "16777216Ti"})
        EXPECT_THROW(parse_size(bad, "-n"), error) << bad;
}

TEST(Size, TextForPeople) {
    EXPECT_EQ(count_text(0), "0");
    EXPECT_EQ(count_text(999), "999");
    EXPECT_EQ(count_text(1000), "1,000");
    EXPECT_EQ(count_text(1234567890), "1,234,567,890");
    EXPECT_EQ(counted(0, "key"), "0 keys");
    EXPECT_EQ(counted(1, "key"), "1 key");
    EXPECT_EQ(exact_bytes_text(1), "1 byte");
    EXPECT_EQ(exact_bytes_text(1250), "1.25 kB (1250 bytes)");
    EXPECT_EQ(bytes_text(999), "999 bytes");
    EXPECT_EQ(bytes_text(1250), "1.25 kB");
    EXPECT_EQ(bytes_text(12'500'000), "12.5 MB");
    EXPECT_EQ(bytes_text(999'999'999), "1.00 GB");
}

TEST(Bits, AreTheLowestOnesOrARange) {
    EXPECT_EQ(parse_bits("8"), (bit_range{0, 8}));
    EXPECT_EQ(parse_bits("4:12"), (bit_range{4, 12}));
    for (char const* bad : {"", ":", "a", "-1", "+1", "1:", ":1", "1:2:3", "0x8", "99999999999"})
        EXPECT_THROW(parse_bits(bad), error) << bad;
}

template <class T>
T parsed(key_type type, std::string_view field) {
    T key{};
    EXPECT_EQ(parser_of(type)(field, &key), parse_result::ok) << field;
    return key;
}

parse_result result(key_type type, std::string_view field) {
    std::array<std::byte, 16> key;
    return parser_of(type)(field, key.data());
}

TEST(KeyText, IntegersToTheirLimits) {
    EXPECT_EQ(parsed<std::uint8_t>(key_type::u8, "255"), 255);
    EXPECT_EQ(parsed<std::int8_t>(key_type::i8, "-128"), -128);
    EXPECT_EQ(parsed<std::int64_t>(key_type::i64, "\t-9223372036854775808 "), INT64_MIN);
    EXPECT_EQ(parsed<std::uint32_t>(key_type::u32, "+007"), 7u);
    EXPECT_EQ(result(key_type::u8, "256"), parse_result::out_of_range);
    EXPECT_EQ(result(key_type::u8, "-1"), parse_result::out_of_range);
    EXPECT_EQ(result(key_type::i8, "128"), parse_result::out_of_range);
    EXPECT_EQ(result(key_type::u128, "340282366920938463463374607431768211456"), parse_result::out_of_range);
    EXPECT_EQ(result(key_type::u128, "340282366920938463463374607431768211455"), parse_result::ok);
    EXPECT_EQ(result(key_type::i128, "-170141183460469231731687303715884105728"), parse_result::ok);
    EXPECT_EQ(result(key_type::i128, "170141183460469231731687303715884105728"), parse_result::out_of_range);
    EXPECT_EQ(result(key_type::i128, "-170141183460469231731687303715884105729"), parse_result::out_of_range);
}

TEST(KeyText, WhatIsNoNumber) {
    for (key_type type : {key_type::u8, key_type::i64, key_type::u128, key_type::i128, key_type::f16, key_type::f32,
                          key_type::f64, key_type::boolean})
        for (char const* bad : {"", " ", "-", "+", "+-1", "-+1", "--1", "++1", "1x", "x", "1 1", "1,5", "yes"})
            EXPECT_EQ(result(type, bad), parse_result::not_a_number) << name(type) << " '" << bad << "'";
    EXPECT_EQ(result(key_type::i64, "1.5"), parse_result::not_a_number);
    EXPECT_EQ(result(key_type::f64, "0x10"), parse_result::not_a_number);
    EXPECT_EQ(result(key_type::boolean, "2"), parse_result::not_a_number);
}

TEST(KeyText, ComplaintsAreSentences) {
    EXPECT_EQ(complaint(parse_result::not_a_number, key_type::i8), "is not an i8 number");
    EXPECT_EQ(complaint(parse_result::not_a_number, key_type::u128), "is not a u128 number");
    EXPECT_EQ(complaint(parse_result::not_a_number, key_type::f32), "is not an f32 number");
    EXPECT_EQ(complaint(parse_result::not_a_number, key_type::boolean), "is not a bool (0, 1, true or false)");
}

TEST(KeyText, FloatsRoundButNotToInfinity) {
    EXPECT_EQ(result(key_type::f64, "1e400"), parse_result::out_of_range);
    EXPECT_EQ(result(key_type::f32, "-1e40"), parse_result::out_of_range);
    EXPECT_EQ(result(key_type::f16, "65520"), parse_result::out_of_range);
    EXPECT_EQ(result(key_type::f16, "-1e40"), parse_result::out_of_range);
    EXPECT_EQ(result(key_type::bf16, "3.4e38"), parse_result::out_of_range);
    EXPECT_EQ(result(key_type::f16, "65519"), parse_result::ok);
    EXPECT_EQ(result(key_type::f16, "-inf"), parse_result::ok);
    EXPECT_EQ(result(key_type::bf16, "nan"), parse_result::ok);
    EXPECT_EQ(parsed<double>(key_type::f64, "-inf"), -HUGE_VAL);
    EXPECT_EQ(parsed<float>(key_type::f32, "1e-50"), 0.0f);
    EXPECT_TRUE(std::signbit(parsed<double>(key_type::f64, "-1e-400")));
    EXPECT_EQ(parsed<double>(key_type::f64, "5e-324"), 5e-324);
    EXPECT_TRUE(std::isnan(parsed<double>(key_type::f64, "NaN")));
    EXPECT_TRUE(std::signbit(parsed<float>(key_type::f32, "-nan")));
    EXPECT_EQ(parsed<float>(key_type::f32, "Infinity"), HUGE_VALF);
}

TEST(KeyText, HalvesAreTheNearestToTheNumberAndNotToItsFloat) {
    auto const half = [](std::string_view field) { return to_float(parsed<f16>(key_type::f16, field)); };
    EXPECT_EQ(half("2049"), 2048);
    EXPECT_EQ(half("2051"), 2052);
    EXPECT_EQ(half("2049.00001"), 2050);
    EXPECT_EQ(half("-2049.00001"), -2050);
    EXPECT_EQ(half("2050.99999"), 2050);
    EXPECT_EQ(half("2049.000000000000000000000000000001"), 2050);
    EXPECT_EQ(half("2.98023223876953125e-08"), 0);
    EXPECT_EQ(half("2.98023223876953126e-08"), 0x1p-24f);
    EXPECT_EQ(half("65519.99999999"), 65504);
    EXPECT_TRUE(std::signbit(half("-1e-400")));
    EXPECT_EQ(result(key_type::f16, "65520"), parse_result::out_of_range);
    auto const brain = [](std::string_view field) { return to_float(parsed<bf16>(key_type::bf16, field)); };
    EXPECT_EQ(brain("257"), 256);
    EXPECT_EQ(brain("257.000001"), 258);
    EXPECT_EQ(brain("258.999999"), 258);
    EXPECT_EQ(half("2049.0002"), 2050); // a float that is next to the middle
    EXPECT_EQ(half("65519.997"), 65504);
}

// In the middle between two neighbours, and as little beside it as a double can be.
TEST(KeyText, HalvesAreTheNearestNextToEveryMiddle) {
    constexpr unsigned infinity = 0x7c00;
    for (unsigned bits = 0; bits + 1 < infinity; ++bits) {
        auto const value_of = [](unsigned of) { return double{to_float(f16{static_cast<std::uint16_t>(of)})}; };
        double const middle = (value_of(bits) + value_of(bits + 1)) / 2;
        auto const read = [](double number) { return parsed<f16>(key_type::f16, fmt::format("{:.80f}", number)).bits; };
        ASSERT_EQ(read(std::nextafter(middle, 0.0)), bits) << middle;
        ASSERT_EQ(read(middle), bits + bits % 2) << middle;
        ASSERT_EQ(read(std::nextafter(middle, HUGE_VAL)), bits + 1) << middle;
    }
}

TEST(KeyText, WhatIsWrittenReadsBack) {
    for (key_type type : {key_type::f16, key_type::bf16, key_type::u16, key_type::i16})
        for (unsigned bits = 0; bits < 65536; ++bits) {
            auto const key = static_cast<std::uint16_t>(bits);
            std::string text;
            append_key(text, type, &key);
            auto const back = parsed<std::uint16_t>(type, text);
            if (text.ends_with("nan")) // the sign of a NaN survives, its payload does not
                EXPECT_EQ(back >> 15, key >> 15) << text;
            else
                ASSERT_EQ(back, key) << name(type) << " " << text;
        }
}

TEST(KeyText, NanShowsItsBits) {
    std::uint32_t const key = 0xffc00001;
    EXPECT_EQ(key_text(key_type::f32, &key), "-nan (bits 0xffc00001)");
    std::uint16_t const half = 0x3c00;
    EXPECT_EQ(key_text(key_type::f16, &half), "1");
}

TEST(Half, EveryPatternSurvivesTheWayThroughFloat) {
    for (unsigned bits = 0; bits < 65536; ++bits) {
        auto const pattern = static_cast<std::uint16_t>(bits);
        if (float const wide = to_float(f16{pattern}); !std::isnan(wide)) {
            ASSERT_EQ(to_f16(wide).bits, pattern) << wide;
        }
        if (float const wide = to_float(bf16{pattern}); !std::isnan(wide)) {
            ASSERT_EQ(to_bf16(wide).bits, pattern) << wide;
        }
    }
}

// Between two neighbours: the nearer one, and the even one from the middle.
TEST(Half, RoundsToNearestEven) {
    for (std::uint16_t low = 0; low < 0x7bff; ++low) {
        auto const high = static_cast<std::uint16_t>(low + 1);
        float const a = to_float(f16{low}), b = to_float(f16{high}), middle = (a + b) / 2;
        ASSERT_EQ(to_f16(middle).bits, low % 2 == 0 ? low : high) << middle;
        ASSERT_EQ(to_f16(std::nextafter(middle, a)).bits, low) << middle;
        ASSERT_EQ(to_f16(std::nextafter(middle, b)).bits, high) << middle;
        ASSERT_EQ(to_f16(-middle).bits, 0x8000 | to_f16(middle).bits) << middle;
    }
    for (std::uint16_t low = 0; low < 0x7f7f; ++low) {
        auto const high = static_cast<std::uint16_t>(low + 1);
        float const a = to_float(bf16{low}), b = to_float(bf16{high}), middle = a / 2 + b / 2;
        if (low > 0x100) { // halving the smallest floats is not exact
            ASSERT_EQ(to_bf16(middle).bits, low % 2 == 0 ? low : high) << middle;
        }
    }
    EXPECT_EQ(to_f16(65519.9f).bits, 0x7bff);
    EXPECT_EQ(to_f16(65520.0f).bits, 0x7c00);
}

} // namespace
