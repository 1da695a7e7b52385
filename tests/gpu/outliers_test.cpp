// SPDX-License-Identifier: MIT
// A few keys lie far from all others, where no sample tells of them: they are replaced while leading digits sort the
// others, and written where they belong in the end. If they are too many, all digits sort the keys.
#include "tests/gpu/leading_digits.hpp"

#include <limits>

namespace {

using namespace pradix;
using namespace pradix::test;

constexpr std::size_t count = 2'600'007;

struct outcome {
    taken way;
    unsigned outliers;
    bool operator==(outcome const&) const = default;
};

cuda::outlier_count noted_in(guarded_device const& workspace, cuda::noted by) {
    return part_of_last_sort(workspace, &cuda::control::outliers).count(by);
}
outcome outcome_of(guarded_device const& workspace) {
    auto const prefix = part_of_last_sort(workspace, &cuda::control::prefix);
    auto const by = prefix.is_divided() ? cuda::noted::by_division : cuda::noted::by_counting;
    return {taken_by_last_sort(workspace), noted_in(workspace, by).found};
}

// Places of so many keys, which no sample tells of.
std::vector<std::size_t> places_of(unsigned outliers) {
    std::vector<std::size_t> places;
    for (std::size_t at = count / 7; places.size() < outliers; at += 1'003)
        if (!may_be_sampled(at, count))
            places.push_back(at);
    return places;
}

template <class T>
class outliers : public leading_digits<T> {
protected:
    using bits = typename leading_digits<T>::image_bits;
    using leading_digits<T>::key_of;
    static constexpr bits most = leading_digits<T>::greatest_image;

    static cuda::tuning counted() {
        cuda::tuning tuned = leading_digits<T>::tuned();
        tuned.outlier_items = 0;
        tuned.uncounted_positions = tuned.uncounted_in_order = ~std::uint64_t{0};
        return tuned;
    }
    static cuda::tuning uncounted() { return leading_digits<T>::uncounted(counted()); }
    static std::vector<T> keys_from(bits first, bits span) { return leading_digits<T>::keys_from(count, first, span); }
    // Least and greatest ones, and others, some of which are equal.
    static void put(std::vector<T>& keys, unsigned outliers) {
        bits const images[] = {0, most, 1, most - 1, most / 16 * 15, most / 16 * 15 + 1, most / 16, 0};
        for (unsigned i = 0; std::size_t const at : places_of(outliers))
            keys[at] = key_of(images[i++ % std::size(images)]);
    }
    // So many, and some more that have an image which is left free if there are values.
    static void check(std::vector<T> const& keys, unsigned expected, unsigned more = 0) {
        constexpr bool is_narrow = sizeof(T) == 4;
        outcome const keys_alone{taken::groups, expected}, counted_items{taken::groups, expected + more},
            divided_items = is_narrow ? outcome{taken::uncounted_groups, expected + more} : counted_items;
        for (bool const in_place : {false, true}) {
            EXPECT_EQ(sort_keys_and_look(keys, counted(), in_place, scratch::usual, outcome_of), keys_alone);
            EXPECT_EQ(sort_and_look(keys, counted(), in_place, scratch::usual, outcome_of), counted_items);
        }
        EXPECT_EQ(argsort_and_look(keys, counted(), 0, outcome_of), counted_items);
        EXPECT_EQ(sort_keys_and_look(keys, uncounted(), false, scratch::usual, outcome_of),
                  (outcome{taken::uncounted_groups, expected}));
        EXPECT_EQ(sort_keys_and_look(keys, uncounted(), false, scratch::usual, outcome_of, 12'345),
                  (outcome{taken::uncounted_groups, expected}))
            << "count on the device";
        EXPECT_EQ(sort_and_look(keys, uncounted(), false, scratch::usual, outcome_of), divided_items);
        EXPECT_EQ(argsort_and_look(keys, uncounted(), 0, outcome_of), divided_items);
        auto with_positions_in_order = uncounted();
        with_positions_in_order.positions_in_order = 0;
        EXPECT_EQ(argsort_and_look(keys, with_positions_in_order, 0, outcome_of), divided_items);
        sort_and_check(keys, counted(), false, scratch::least);
        sort_keys_and_check(keys, counted(), true, scratch::least);
    }
};
TYPED_TEST_SUITE(outliers, leading_key_types);

TYPED_TEST(outliers, of_a_range_are_written_where_they_belong) {
    using image = typename TestFixture::bits;
    constexpr image span = (image{1} << 27) / 32 * 17;
    auto keys = this->keys_from(this->middle_image - span / 3, span);
    this->put(keys, 60);
    this->check(keys, 60);
}

// Images of which need not be spread but for that.
TYPED_TEST(outliers, of_a_power_of_two_are_written_where_they_belong) {
    using image = typename TestFixture::bits;
    constexpr image span = image{1} << 27;
    auto keys = this->keys_from(2 * span + 1, span - 2);
    this->put(keys, 60);
    auto const places = places_of(64); // also the first one and the last one of all others, twice
    for (unsigned i = 60; i < 64; ++i)
        keys[places[i]] = this->key_of(i % 2 == 0 ? 2 * span : 3 * span - 1);
    this->check(keys, 60, 4);
}

TYPED_TEST(outliers, of_small_numbers_are_written_where_they_belong) {
    using image = typename TestFixture::bits;
    auto keys = this->keys_from(0, image{1} << 27);
    auto const places = places_of(60);
    for (unsigned i = 0; std::size_t const at : places)
        keys[at] = this->key_of(this->most - i++ % 5);
    keys[count / 2] = this->key_of(0); // below which there is nothing
    auto const last_ones = std::ranges::count(keys, this->key_of((image{1} << 27) - 1));
    this->check(keys, 60, static_cast<unsigned>(last_ones));
}

TYPED_TEST(outliers, have_values_of_any_size) {
    using image = typename TestFixture::bits;
    constexpr image span = (image{1} << 27) / 32 * 17;
    auto keys = this->keys_from(this->middle_image - span / 3, span);
    this->put(keys, 60);
    outcome const expected{taken::groups, 60};
    EXPECT_EQ(sort_values_and_look<8>(keys, this->counted(), outcome_of), expected);
    EXPECT_EQ(sort_values_and_look<16>(keys, this->counted(), outcome_of), expected);
    EXPECT_EQ(sort_values_and_look<8>(keys, this->counted(), outcome_of, {.direction = order::descending}), expected);
}

TYPED_TEST(outliers, may_be_too_many) {
    using T = TypeParam;
    using image = typename TestFixture::bits;
    auto keys = this->keys_from(0, image{1} << 27);
    this->put(keys, 2 * cuda::most_outliers);
    for (auto const& tuned : {this->counted(), this->uncounted()}) {
        EXPECT_EQ(sort_keys_and_check<T>(keys, tuned, false), taken::passes);
        EXPECT_EQ(sort_and_check<T>(keys, tuned, false), taken::passes);
        EXPECT_EQ(argsort_and_check<T>(keys, tuned), taken::passes);
    }
}

// More than areas have room for, but not more than a block can put in order: they are counted after all.
TYPED_TEST(outliers, are_noted_again_when_others_are_counted) {
    using T = TypeParam;
    using image = typename TestFixture::bits;
    auto keys = this->keys_from(0, image{1} << 27);
    this->put(keys, 900);
    keys[places_of(901)[900]] = this->key_of(0);
    auto const beyond = static_cast<unsigned>(
        std::ranges::count_if(keys, [&](T key) { return key > this->key_of((image{1} << 27) - 1); }));
    unsigned divided = 0;
    auto const look = [&](guarded_device const& workspace) {
        divided = noted_in(workspace, cuda::noted::by_division).found;
        return outcome_of(workspace);
    };
    EXPECT_EQ(sort_keys_and_look(keys, this->uncounted(), false, scratch::usual, look),
              (outcome{taken::groups, beyond}));
    EXPECT_GT(divided, 0u);
    if (sizeof(T) == 4) {
        divided = 0;
        sort_and_look(keys, this->uncounted(), false, scratch::usual, look);
        EXPECT_GT(divided, 0u);
    }
}

// Thousands of keys have the first image of all: nothing is made of that, whether samples tell or not.
TYPED_TEST(outliers, are_none_where_many_keys_have_the_first_image) {
    using image = typename TestFixture::bits;
    constexpr image span = image{1} << 27;
    auto keys = this->keys_from(2 * span, span);
    for (std::size_t const at : places_of(1'500))
        keys[at] = this->key_of(2 * span);
    EXPECT_EQ(sort_keys_and_look(keys, this->counted(), false, scratch::usual, outcome_of),
              (outcome{taken::groups, 0}));
    keys[0] = this->key_of(2 * span); // a sample
    for (bool const in_place : {false, true})
        EXPECT_EQ(sort_and_look(keys, this->counted(), in_place, scratch::usual, outcome_of),
                  (outcome{taken::groups, 0}));
}

// Those of equalized floats.
TEST(outliers, of_floats_are_written_where_they_belong) {
    SKIP_WITHOUT_CUDA_DEVICE();
    cuda::tuning tuned = tuned_to_passes<double>();
    tuned.equalized_items = tuned.outlier_items = 0;
    auto keys = make_keys<double>(
        count, [](random_bits& random, std::size_t) { return static_cast<double>(random() >> 11) * 0x1p-53 - 0.5; });
    constexpr double infinite = std::numeric_limits<double>::infinity(),
                     none = std::numeric_limits<double>::quiet_NaN();
    double const others[] = {infinite, none, -infinite, -1e300, -none, 1e300, 1e299};
    for (unsigned i = 0; std::size_t const at : places_of(50))
        keys[at] = others[i++ % std::size(others)];
    for (bool const in_place : {false, true})
        for (options const& how : orders_of_floats)
            EXPECT_EQ(sort_keys_and_look(keys, tuned, in_place, scratch::usual, outcome_of, 0, how),
                      (outcome{taken::groups, 50}));
}

} // namespace
