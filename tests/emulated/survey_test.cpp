// SPDX-License-Identifier: MIT
// What the survey, a cluster of blocks, concludes from samples of long arrays: whether items with values may be divided
// in order without having been counted, whether some leading digits tell nearly all keys apart, and whether few are
// different.
#include "src/cuda/kernels/survey.cuh"
#include "tests/emulator/grid.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::cuda;
using key = std::uint32_t;

// What the survey leaves in the state, of all bits of unsigned keys.
template <class Bits, class Value>
std::unique_ptr<control> surveyed(std::vector<Bits>& keys, leading_digits const& leading, std::uint64_t seed,
                                  std::uint64_t most_set_aside = 0, bool in_place = false) {
    auto state = std::make_unique<control>();
    arguments<Bits, Value> with{};
    with.keys_wanted = true;
    with.most = keys.size();
    with.digits = tabulate(0, 8 * sizeof(Bits), in_place, false);
    with.codec = core::make_codec<Bits>(sizeof(Bits) == 4 ? key_type::u32 : key_type::u64, order::ascending, {}, {});
    with.keys[static_cast<unsigned>(buffer::in)] = keys.data();
    with.leading = leading;
    with.most_set_aside = most_set_aside;
    with.state = state.get();
    test::emulated::run_grid(survey_blocks, survey_threads, seed, [&] { survey<Bits, Value>(with, {}, {}); });
    return state;
}

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

// Areas of groups of a thousand have hardly room for more than chance; twice the same keys, and some do not fit.
TEST(survey, sees_whether_areas_will_fit) {
    constexpr std::size_t count = std::size_t{1} << 26;
    auto const expect = [](unsigned times, conclusion expected) {
        auto keys = keys_that_repeat(count, times);
        for (std::uint64_t const seed : {1u, 2u})
            EXPECT_EQ(conclude(keys, seed), expected) << times << " times";
    };
    expect(1, {guess::even_prefixes, 16});
    expect(2, {guess::even_prefixes, 0});
    expect(5, {guess::even_prefixes, 0});
    expect(32, {guess::none, 0});
}

// What it guesses of a million keys, each of which is there so many times on average.
template <class Bits, class Value>
guess guess_of_repeated(unsigned times, bool may_tally = false) {
    auto keys = keys_that_repeat<Bits>(std::size_t{1} << 20, times);
    leading_digits leading{};
    leading.possible = leading.may_settle_ties = true;
    leading.may_tally = may_tally;
    return surveyed<Bits, Value>(keys, leading, times)->guessed;
}

TEST(survey, leaves_keys_to_passes_that_would_crowd_their_groups) {
    EXPECT_EQ((guess_of_repeated<std::uint64_t, std::uint64_t>(8)), guess::even_prefixes);
    EXPECT_EQ((guess_of_repeated<std::uint64_t, std::uint64_t>(16)), guess::none);
    EXPECT_EQ((guess_of_repeated<key, std::uint32_t>(8)), guess::even_prefixes);
    EXPECT_EQ((guess_of_repeated<key, std::uint32_t>(16)), guess::none);
    EXPECT_EQ((guess_of_repeated<key, no_value>(4)), guess::even_prefixes);
    EXPECT_EQ((guess_of_repeated<key, no_value>(10)), guess::none);
    EXPECT_EQ((guess_of_repeated<key, no_value>(2, true)), guess::even_prefixes);
    EXPECT_EQ((guess_of_repeated<key, no_value>(4, true)), guess::none);
    EXPECT_EQ((guess_of_repeated<std::uint64_t, no_value>(16)), guess::even_prefixes) << "groups sort crowds";
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

// Which digits are likely to be implied, as the upper bits and a bit for each digit.
template <class Bits, class Make>
void expect_implied(core::digit by, unsigned digits, Make const& make, char const* what) {
    std::vector<Bits> keys(100'003);
    test::random_bits random(15);
    for (Bits& each : keys)
        each = static_cast<Bits>(make(random));
    implied_digits const likely = surveyed<Bits, no_value>(keys, {}, 1)->implied.likely;
    EXPECT_EQ(likely.digits, digits) << what;
    EXPECT_TRUE(digits == 0 || likely.by == by) << what << " by " << likely.by.width << " from " << likely.by.shift;
}

TEST(survey, sees_digits_that_upper_bits_imply) {
    using random = test::random_bits;
    auto const small = [](random& from) { return from() >> 32; };
    auto const mixed_sign = [&](random& from) { return from.one_in(2) ? small(from) : ~small(from); };
    core::digit const top{60, 4};
    expect_implied<std::uint64_t>(top, 0x70, mixed_sign, "small numbers of either sign");
    expect_implied<std::uint64_t>(
        top, 0x70, [&](random& from) { return from.one_in(100) ? ~std::uint64_t{0} : small(from); }, "sentinels");
    expect_implied<std::uint64_t>(
        top, 0x0f,
        [&](random& from) {
            std::uint64_t const number = from() >> 32 << 32;
            return number >> 63 != 0 ? number : number | 0xffffffff;
        },
        "rounded floats");
    expect_implied<std::uint64_t>(
        top, 0, [](random& from) { return from(); }, "any numbers");
    expect_implied<std::uint64_t>(
        top, 0, [](random& from) { return from() & from() & from() & from(); }, "uneven");
    expect_implied<std::uint64_t>(
        {44, 4}, 0x1c, [&](random& from) { return mixed_sign(from) >> 16 & (from.one_in(9) ? 0 : ~std::uint64_t{0}); },
        "narrower");
    expect_implied<std::uint32_t>(
        {28, 4}, 0x4, [&](random& from) { return from.one_in(2) ? from() >> 48 : ~(from() >> 48); }, "narrow keys");
}

// Digits that all samples share are not among them: if some key has others, it has not been seen.
TEST(survey, expects_nothing_of_digits_that_samples_share) {
    using random = test::random_bits;
    expect_implied<std::uint64_t>(
        {}, 0, [](random& from) { return from() >> 32; }, "four digits");
    expect_implied<std::uint64_t>(
        {}, 0, [](random& from) { return from() >> 57; }, "one");
    expect_implied<std::uint32_t>(
        {}, 0, [](random&) { return 5; }, "equal keys");
}

// So many digits are left out of passes over keys of 8 bytes, for they hardly ever decide.
unsigned digits_left_out(std::vector<std::uint64_t>& keys) {
    leading_digits leading{};
    leading.possible = leading.may_settle_ties = true;
    return surveyed<std::uint64_t, std::uint64_t>(keys, leading, 1)->ties.may_be_left;
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
    auto const look = [&]<class Bits>(Bits, unsigned random_bits) {
        constexpr unsigned width = 8 * sizeof(Bits), bits_of_row = 12, bits_of_exponent = 5;
        std::vector<Bits> keys(count);
        test::random_bits random(17);
        std::generate(keys.begin(), keys.end(), [&] {
            auto const row = static_cast<Bits>(random() >> (64 - bits_of_row)),
                       exponent = static_cast<Bits>(std::countl_zero(random() | 1) / 2);
            Bits const high = static_cast<Bits>(row << bits_of_exponent | exponent);
            return static_cast<Bits>(high << (width - bits_of_row - bits_of_exponent) | random() >> (64 - random_bits));
        });
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

// Keys alone, of which each has a dozen others that differ from it in their lowest bits only.
TEST(survey, leaves_near_duplicates_to_passes) {
    constexpr std::size_t count = std::size_t{1} << 22;
    leading_digits leading{};
    leading.possible = leading.may_settle_ties = leading.may_have_large_groups = true;
    for (unsigned const bits_that_differ : {20u, 0u}) {
        std::vector<std::uint64_t> keys(count);
        test::random_bits random(23);
        for (std::uint64_t& each : keys) {
            test::random_bits of_some(random.below(count / 12));
            each = of_some() >> 20 << 20 | random() >> (63 - bits_that_differ) >> 1;
        }
        guess const expected = bits_that_differ > 0 ? guess::none : guess::even_prefixes;
        EXPECT_EQ((surveyed<std::uint64_t, no_value>(keys, leading, 1)->guessed), expected) << bits_that_differ;
        std::sort(keys.begin(), keys.end());
        EXPECT_EQ((surveyed<std::uint64_t, no_value>(keys, leading, 1)->otherwise), guess::even_prefixes) << "in order";
    }
    // A short range around the middle of all images, which share their leading digits on either side.
    leading.may_skip_counting = true;
    std::vector<std::uint64_t> keys(count);
    test::random_bits random(29);
    std::generate(keys.begin(), keys.end(),
                  [&] { return (std::uint64_t{1} << 63) - 50'000'000 + random() % 90'000'000; });
    auto const in_range = surveyed<std::uint64_t, no_value>(keys, leading, 1);
    EXPECT_EQ(in_range->guessed, guess::even_prefixes);
    EXPECT_TRUE(in_range->prefix.are_spread);
}

// Samples are noted in a table by their leading digits, where some that are alone may have the slot of those that most
// keys share.
TEST(survey, sees_that_most_keys_tie_whatever_else_has_their_slot) {
    constexpr std::size_t count = (std::size_t{1} << 20) + 1;
    constexpr std::uint64_t shared = 0x55555555;
    auto const slot = [](std::uint64_t digits) { return (mixed(digits) >> 32) % survey_samples; };
    std::uint64_t alone = shared + 1;
    while (slot(alone) != slot(shared) || tag_of(alone) >> 16 <= tag_of(shared) >> 16)
        ++alone;
    test::random_bits random(7);
    std::vector<std::uint64_t> keys(count);
    for (std::uint64_t& each : keys) { // nine in ten share four digits
        std::uint64_t const high = random.below(10) == 0 ? random() >> 32 : shared;
        each = high << 32 | random() >> 32;
    }
    auto as_they_are = keys;
    keys[place_of_sample(count, 5)] = alone << 32;
    EXPECT_EQ(digits_left_out(as_they_are), 0u);
    EXPECT_EQ(digits_left_out(keys), 0u);
    for (std::uint64_t& each : keys) // hardly any share as many
        each = (each * 0x9e3779b97f4a7c15) & (each * 0xbf58476d1ce4e5b9);
    EXPECT_GT(digits_left_out(keys), 0u);
}

// Of long arrays a sample stands for so many keys that hardly two of them would tie where each key has some dozens of
// others: these are found among further ones.
TEST(survey, sees_ties_of_long_arrays_from_further_samples) {
    constexpr std::size_t count = (std::size_t{1} << 27) + 1;
    test::random_bits random(11);
    std::vector<std::uint64_t> keys(count);
    std::generate(keys.begin(), keys.end(), [&] { return random(); });
    EXPECT_EQ(digits_left_out(keys), 4u);
    auto const of_sample = [](std::uint64_t sample, std::uint64_t key) {
        return sample * mixes_bits << 32 | key >> 32;
    };
    for (std::uint64_t& each : keys) // samples share no four digits, but others have those of some sample
        each = of_sample(random.below(survey_samples), each);
    for (unsigned sample = 0; sample < survey_samples; ++sample) {
        std::uint64_t& key = keys[place_of_sample(count, sample)];
        key = of_sample(sample, random());
    }
    EXPECT_LE(digits_left_out(keys), 2u);
}

} // namespace
