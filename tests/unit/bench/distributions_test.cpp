// SPDX-License-Identifier: MIT
// Generated inputs: the same on every machine and with any number of threads, and shaped as their names say.
#include "bench/harness/distributions.hpp"

#include "bench/harness/check.hpp"

#include <pradix/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace pradix::bench {
namespace {

constexpr std::array all_forms = {"uniform", "entropy:3", "zipf:1",     "sorted",
                                  "reverse", "few:16",    "constant:1", "nearly:5"};

std::vector<std::byte> filled(key_type type, std::size_t count, char const* form, std::uint64_t seed = 1) {
    std::vector<std::byte> keys(count * key_bytes(type), std::byte{0xcd});
    fill(type, keys.data(), count, parse_distribution(form), seed);
    return keys;
}

template <class K>
std::vector<K> keys_of(key_type type, std::size_t count, char const* form, std::uint64_t seed = 1) {
    std::vector<K> keys(count);
    fill(type, keys.data(), count, parse_distribution(form), seed);
    return keys;
}

std::string order_of(key_type type, std::vector<std::byte> const& keys) {
    return order_problem({type, keys.size() / key_bytes(type), keys.data(), key_bytes(type)}, {});
}

// Sets PRADIX_THREADS while it lives.
class threads_set_to {
public:
    explicit threads_set_to(char const* threads) { setenv("PRADIX_THREADS", threads, 1); }
    ~threads_set_to() { unsetenv("PRADIX_THREADS"); }
    threads_set_to(threads_set_to const&) = delete;
    threads_set_to& operator=(threads_set_to const&) = delete;
};

class EveryType : public testing::TestWithParam<int> {
protected:
    key_type type = static_cast<key_type>(GetParam());
};

TEST_P(EveryType, RepeatsForTheSameSeed) {
    for (char const* form : all_forms)
        EXPECT_EQ(filled(type, 5000, form, 7), filled(type, 5000, form, 7)) << form;
}

TEST_P(EveryType, DiffersForAnotherSeed) {
    for (char const* form : {"uniform", "entropy:3", "zipf:1", "few:16"})
        EXPECT_NE(filled(type, 5000, form, 7), filled(type, 5000, form, 8)) << form;
}

TEST_P(EveryType, DoesNotDependOnTheNumberOfThreads) {
    constexpr std::size_t count = 300'001; // enough for several threads
    for (char const* form : all_forms) {
        std::vector<std::byte> alone, shared;
        {
            threads_set_to const one("1");
            alone = filled(type, count, form);
        }
        {
            threads_set_to const three("3");
            shared = filled(type, count, form);
        }
        EXPECT_TRUE(alone == shared) << form;
    }
}

TEST_P(EveryType, CanBeMadePieceByPiece) {
    std::size_t const bytes = key_bytes(type);
    for (char const* form : all_forms) {
        std::vector<std::byte> pieces(1000 * bytes);
        for (std::size_t first = 0; first < 1000; first += 300)
            fill_part(type, pieces.data() + first * bytes, first, std::min<std::size_t>(300, 1000 - first), 1000,
                      parse_distribution(form), 1);
        EXPECT_TRUE(pieces == filled(type, 1000, form)) << form;
    }
}

TEST_P(EveryType, SortedAscendsAndReverseIsItsMirror) {
    std::size_t const bytes = key_bytes(type);
    for (std::size_t const count : {1, 2, 1000, 70'000}) {
        auto const sorted = filled(type, count, "sorted");
        auto const reverse = filled(type, count, "reverse");
        EXPECT_EQ(order_of(type, sorted), "") << count;
        for (std::size_t i = 0; i < count; ++i)
            ASSERT_EQ(std::memcmp(&sorted[i * bytes], &reverse[(count - 1 - i) * bytes], bytes), 0) << i;
    }
}

TEST_P(EveryType, FewHasThatManyDistinctValues) {
    std::size_t const bytes = key_bytes(type);
    auto const keys = filled(type, 20'000, "few:16");
    std::set<std::string> distinct;
    for (std::size_t i = 0; i < 20'000; ++i)
        distinct.emplace(reinterpret_cast<char const*>(&keys[i * bytes]), bytes);
    EXPECT_EQ(distinct.size(), type == key_type::boolean ? 2 : 16);
}

TEST_P(EveryType, ConstantZeroIsAllZeroBits) {
    EXPECT_EQ(filled(type, 100, "zeros"), std::vector<std::byte>(100 * key_bytes(type)));
}

TEST_P(EveryType, ZipfRepeatsItsFirstKeyAsOftenAsItsDensitySays) {
    std::size_t const bytes = key_bytes(type);
    if (bytes < 4)
        return; // ranks share keys there
    auto const keys = filled(type, 100'000, "zipf:1");
    std::map<std::string, int> times;
    for (std::size_t i = 0; i < 100'000; ++i)
        ++times[{reinterpret_cast<char const*>(&keys[i * bytes]), bytes}];
    int most = 0;
    for (auto const& [key, count] : times)
        most = std::max(most, count);
    // The integral of 1/r from 1 to 2 is a share of ln 2 / ln 1,000,001 of the whole: 5.017 %, give or take 0.07 %.
    EXPECT_NEAR(most, 5017, 350);
}

INSTANTIATE_TEST_SUITE_P(Types, EveryType, testing::Range(0, static_cast<int>(key_type_count)),
                         [](auto const& type) { return std::string(name(static_cast<key_type>(type.param))); });

TEST(Distributions, BooleansAreZeroAndOne) {
    for (char const* form : all_forms)
        for (auto const key : keys_of<std::uint8_t>(key_type::boolean, 1000, form))
            ASSERT_LE(key, 1) << form;
}

TEST(Distributions, FloatsAreFiniteAndOfBothSigns) {
    for (char const* form : {"uniform", "entropy:3", "zipf:1", "sorted", "few:16", "nearly:5"}) {
        auto const keys = keys_of<float>(key_type::f32, 10'000, form);
        EXPECT_TRUE(std::ranges::all_of(keys, [](float key) { return std::isfinite(key); })) << form;
        EXPECT_TRUE(std::ranges::any_of(keys, [](float key) { return std::signbit(key); })) << form;
        EXPECT_TRUE(std::ranges::any_of(keys, [](float key) { return !std::signbit(key); })) << form;
    }
    for (auto const bits : keys_of<std::uint16_t>(key_type::f16, 100'000, "uniform"))
        ASSERT_NE(bits & 0x7c00, 0x7c00);
}

TEST(Distributions, UniformUsesTheWholeRange) {
    auto const keys = keys_of<std::uint8_t>(key_type::u8, 100'000, "uniform");
    std::array<int, 256> times{};
    for (auto const key : keys)
        ++times[key];
    auto const [least, most] = std::ranges::minmax(times); // 390.6 each, give or take 20
    EXPECT_GT(least, 290);
    EXPECT_LT(most, 490);
}

TEST(Distributions, EntropyThinsTheOnes) {
    for (int const words : {1, 2, 4, 8}) {
        auto const keys = keys_of<std::uint64_t>(key_type::u64, 10'000, ("entropy:" + std::to_string(words)).c_str());
        double ones = 0;
        for (auto const key : keys)
            ones += std::popcount(key);
        EXPECT_NEAR(ones / 640'000, std::ldexp(1, -words), 0.004) << words;
    }
}

TEST(Distributions, NearlyReplacesItsShare) {
    auto const sorted = keys_of<std::uint32_t>(key_type::u32, 100'000, "sorted");
    auto const nearly = keys_of<std::uint32_t>(key_type::u32, 100'000, "nearly:5");
    int differ = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i)
        differ += sorted[i] != nearly[i];
    EXPECT_NEAR(differ, 5000, 300);
}

TEST(Distributions, ConstantsAreConverted) {
    EXPECT_EQ(keys_of<std::int16_t>(key_type::i16, 2, "constant:-2"), (std::vector<std::int16_t>{-2, -2}));
    EXPECT_EQ(keys_of<float>(key_type::f32, 1, "constant:0.1")[0], 0.1F);
    EXPECT_EQ(keys_of<double>(key_type::f64, 1, "constant:-1e300")[0], -1e300);
    EXPECT_EQ(keys_of<std::uint16_t>(key_type::f16, 1, "constant:-1.5")[0], 0xbe00);
    EXPECT_EQ(keys_of<std::uint16_t>(key_type::f16, 1, "constant:65504")[0], 0x7bff);
    EXPECT_EQ(keys_of<std::uint16_t>(key_type::f16, 1, "constant:5.9604644775390625e-8")[0], 0x0001);
    EXPECT_EQ(keys_of<std::uint16_t>(key_type::bf16, 1, "constant:1")[0], 0x3f80);
    auto const wide = keys_of<std::array<std::uint64_t, 2>>(key_type::i128, 1, "constant:-2")[0];
    EXPECT_EQ(wide[0], ~std::uint64_t{1});
    EXPECT_EQ(wide[1], ~std::uint64_t{0});
}

TEST(Distributions, ConstantsAreExactAlsoWhereADoubleIsNot) {
    EXPECT_EQ(keys_of<std::uint64_t>(key_type::u64, 1, "constant:9007199254740993")[0], 9007199254740993u);
    EXPECT_EQ(keys_of<std::uint64_t>(key_type::u64, 1, "constant:18446744073709551615")[0], ~std::uint64_t{0});
    EXPECT_EQ(keys_of<std::int64_t>(key_type::i64, 1, "constant:9223372036854775807")[0],
              std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(keys_of<std::int64_t>(key_type::i64, 1, "constant:-9223372036854775808")[0],
              std::numeric_limits<std::int64_t>::min());
    auto const wide =
        keys_of<std::array<std::uint64_t, 2>>(key_type::u128, 1, "constant:340282366920938463463374607431768211455")[0];
    EXPECT_EQ(wide[0] & wide[1], ~std::uint64_t{0});
    EXPECT_EQ(keys_of<double>(key_type::f64, 1, "constant:9007199254740993")[0], 9007199254740992.0);
    for (auto const& [type, text] : {std::pair{key_type::u64, "constant:18446744073709551616"},
                                     {key_type::i64, "constant:9223372036854775808"},
                                     {key_type::i64, "constant:-9223372036854775809"},
                                     {key_type::i128, "constant:170141183460469231731687303715884105728"},
                                     {key_type::u128, "constant:340282366920938463463374607431768211456"}}) {
        std::byte key[16];
        EXPECT_THROW(fill(type, key, 1, parse_distribution(text), 1), invalid_argument) << text;
        EXPECT_EQ(to_string(parse_distribution(text)), text);
    }
}

TEST(Distributions, ConstantsThatATypeLacksAreRefused) {
    std::byte key[16];
    for (auto const& [type, value] : {std::pair{key_type::u8, 256.0},
                                      {key_type::u8, -1.0},
                                      {key_type::i8, 128.0},
                                      {key_type::u32, 0.5},
                                      {key_type::f16, 65520.0},
                                      {key_type::f32, 1e39},
                                      {key_type::boolean, 2.0},
                                      {key_type::i128, 1e39}})
        EXPECT_THROW(fill(type, key, 1, {shape::constant, value}, 1), invalid_argument) << name(type) << " " << value;
}

TEST(Distributions, NamesAreReadBack) {
    for (char const* form : all_forms)
        EXPECT_EQ(to_string(parse_distribution(form)), form);
    EXPECT_EQ(to_string(parse_distribution("zeros")), "constant:0");
    EXPECT_EQ(to_string(parse_distribution("zipf")), "zipf:1");
    EXPECT_EQ(to_string(parse_distribution("few")), "few:16");
    EXPECT_EQ(to_string(parse_distribution("nearly:0.5")), "nearly:0.5");
}

TEST(Distributions, WrongNamesAreRefusedWithTheRightOnes) {
    for (char const* text :
         {"", "unifrom", "uniform:1", "sorted:", "entropy:0", "entropy:9", "entropy:1.5", "zipf:0", "zipf:-1",
          "zipf:nan", "few:0", "few:x", "few:", "constant:1x", "constant:inf", "nearly:101", ":1"})
        try {
            parse_distribution(text);
            ADD_FAILURE() << "'" << text << "' was accepted";
        } catch (invalid_argument const& refusal) {
            EXPECT_NE(std::string(refusal.what()).find("entropy:K"), std::string::npos) << refusal.what();
        }
}

} // namespace
} // namespace pradix::bench
