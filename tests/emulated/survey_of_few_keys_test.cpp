// SPDX-License-Identifier: MIT
// Whether few keys are different, and whether most are equal.
#include "tests/emulated/surveyed.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

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
    // Regular keys, all different.
    for (key const factor :
         {0x9e37'79b9u, 0x9e37'79b1u, 0x85eb'ca6bu, 0xc2b2'ae35u, 0x0101'0101u, 3'571u, 1'000'003u}) {
        for (std::size_t i = 0; i < keys.size(); ++i)
            keys[i] = static_cast<key>(i * factor);
        auto const guessed = surveyed<key, no_value>(keys, leading, 1)->guessed;
        EXPECT_TRUE(guessed == guess::none || guessed == guess::sorted) << factor;
    }
}

TEST(survey, sees_whether_keys_are_of_a_narrow_range) {
    leading_digits leading{};
    leading.may_table_keys = true;
    auto const state_of = [&]<class Bits, class Value>(Bits, Value, Bits first, std::uint64_t size,
                                                       std::uint64_t mostly = 0) {
        auto keys = test::make_keys<Bits>(1'000'003, [&](test::random_bits& random, std::size_t) {
            return static_cast<Bits>(first + random.below(random.below(10) < mostly ? 1 : size));
        });
        auto const state = surveyed<Bits, Value>(keys, leading, 1, keys.size() / 2);
        Bits found{};
        std::memcpy(&found, state->range.first, sizeof found);
        return std::pair{state->guessed, found};
    };
    no_value const none{};
    key const middle = 0x8000'0000u;
    auto const are_of_range_from = [](auto first) { return std::pair{guess::narrow_range, first}; };
    // As many as have two bytes, and no other ones.
    EXPECT_EQ(state_of(key{}, none, key{0}, most_of_range), are_of_range_from(key{0}));
    EXPECT_EQ(state_of(key{}, none, middle, most_of_range), are_of_range_from(middle));
    std::uint64_t const far = 0x1234'5678'9abc'0000;
    EXPECT_EQ(state_of(std::uint64_t{}, none, far, most_of_range), are_of_range_from(far));
    // Beside a multiple of so many: there is room on either side.
    auto const [guessed, first] = state_of(key{}, none, middle - 20'000, 40'000);
    EXPECT_EQ(guessed, guess::narrow_range);
    EXPECT_LT(first, middle - 20'000 - 10'000);
    EXPECT_GT(first + most_of_range, middle + 20'000 + 10'000);
    // Also if most are equal.
    EXPECT_EQ(state_of(key{}, none, middle, 50'000, 9), are_of_range_from(middle));
    // A digit that tells them apart is as good.
    EXPECT_EQ(state_of(key{}, none, middle, 1'000).first, guess::known_keys);
    EXPECT_NE(state_of(key{}, none, key{0}, 2 * most_of_range).first, guess::narrow_range);
    EXPECT_NE(state_of(key{}, none, middle - 30'000, 66'000).first, guess::narrow_range);
    EXPECT_NE(state_of(key{}, std::uint32_t{}, middle, 50'000).first, guess::narrow_range) << "there are values";
    leading.may_table_keys = false;
    EXPECT_NE(state_of(key{}, none, middle, 50'000).first, guess::narrow_range);
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
    leading.may_count_buckets = true;
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

TEST(survey, prefers_areas_to_tables_if_keys_are_there_a_few_times) {
    leading_digits leading{};
    leading.possible = leading.may_count_buckets = true;
    auto const counts_buckets = [&](unsigned different) {
        auto keys = test::make_keys<key>(2'000'003, [&](test::random_bits& random, std::size_t) {
            return static_cast<key>(random.below(different)) * 0x9e3779b1u >> 4; // so that areas have room for them
        });
        return surveyed<key, no_value>(keys, leading, 1)->counts_buckets();
    };
    EXPECT_TRUE(counts_buckets(500'000)) << "four times, but they have to be counted";
    leading.may_skip_counting = true;
    EXPECT_FALSE(counts_buckets(500'000));
    EXPECT_TRUE(counts_buckets(100'000)) << "twenty times";
}

TEST(survey, sees_whether_keys_are_dense_in_buckets) {
    leading_digits leading{};
    leading.possible = leading.may_table_keys = leading.may_count_buckets = leading.may_skip_counting = true;
    auto const state_of = [&](std::size_t count, auto const& make) {
        auto keys = test::make_keys<key>(count, [&](test::random_bits& random, std::size_t) { return make(random); });
        return surveyed<key, no_value>(keys, leading, 1);
    };
    auto const from = [](key first, unsigned size) {
        return [=](test::random_bits& random) { return static_cast<key>(first + random.below(size)); };
    };
    auto const prefix_of = [](core::digit digit) { return std::pair{digit.shift, digit.width}; };
    auto const whole = state_of(2'000'003, from(0, 1u << 18));
    EXPECT_EQ(whole->guessed, guess::narrow_buckets);
    EXPECT_EQ(whole->spreading.narrow_range.apply(262'143), 262'143u);
    EXPECT_EQ(prefix_of(whole->prefix.uncounted), (std::pair{2u, 16u}));
    // Spread over a power of two.
    auto const spread = state_of(5'000'003, from(0x7fff'0000u, 700'000));
    EXPECT_EQ(spread->guessed, guess::narrow_buckets);
    EXPECT_GT(spread->spreading.narrow_range.apply(0x7fff'0000u + 699'999), 1'000'000u);
    EXPECT_EQ(prefix_of(spread->prefix.uncounted), (std::pair{4u, 16u}));
    EXPECT_NE(state_of(1'000'003, from(0, 1u << 18))->guessed, guess::narrow_buckets) << "too few for each";
    EXPECT_NE(state_of(2'000'003, [&](auto& random) { return from(0, 1u << 18)(random) & from(0, 1u << 18)(random); })
                  ->guessed,
              guess::narrow_buckets)
        << "buckets are uneven";
    leading.may_count_buckets = false;
    EXPECT_NE(state_of(2'000'003, from(0, 1u << 18))->guessed, guess::narrow_buckets);
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
