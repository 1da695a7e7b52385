// SPDX-License-Identifier: MIT
// Which digits need no pass: those that upper bits imply, and those behind leading ones that tell nearly all keys
// apart.
#include "tests/emulated/surveyed.hpp"

#include <algorithm>

namespace {

using namespace pradix;
using namespace pradix::cuda;
using test::emulated::surveyed;

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
