// SPDX-License-Identifier: MIT
// Whether groups by leading digits are the way, of keys as they are or spread over a range, and whether keys need be
// counted for it.
#include "tests/emulated/surveyed.hpp"
#include "tests/support/grouped_keys.hpp"

#include <algorithm>
#include <bit>

namespace {

using namespace pradix;
using namespace pradix::cuda;
using test::emulated::surveyed;
using key = std::uint32_t;

struct conclusion {
    guess guessed;
    unsigned uncounted_width; // 0: keys are counted

    bool operator==(conclusion const&) const = default;
};

conclusion conclude(std::vector<key>& keys, std::uint64_t seed) {
    leading_digits leading{};
    leading.possible = leading.may_skip_counting = leading.in_order = true;
    auto const state = surveyed<key, key>(keys, leading, seed);
    return {state->guessed, state->prefix.uncounted.width};
}

// How the survey spreads keys of 8 bytes that make(random) makes, if at all.
struct spread_keys {
    bool are_even, are_spread;
    key_range<std::uint64_t> over;
};
template <class Value, class Make>
spread_keys spread_of_keys(Make const& make) {
    std::vector<std::uint64_t> keys(std::size_t{1} << 22);
    test::random_bits random(19);
    std::generate(keys.begin(), keys.end(), [&] { return make(random); });
    leading_digits leading{};
    leading.possible = true;
    auto const state = surveyed<std::uint64_t, Value>(keys, leading, 1);
    return {state->guessed == guess::even_prefixes, state->prefix.are_spread, state->spreading.range.range};
}

TEST(survey, spreads_keys_of_a_range) {
    constexpr std::uint64_t first = 1'700'000'000'000'000'000, span = 604'800'000'000'000;
    auto const times = spread_of_keys<no_value>([](auto& random) { return first + random() % span; });
    EXPECT_TRUE(times.are_even && times.are_spread);
    EXPECT_LT(times.over.first, first);
    EXPECT_GT(times.over.first, first - span / 500);
    EXPECT_GT(times.over.first + times.over.span, first + span);
    EXPECT_LT(times.over.first + times.over.span, first + span + span / 500);
    auto const all = spread_of_keys<no_value>([](auto& random) { return random(); });
    EXPECT_TRUE(all.are_even && !all.are_spread);
    auto const nearly_all = spread_of_keys<no_value>([](auto& random) { return random() / 50 * 49; });
    EXPECT_TRUE(nearly_all.are_even && !nearly_all.are_spread);
    auto const some_values =
        spread_of_keys<no_value>([](auto& random) { return first + random() % span / 4096 * 4096; });
    EXPECT_TRUE(some_values.are_spread);
    auto const skewed =
        spread_of_keys<std::uint64_t>([](auto& random) { return first + random() % span % (random() % span + 1); });
    EXPECT_FALSE(skewed.are_even || skewed.are_spread);
}

// Samples reach to the end, or what lies there would be beyond the range.
TEST(survey, spreads_keys_of_a_range_that_are_nearly_in_order) {
    constexpr std::uint64_t first = 1'700'000'000'000'000'000, apart = 36'000'000;
    for (std::size_t const count : {std::size_t{1} << 21, std::size_t{5'000'001}, std::size_t{1} << 24}) {
        std::vector<std::uint64_t> keys(count);
        test::random_bits random(count);
        for (std::size_t i = 0; i < count; ++i)
            keys[i] = first + apart * i + random() % (1000 * apart);
        leading_digits leading{};
        leading.possible = leading.may_skip_counting = true;
        auto const state = surveyed<std::uint64_t, std::uint32_t>(keys, leading, 1);
        EXPECT_EQ(state->guessed, guess::even_prefixes) << count;
        EXPECT_TRUE(state->prefix.are_spread) << count;
        auto const& over = state->spreading.range.range;
        EXPECT_TRUE(std::all_of(keys.begin(), keys.end(), [&](std::uint64_t key) { return over.holds(key); })) << count;
    }
}

// Seconds of a year, by how many bits they are divided without having been counted: in order but for a thousandth of
// the year, or in any order.
unsigned uncounted_width_of_times(std::size_t count, bool in_order) {
    constexpr double year = 31'536'000;
    std::vector<key> keys(count);
    test::random_bits random(count);
    auto const share = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
    for (std::size_t i = 0; i < count; ++i) {
        double const place = in_order ? static_cast<double>(i) / static_cast<double>(count) : share();
        keys[i] = static_cast<key>(1'700'000'000 + year * (place + 1e-3 * share()));
    }
    leading_digits leading{};
    leading.possible = leading.may_skip_counting = true;
    return surveyed<key, no_value>(keys, leading, 1)->prefix.uncounted.width;
}

// Of those in order, a tile has keys of a bucket or two, and may leave most of a tile's room at home unused.
TEST(survey, counts_keys_nearly_in_order_that_lack_room_behind_homes) {
    constexpr std::size_t few = std::size_t{1} << 24, enough = 20'000'000; // there is more room behind than in a tile
    EXPECT_EQ(uncounted_width_of_times(few, true), 0u);
    EXPECT_EQ(uncounted_width_of_times(few, false), 16u);
    EXPECT_EQ(uncounted_width_of_times(enough, true), 16u);
}

// Each is there so many times, on average, at random places.
template <class Bits = key>
std::vector<Bits> keys_that_repeat(std::size_t count, unsigned times) {
    constexpr auto odd = static_cast<Bits>(sizeof(Bits) == 4 ? 0x9e3779b1u : mixes_bits); // spreads them over all bits
    std::vector<Bits> keys(count);
    test::random_bits random(times);
    for (Bits& each : keys)
        each = times == 1 ? static_cast<Bits>(random() >> 20) : static_cast<Bits>(random.below(count / times)) * odd;
    return keys;
}

// Areas of groups of a thousand have hardly room for more than chance. A few may be larger; of keys that are there
// twelve times, too many.
TEST(survey, sees_whether_areas_will_fit) {
    constexpr std::size_t count = std::size_t{1} << 26;
    auto const expect = [](unsigned times, conclusion expected) {
        auto keys = keys_that_repeat(count, times);
        for (std::uint64_t const seed : {1u, 2u})
            EXPECT_EQ(conclude(keys, seed), expected) << times << " times";
    };
    expect(1, {guess::even_prefixes, 16});
    expect(2, {guess::even_prefixes, 16});
    expect(12, {guess::even_prefixes, 0});
    expect(32, {guess::none, 0});
}

// Areas of narrow keys alone need not have room for the largest groups.
TEST(survey, divides_narrow_keys_that_repeat_as_long_as_most_groups_fit) {
    leading_digits leading{};
    leading.possible = leading.may_skip_counting = true;
    for (unsigned const times : {1u, 4u, 8u, 32u}) {
        auto keys = keys_that_repeat<key>(std::size_t{1} << 20, times);
        for (key& each : keys)
            each >>= 4; // so that what two digits leave fits an area
        auto const state = surveyed<key, no_value>(keys, leading, times);
        EXPECT_EQ(state->prefix.uncounted.width, times == 32 ? 0u : 12u) << times;
        EXPECT_EQ(state->guessed, times >= 8 ? guess::none : guess::even_prefixes) << times << ": if they lack room";
    }
}

// What is left of wide keys alone does not fit a word: equal ones are put in order one by one.
TEST(survey, counts_wide_keys_of_which_some_are_equal) {
    leading_digits leading{};
    leading.possible = leading.may_skip_counting = true;
    for (unsigned const times : {1u, 2u}) {
        auto keys = keys_that_repeat<std::uint64_t>(std::size_t{1} << 25, times);
        if (times > 1)
            for (std::uint64_t& each : keys)
                each >>= 20; // so that what two digits leave fits an area
        auto const state = surveyed<std::uint64_t, no_value>(keys, leading, times);
        EXPECT_EQ(state->guessed, guess::even_prefixes);
        EXPECT_EQ(state->prefix.uncounted.width > 0, times == 1);
    }
}

// What it guesses of a million keys, each of which is there so many times on average.
template <class Bits, class Value>
guess guess_of_repeated(unsigned times) {
    auto keys = keys_that_repeat<Bits>(std::size_t{1} << 20, times);
    leading_digits leading{};
    leading.possible = leading.may_settle_ties = true;
    return surveyed<Bits, Value>(keys, leading, times)->guessed;
}

TEST(survey, leaves_keys_to_passes_that_would_crowd_their_groups) {
    EXPECT_EQ((guess_of_repeated<std::uint64_t, std::uint64_t>(16)), guess::even_prefixes);
    EXPECT_EQ((guess_of_repeated<std::uint64_t, std::uint64_t>(40)), guess::none);
    EXPECT_EQ((guess_of_repeated<key, std::uint32_t>(12)), guess::even_prefixes);
    EXPECT_EQ((guess_of_repeated<key, std::uint32_t>(40)), guess::none);
    EXPECT_EQ((guess_of_repeated<key, no_value>(4)), guess::even_prefixes);
    EXPECT_EQ((guess_of_repeated<key, no_value>(10)), guess::none);
    EXPECT_EQ((guess_of_repeated<std::uint64_t, no_value>(16)), guess::even_prefixes) << "groups sort crowds";
}

// Where groups have only what is left of narrow keys, if these have so few bits, more of them may be equal.
TEST(survey, leaves_rests_that_repeat_to_groups) {
    leading_digits leading{};
    leading.possible = leading.may_leave_rests = true;
    auto const guess_of = [&](unsigned times, unsigned bits) {
        auto keys = keys_that_repeat<key>(std::size_t{1} << 20, times);
        for (key& each : keys)
            each >>= 32 - bits;
        return surveyed<key, no_value>(keys, leading, times)->guessed;
    };
    EXPECT_EQ(guess_of(16, 25), guess::even_prefixes);
    EXPECT_EQ(guess_of(40, 25), guess::none);
    EXPECT_EQ(guess_of(16, 26), guess::none) << "17 bits are left";
}

TEST(survey, leaves_small_groups_and_uneven_keys_to_counting) {
    auto keys = keys_that_repeat((std::size_t{1} << 25) + 5, 1);
    EXPECT_EQ(conclude(keys, 3), (conclusion{guess::even_prefixes, 0})) << "groups of 512";
    for (key& each : keys)
        each &= each >> 3;
    EXPECT_EQ(conclude(keys, 4), (conclusion{guess::none, 0}));
}

// So many that two digits of 8 bits would leave larger groups than a block can sort.
TEST(survey, divides_even_keys_by_wide_digits) {
    std::vector<key> keys(500'000'003);
    test::random_bits random(17);
    for (key& each : keys)
        each = static_cast<key>(random() >> 32);
    leading_digits leading{};
    leading.possible = leading.may_skip_counting = leading.are_wide = true;
    auto const state = surveyed<key, no_value>(keys, leading, 1);
    EXPECT_EQ(state->guessed, guess::even_prefixes);
    EXPECT_EQ(state->prefix.uncounted.width, 17u);
}

// Keys of which the sums of some random parts are dense around the middle: no value of a digit has many more samples
// than others, but more pairs of samples share one than if no group was larger than a block. Leading digits tell them
// apart all the same.
TEST(survey, sees_large_groups_from_pairs_of_samples) {
    constexpr std::size_t count = std::size_t{1} << 24;
    std::vector<std::uint64_t> keys(count);
    test::random_bits random(13);
    leading_digits leading{};
    leading.possible = leading.may_settle_ties = true;
    auto const look = [&](auto const& make) {
        std::generate(keys.begin(), keys.end(), make);
        return surveyed<std::uint64_t, std::uint64_t>(keys, leading, 1);
    };
    auto const dense = look([&] {
        std::uint64_t sum = 0;
        for (unsigned i = 0; i < 16; ++i)
            sum += random() >> 4;
        return sum;
    });
    EXPECT_EQ(dense->guessed, guess::none);
    EXPECT_EQ(dense->ties.may_be_left, 4u);
    // A range that is no power of two is no hindrance where groups are small, but at 2^28 it would be.
    auto const in_range = look([&] { return random() / 5 * 3; });
    EXPECT_EQ(in_range->guessed, guess::even_prefixes);
    EXPECT_EQ(in_range->ties.may_be_left, 4u) << "if keys are not even after all";
}

// Behind the prefix, half of all keys share the bits by which groups are split, as where floats follow: blocks sort
// these by passes. That pays for wide keys, unless leading digits tell them apart.
TEST(survey, leaves_crowded_groups_to_blocks_if_digits_are_many) {
    constexpr std::size_t count = std::size_t{1} << 22;
    leading_digits leading{};
    leading.possible = leading.may_settle_ties = true;
    auto const look = [&]<class Bits>(Bits, unsigned lowest) {
        std::vector<Bits> keys(count);
        test::random_bits random(17);
        std::generate(keys.begin(), keys.end(), [&] { return test::in_row<Bits>(random, lowest); });
        return surveyed<Bits, std::uint32_t>(keys, leading, 1);
    };
    auto const crowded = look(std::uint64_t{}, 16);
    EXPECT_EQ(crowded->guessed, guess::even_prefixes);
    EXPECT_TRUE(crowded->prefix.repeats) << "in the sense that bins are";
    auto const told_apart = look(std::uint64_t{}, 40);
    EXPECT_EQ(told_apart->guessed, guess::none);
    EXPECT_GT(told_apart->ties.may_be_left, 0u);
    EXPECT_EQ(look(std::uint32_t{}, 8)->guessed, guess::none);
}

// Keys alone, of which each has a dozen others that differ from it in their lowest bits only: if six digits tell these
// apart, passes by them are faster.
TEST(survey, leaves_near_duplicates_to_passes_if_leading_digits_do) {
    constexpr std::size_t count = std::size_t{1} << 22;
    leading_digits leading{};
    leading.possible = leading.may_settle_ties = leading.may_have_large_groups = leading.may_have_many_large_groups =
        leading.may_equalize = true;
    for (unsigned const lowest : {31u, 12u, 1u}) {
        std::vector<std::uint64_t> keys(count);
        test::random_bits random(23);
        std::generate(keys.begin(), keys.end(),
                      [&] { return test::near_duplicate<std::uint64_t>(random, count, 12, lowest); });
        guess const expected = lowest > 30 ? guess::none : guess::even_prefixes;
        EXPECT_EQ((surveyed<std::uint64_t, no_value>(keys, leading, 1)->guessed), expected) << lowest;
        std::sort(keys.begin(), keys.end());
        EXPECT_EQ((surveyed<std::uint64_t, no_value>(keys, leading, 1)->otherwise), guess::even_prefixes) << "in order";
    }
}

// Some hundred values of the first twelve bits have all keys, which makes groups of some blocks' size; four digits tell
// keys apart.
TEST(survey, leaves_large_groups_to_passes_if_leading_digits_do) {
    leading_digits leading{};
    leading.possible = leading.may_settle_ties = leading.may_have_large_groups = leading.may_have_many_large_groups =
        leading.may_equalize = true;
    auto const guess_of_values = [&](unsigned values) {
        std::vector<std::uint64_t> keys(std::size_t{1} << 25);
        test::random_bits random(31);
        std::generate(keys.begin(), keys.end(), [&] {
            std::uint64_t const value = random.below(values) * (4096 / values);
            return value << 52 | random() >> 12;
        });
        return surveyed<std::uint64_t, no_value>(keys, leading, 1)->guessed;
    };
    EXPECT_EQ(guess_of_values(512), guess::none);
    EXPECT_EQ(guess_of_values(2048), guess::even_prefixes);
}

// Rows of a thousand numbers from 0 to 1, half of which share their first nine bits. Spread or equalized, since rows
// are no power of two, each row has them elsewhere.
TEST(survey, leaves_numbers_in_rows_to_passes) {
    std::vector<std::uint64_t> keys(std::size_t{1} << 23);
    test::random_bits random(37);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        float const number = static_cast<float>(random() >> 40) * 0x1p-24f;
        keys[i] = std::uint64_t{i / 1000} << 32 | std::bit_cast<std::uint32_t>(number);
    }
    leading_digits leading{};
    leading.possible = leading.may_settle_ties = leading.may_have_large_groups = leading.may_have_many_large_groups =
        leading.may_equalize = true;
    for (bool const spreads : {false, true})
        for (key_type const type : {key_type::u64, key_type::f64}) {
            leading.may_skip_counting = spreads;
            auto const state = surveyed<std::uint64_t, no_value>(keys, leading, 1, 0, false, type);
            EXPECT_EQ(state->guessed, guess::none)
                << (type == key_type::u64 ? "u64" : "f64") << (spreads ? ", spread" : "");
        }
}

// All images of which share their leading digits on either side of the middle.
TEST(survey, spreads_a_short_range_around_the_middle) {
    std::vector<std::uint64_t> keys(std::size_t{1} << 22);
    test::random_bits random(29);
    std::generate(keys.begin(), keys.end(),
                  [&] { return (std::uint64_t{1} << 63) - 50'000'000 + random() % 90'000'000; });
    leading_digits leading{};
    leading.possible = leading.may_settle_ties = leading.may_have_large_groups = leading.may_have_many_large_groups =
        leading.may_equalize = leading.may_skip_counting = true;
    auto const in_range = surveyed<std::uint64_t, no_value>(keys, leading, 1);
    EXPECT_EQ(in_range->guessed, guess::even_prefixes);
    EXPECT_TRUE(in_range->prefix.are_spread);
}

} // namespace
