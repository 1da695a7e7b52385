// SPDX-License-Identifier: MIT
// Whether narrow floats are equalized for groups in areas of one size, and whether all of them, not only samples, fit
// these then.
#include "src/cuda/block/tiles/divided_items.cuh"
#include "tests/emulated/surveyed.hpp"
#include "tests/support/measured_numbers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace {

using namespace pradix;
using namespace pradix::cuda;
using test::normal;
using test::random_bits;
using test::share;
using test::emulated::surveyed;
using key = std::uint32_t;

constexpr std::size_t count = 20'000'003;

template <class Number>
std::vector<key> numbers(Number const& number, std::size_t size = count) {
    std::vector<key> keys(size);
    random_bits random{11};
    std::generate(keys.begin(), keys.end(), [&] { return std::bit_cast<key>(number(random)); });
    return keys;
}

std::unique_ptr<control> survey_of(std::vector<key>& keys, bool may_equalize = true) {
    leading_digits leading{};
    leading.possible = leading.may_skip_counting = true;
    leading.may_equalize = may_equalize;
    leading.most_outliers = most_outliers;
    return surveyed<key, no_value>(keys, leading, 3, 0, false, key_type::f32);
}

// Of all keys, as the first two passes divide them.
void expect_fitting(std::vector<key>& keys, char const* what) {
    SCOPED_TRACE(what);
    auto const state = survey_of(keys);
    ASSERT_EQ(state->guessed, guess::even_prefixes);
    ASSERT_TRUE(state->prefix.are_spread && state->spreading.equalizes);
    ASSERT_EQ(state->prefix.uncounted.width, narrow_equalizer::prefix_width);
    auto const& equalizer = state->spreading.narrow_equalizer;
    auto const layout = uncounted_layout::of_equalized(keys.size(), narrow_equalizer::prefix_width);
    auto const codec = core::make_codec<key>(key_type::f32, order::ascending, {}, {});
    std::vector<unsigned> groups(narrow_equalizer::groups), buckets(bins);
    unsigned outliers = 0, folded = 0, wrong = 0;
    for (key const each : keys) {
        key const image = codec.encode(each);
        outliers += equalizer.to.pieces.hold(image) ? 0 : 1;
        key const spread = equalizer.to.apply_nearest(image), group = spread >> narrow_equalizer::rest_bits,
                  share = state->spreading.unfolded.of(image);
        folded += unfolded_shares::is_none(share) ? 1 : 0;
        wrong += !unfolded_shares::is_none(share) && state->spreading.unfolded.apply(image, share) != spread ? 1 : 0;
        ++groups[group];
        ++buckets[group >> radix_bits];
    }
    EXPECT_LE(outliers, state->outliers.count(noted::by_division).most);
    EXPECT_EQ(wrong, 0u);
    EXPECT_LE(folded, state->outliers.count(noted::by_division).most);
    EXPECT_LE(*std::ranges::max_element(groups), layout.most_of_group);
    EXPECT_LE(std::ranges::count_if(groups, [&](unsigned group) { return group > layout.rests_of_area; }), 65)
        << "one in a thousand";
    EXPECT_LE(*std::ranges::max_element(buckets), layout.home + layout.behind_homes);
}

TEST(survey, equalizes_narrow_floats) {
    auto unit = numbers(share<float>);
    expect_fitting(unit, "from 0 to 1");
    EXPECT_NE(survey_of(unit, false)->guessed, guess::even_prefixes);
    auto both = numbers([](random_bits& random) { return 1e-20f * normal<float>(random); });
    expect_fitting(both, "small, of either sign");
    auto range = numbers([](random_bits& random) { return 20 + 15.13f * share<float>(random); });
    expect_fitting(range, "a range that begins and ends inside of pieces");
    auto negative = numbers([](random_bits& random) { return -20 - 15.13f * share<float>(random); });
    expect_fitting(negative, "the same, negative");
    auto large = numbers([](random_bits& random) { return -std::exp(2 * normal<float>(random)); });
    expect_fitting(large, "negative log-normal");
    auto few = numbers(normal<float>, tune(sizeof(float)).equalized_items);
    expect_fitting(few, "no more than have to be");
}

TEST(survey, does_not_equalize_narrow_floats_that_pieces_do_not_even) {
    // One in a hundred is zero; or most lie in a small part of a piece.
    auto zeros = numbers([](random_bits& random) { return random.below(100) == 0 ? 0.0f : share<float>(random); });
    EXPECT_EQ(survey_of(zeros)->guessed, guess::none);
    auto close = numbers([](random_bits& random) {
        return random.below(3) == 0 ? share<float>(random) : 0.75f + 0x1p-12f * share<float>(random);
    });
    EXPECT_EQ(survey_of(close)->guessed, guess::none);
}

} // namespace
