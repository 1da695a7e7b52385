// SPDX-License-Identifier: MIT
// Whether few keys are different, and whether most are equal.
#include "tests/emulated/surveyed.hpp"

#include <algorithm>
#include <cstring>

namespace {

using namespace pradix;
using namespace pradix::cuda;
using test::emulated::surveyed;
using key = std::uint32_t;

guess guess_of(std::vector<key>& keys, bool may_set_aside = false) {
    return surveyed<key, no_value>(keys, {}, 5, may_set_aside ? keys.size() / 2 : 0)->guessed;
}

TEST(survey, knows_few_different_keys_from_many_equal_ones) {
    std::vector<key> keys(1'000'003);
    test::random_bits random(11);
    auto const fill = [&](auto const& make) {
        for (key& each : keys)
            each = make();
    };
    fill([&] { return static_cast<key>(random.below(1000)) << 22; });
    EXPECT_EQ(guess_of(keys), guess::known_keys);
    fill([&] { return static_cast<key>(random.below(16) * 0x9e3779b1u); });
    EXPECT_EQ(guess_of(keys), guess::known_keys);
    fill([&] { return random.below(10) == 0 ? static_cast<key>(random() >> 32) : 0x55555555u; });
    EXPECT_EQ(guess_of(keys), guess::none);
    EXPECT_EQ(guess_of(keys, true), guess::majority);
    // So rare that samples show few.
    fill([&] { return random.below(1000) == 0 ? static_cast<key>(random() >> 32) : 0x55555555u; });
    EXPECT_EQ(guess_of(keys, true), guess::majority);
    fill([&] { return random.below(10) == 0 ? static_cast<key>(random.below(16) * 0x9e3779b1u) : 0x55555555u; });
    EXPECT_EQ(guess_of(keys, true), guess::known_keys);
    fill([&] { return static_cast<key>(random.below(3000)) << 20; });
    EXPECT_EQ(guess_of(keys, true), guess::none);
}

TEST(survey, sees_whether_few_keys_fit_a_table) {
    std::vector<key> keys(1'000'003);
    test::random_bits random(15);
    leading_digits leading{};
    auto const guess_of_one_in = [&](unsigned size, unsigned others = 0) {
        auto const different =
            test::make_keys<key>(size, [](test::random_bits& bits, std::size_t) { return static_cast<key>(bits()); });
        for (key& each : keys)
            each = random.below(100) < others ? static_cast<key>(random()) : different[random.below(size)];
        return surveyed<key, no_value>(keys, leading, 1)->guessed;
    };
    EXPECT_EQ(guess_of_one_in(300), guess::none) << "there is no room";
    leading.may_table_keys = true;
    EXPECT_EQ(guess_of_one_in(300), guess::tabled_keys);
    EXPECT_EQ(guess_of_one_in(3000), guess::tabled_keys);
    EXPECT_EQ(guess_of_one_in(4500), guess::none) << "there may be too many";
    EXPECT_EQ(guess_of_one_in(300, 5), guess::none) << "others will be new";
}

TEST(survey, sees_whether_few_keys_of_each_bucket_fit_a_table) {
    std::vector<key> keys(2'000'003);
    leading_digits leading{};
    leading.possible = true;
    auto const state_of = [&](unsigned size, auto const& make) {
        auto const different =
            test::make_keys<key>(size, [&](test::random_bits& bits, std::size_t) { return make(bits); });
        test::random_bits random(size);
        for (key& each : keys)
            each = different[random.below(size)];
        return surveyed<key, no_value>(keys, leading, 1);
    };
    auto const any = [](test::random_bits& bits) { return static_cast<key>(bits()); };
    EXPECT_NE(state_of(50'000, any)->guessed, guess::tabled_buckets) << "keys are not divided before they are counted";
    leading.may_table_buckets = true;
    auto const state = state_of(50'000, any);
    EXPECT_EQ(state->guessed, guess::tabled_buckets);
    EXPECT_EQ(state->prefix.uncounted.shift + state->prefix.uncounted.width, 32u);
    EXPECT_NE(state_of(4'000, any)->guessed, guess::tabled_buckets) << "buckets vary";
    EXPECT_NE(state_of(500'000, any)->guessed, guess::tabled_buckets) << "there may be too many";
    EXPECT_NE(state_of(50'000, [&](auto& bits) { return any(bits) & any(bits); })->guessed, guess::tabled_buckets)
        << "buckets are uneven";
    auto const of_a_range = [&](auto& bits) { return 1000 + any(bits) / 7 * 5; };
    EXPECT_NE(state_of(50'000, of_a_range)->guessed, guess::tabled_buckets) << "buckets are uneven";
    leading.may_skip_counting = true; // which lets keys be spread
    EXPECT_EQ(state_of(50'000, of_a_range)->guessed, guess::tabled_buckets);
}

TEST(survey, sees_which_key_most_items_have) {
    std::vector<std::uint64_t> keys(100'003);
    test::random_bits random(12);
    constexpr std::uint64_t most = 0xfedc'ba98'7654'3210;
    auto const look = [&](std::size_t of_ten) {
        for (std::uint64_t& each : keys)
            each = random.below(10) < of_ten ? most : random();
        return surveyed<std::uint64_t, std::uint64_t>(keys, {}, of_ten, keys.size() / 2);
    };
    EXPECT_EQ(look(6)->guessed, guess::none);
    auto const state = look(7);
    EXPECT_EQ(state->guessed, guess::majority);
    EXPECT_EQ(std::memcmp(state->majority.image, &most, sizeof most), 0);
    EXPECT_EQ(state->to_sort, keys.size());
    // All of them in one place.
    std::fill(keys.begin(), keys.end(), most);
    std::generate(keys.begin() + 75'000, keys.end(), random);
    auto const of_one_place = surveyed<std::uint64_t, no_value>(keys, {}, 1, keys.size() / 2);
    EXPECT_EQ(of_one_place->guessed, guess::majority);
}

// Where samples are noted must not depend on lower bits alone: doubles that were floats have none.
TEST(survey, tells_keys_apart_by_their_upper_half) {
    constexpr std::size_t count = 1'000'003;
    std::vector<std::uint64_t> keys(count);
    test::random_bits random(14);
    auto const guess_of_upper = [&](auto const& make) {
        for (std::uint64_t& each : keys)
            each = static_cast<std::uint64_t>(make()) << 32;
        return surveyed<std::uint64_t, no_value>(keys, {}, 1, keys.size() / 2)->guessed;
    };
    EXPECT_EQ(guess_of_upper([&] { return random.below(1000) == 0 ? random() >> 32 : 0x55555555u; }), guess::majority);
    EXPECT_EQ(guess_of_upper([&] { return random.below(16) * 0x9e3779b1u; }), guess::known_keys);
    EXPECT_EQ(guess_of_upper([&] { return random.below(3000) << 20; }), guess::none);
}

// Whether all keys are equal, or all but a few, samples do not tell.
TEST(survey, sets_aside_what_may_differ_from_equal_samples) {
    std::vector<key> keys(100'003, 0x1234'5678);
    EXPECT_EQ(guess_of(keys, true), guess::majority);
    EXPECT_EQ(guess_of(keys), guess::sorted) << "cannot be set aside";
    auto const with_values = surveyed<key, std::uint64_t>(keys, {}, 1, keys.size() / 2);
    EXPECT_EQ(with_values->guessed, guess::majority);
    EXPECT_EQ(std::memcmp(with_values->majority.image, &keys[0], sizeof(key)), 0);
    auto const in_place = surveyed<key, no_value>(keys, {}, 1, keys.size() / 2, true);
    EXPECT_EQ(in_place->guessed, guess::sorted) << "which is nothing to do";
}

} // namespace
