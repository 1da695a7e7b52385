// SPDX-License-Identifier: MIT
// Every algorithm of the registry, at every size around its tiles and at random ones up to its limit.
#include "tests/gallery/support.hpp"

#include <pradix/error.hpp>

#include <algorithm>
#include <numeric>

namespace {

using namespace pradix;
using namespace pradix::test;
using gallery::algorithm;

constexpr key_type types[] = {key_type::u32, key_type::u64, key_type::i32, key_type::i64, key_type::f32, key_type::f64};

class gallery_sort : public ::testing::TestWithParam<std::tuple<gallery::platform, std::string_view>> {
protected:
    void SetUp() override {
        gallery::platform const on = std::get<0>(GetParam());
        if (device_of(on) == nullptr)
            GTEST_SKIP() << gallery::name(on) << " is not built or has no device on this machine";
    }
    static gallery::machine& device() { return *device_of(std::get<0>(GetParam())); }
    static algorithm const& with() { return gallery::find_algorithm(std::get<1>(GetParam())); }

    static std::size_t limit() { return gallery::most_keys(with(), device()); }

    // Small blocks, so that a few keys are many tiles; nothing where the algorithm has no choice.
    static gallery::settings small() {
        gallery::settings how;
        if (with().block != 0)
            how.block = 16;
        if (with().has_groups)
            how.groups = 3;
        return how;
    }
};

// Tiles of the scan hold two keys for each of 16 threads.
TEST_P(gallery_sort, every_size_up_to_three_tiles) {
    std::size_t const last = std::min<std::size_t>(3 * 32, limit());
    for (std::size_t count = 0; count <= last; ++count)
        ASSERT_TRUE(sorts(with(), device(), key_type::u32, shape::uniform, count, count, small()));
}

// Few enough for tools that watch every access.
TEST_P(gallery_sort, a_few_tiles) {
    auto how = small();
    how.bits = {3, 10};
    ASSERT_TRUE(sorts(with(), device(), key_type::i64, shape::uniform, std::min<std::size_t>(70, limit()), 8, how));
}

TEST_P(gallery_sort, sizes_around_its_own_tiles) {
    random_bits random{1};
    for (std::size_t const tile : {std::size_t{64}, std::size_t{256}, std::size_t{512}, std::size_t{1024}, limit()})
        for (std::size_t const count : {tile - 1, tile, tile + 1, 3 * tile - 1, 3 * tile, 3 * tile + 1})
            if (count <= std::min<std::size_t>(limit(), 1u << 20)) {
                bit_range const bits{static_cast<unsigned>(random.below(28)), 32};
                ASSERT_TRUE(sorts(with(), device(), key_type::u32, shape::uniform, count, count, {.bits = bits}));
            }
}

TEST_P(gallery_sort, every_type_and_shape) {
    random_bits random{2};
    for (key_type const type : types)
        for (std::size_t like = 0; like < shape_count; ++like) {
            std::size_t const count = 1 + random.below(std::min<std::size_t>(limit(), 700));
            ASSERT_TRUE(sorts(with(), device(), type, static_cast<shape>(like), count, like, small()));
        }
}

TEST_P(gallery_sort, every_width_of_bit_range) {
    random_bits random{3};
    std::size_t const count = std::min<std::size_t>(limit(), 300);
    for (unsigned width = 0; width <= 32; ++width) {
        auto how = small();
        how.bits.begin = static_cast<unsigned>(random.below(33 - width));
        how.bits.end = how.bits.begin + width;
        ASSERT_TRUE(sorts(with(), device(), key_type::u32, shape::uniform, count, width, how));
        how.bits = {how.bits.begin + 32, how.bits.end + 32};
        ASSERT_TRUE(sorts(with(), device(), key_type::i64, shape::uniform, count, width, how));
    }
}

TEST_P(gallery_sort, every_width_of_digit) {
    for (unsigned radix_bits = 1; radix_bits <= with().most_radix_bits; ++radix_bits) {
        auto how = small();
        how.radix_bits = radix_bits;
        ASSERT_TRUE(sorts(with(), device(), key_type::f32, shape::specials, 500, radix_bits, how));
        how = {.radix_bits = radix_bits};
        ASSERT_TRUE(sorts(with(), device(), key_type::u64, shape::uniform, 5'000, radix_bits, how));
    }
}

TEST_P(gallery_sort, random_sizes_up_to_its_limit) {
    random_bits random{4};
    std::size_t const most = std::min<std::size_t>(limit(), 300'000);
    for (int round = 0; round < 6; ++round) {
        std::size_t const count = 1 + random.below(most);
        auto const like = static_cast<shape>(random.below(shape_count));
        ASSERT_TRUE(sorts(with(), device(), types[round], like, count, random()));
    }
    ASSERT_TRUE(sorts(with(), device(), key_type::u32, shape::uniform, most, 5));
}

TEST_P(gallery_sort, leaves_keys_alone_when_there_is_nothing_to_compare) {
    std::vector<std::uint32_t> keys{3, 1, 2};
    gallery::sort(with(), device(), key_type::u32, keys.data(), keys.size(), {.bits = {5, 5}});
    EXPECT_EQ(keys, (std::vector<std::uint32_t>{3, 1, 2}));
}

TEST_P(gallery_sort, refuses_more_keys_than_its_limit) {
    std::vector<std::uint32_t> keys(3);
    try {
        gallery::sort(with(), device(), key_type::u32, keys.data(), limit() + 1);
        FAIL() << "more keys than the limit were taken";
    } catch (invalid_argument const& refused) {
        EXPECT_NE(std::string(refused.what()).find(std::to_string(limit())), std::string::npos) << refused.what();
        EXPECT_NE(std::string(refused.what()).find(with().name), std::string::npos) << refused.what();
    }
}

TEST_P(gallery_sort, refuses_what_it_does_not_know) {
    std::vector<std::uint64_t> keys(3);
    auto const refuses = [&](key_type type, gallery::settings const& how) {
        EXPECT_THROW(gallery::sort(with(), device(), type, keys.data(), keys.size(), how), invalid_argument)
            << name(type) << ", bits " << how.bits.begin << " to " << how.bits.end << ", radix bits " << how.radix_bits
            << ", block " << how.block << ", groups " << how.groups << ", arrays " << how.arrays;
    };
    for (key_type const type : {key_type::u8, key_type::i16, key_type::f16, key_type::u128, key_type::boolean})
        refuses(type, {});
    refuses(key_type::u32, {.bits = {0, 33}});
    refuses(key_type::u32, {.bits = {4, 3}});
    refuses(key_type::u32, {.radix_bits = with().most_radix_bits + 1});
    refuses(key_type::u32, {.block = 3});
    refuses(key_type::u32, {.block = 512});
    refuses(key_type::u32, {.groups = 5000});
    if (with().block == 0)
        refuses(key_type::u32, {.block = 64});
    if (!with().has_groups)
        refuses(key_type::u32, {.groups = 2});
    if (with().most != gallery::limit::warp)
        refuses(key_type::u32, {.arrays = 2});
}

// Before it looks at keys: where each block counts each digit, there would be 2^32 counters.
TEST_P(gallery_sort, refuses_more_counters_than_it_can_number) {
    if (with().most_radix_bits == 0 || with().has_groups || with().block == 0)
        GTEST_SKIP() << "it has none";
    std::uint32_t none = 0;
    EXPECT_THROW(
        gallery::sort(with(), device(), key_type::u32, &none, std::size_t{1} << 25, {.radix_bits = 8, .block = 2}),
        invalid_argument);
}

std::vector<std::string_view> algorithm_names() {
    std::vector<std::string_view> names;
    for (algorithm const& each : gallery::algorithms())
        names.push_back(each.name);
    return names;
}

auto const test_name = [](auto const& info) {
    std::string text = std::string(gallery::name(std::get<0>(info.param))) + "_" + std::string(std::get<1>(info.param));
    std::ranges::replace(text, '-', '_');
    return text;
};

INSTANTIATE_TEST_SUITE_P(gallery, gallery_sort,
                         ::testing::Combine(::testing::ValuesIn(both_platforms),
                                            ::testing::ValuesIn(algorithm_names())),
                         test_name);

class warps : public on_platform {};

TEST_P(warps, hundred_thousand_random_rounds) {
    constexpr std::size_t rounds = 100'000, lanes = 32;
    random_bits random{6};
    for (unsigned const bits : {32u, 10u}) { // values under 1,024 need 10 passes
        std::vector<std::uint32_t> keys(rounds * lanes);
        for (auto& key : keys)
            key = static_cast<std::uint32_t>(random() >> (64 - bits));
        auto expected = keys;
        for (std::size_t round = 0; round < rounds; ++round)
            std::sort(expected.begin() + round * lanes, expected.begin() + (round + 1) * lanes);
        gallery::sort(gallery::find_algorithm("warp-ballot"), device(), key_type::u32, keys.data(), lanes,
                      {.bits = {0, bits}, .arrays = rounds});
        EXPECT_EQ(keys, expected) << bits << " bits";
    }
}

INSTANTIATE_TEST_SUITE_P(gallery, warps, ::testing::ValuesIn(both_platforms), platform_name);

class scans : public on_platform {};

TEST_P(scans, agree_with_a_loop) {
    random_bits random{7};
    for (std::size_t count = 1; count <= 5000; count += 1 + count / 5) {
        std::vector<std::uint32_t> values(count), inclusive(count), exclusive(count);
        for (auto& each : values)
            each = static_cast<std::uint32_t>(random());
        std::partial_sum(values.begin(), values.end(), inclusive.begin());
        std::exclusive_scan(values.begin(), values.end(), exclusive.begin(), 0u);
        if (count <= device().most_threads()) {
            EXPECT_EQ(device().scan(gallery::scan_kind::hillis_steele, values, 0).values, inclusive) << count;
        }
        for (unsigned const block : {2u, 16u, 256u})
            EXPECT_EQ(device().scan(gallery::scan_kind::blelloch, values, block).values, exclusive)
                << count << " values, blocks of " << block;
    }
}

INSTANTIATE_TEST_SUITE_P(gallery, scans, ::testing::ValuesIn(both_platforms), platform_name);

} // namespace
