// SPDX-License-Identifier: MIT
// Keys of 4 bytes with values of 4 bytes, divided by leading digits, in order, without having been counted.
#include "tests/gpu/leading_digits.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;

template <class T>
class pairs : public leading_digits<T> {
protected:
    static cuda::tuning tuned() {
        cuda::tuning tuned = leading_digits<T>::tuned();
        tuned.uncounted_in_order = tuned.positions_in_order = 0;
        return tuned;
    }
    static constexpr std::size_t usual_count = 2'600'007;
    // 1,024 groups of 15 bits, in 4 buckets. What the survey looks at is even, whatever `other` does with the rest.
    // Many keys are there twice.
    static constexpr unsigned in_first_bucket = (1u << 23) - 1, in_first_group = (1u << 15) - 1;
    template <class Other>
    static std::vector<T> keys(Other const& other) {
        return make_keys<T>(usual_count, [&](random_bits& random, std::size_t i) {
            unsigned const key = static_cast<unsigned>(random.below(1u << 25));
            return static_cast<T>(may_be_sampled(i, usual_count) ? key : other(random, i, key));
        });
    }
};
using narrow_types = ::testing::Types<std::uint32_t, std::int32_t>;
TYPED_TEST_SUITE(pairs, narrow_types);

TYPED_TEST(pairs, divide_even_keys) {
    using T = TypeParam;
    struct shape {
        std::size_t count;
        unsigned bits;
    };
    // Groups of 2,700, and two together of 1,300 and of 1,200 items; and as few bits left as make sense.
    for (auto const [count, bits] :
         {shape{1'400'003, 25}, {2'600'007, 26}, {1'400'003, 26}, {5'000'001, 28}, {2'600'007, 22}}) {
        auto const keys = make_keys<T>(count, [most = 1u << bits](random_bits& random, std::size_t) {
            return static_cast<T>(random.below(most));
        });
        EXPECT_EQ(sort_and_check(keys, this->tuned(), false), bits > 24 ? taken::uncounted_groups : taken::passes)
            << count << " of " << bits << " bits";
    }
}

TYPED_TEST(pairs, divide_all_bits_of_many_keys) {
    using T = TypeParam;
    EXPECT_EQ(sort_and_check(make_keys<T>(68'000'003, this->any), cuda::tune(sizeof(T)), false),
              taken::uncounted_groups);
}

TYPED_TEST(pairs, divide_by_wide_digits) {
    using T = TypeParam;
    cuda::tuning tuned = this->tuned();
    tuned.leading_items = 0;
    auto const keys = make_keys<T>(
        110'000'001, [](random_bits& random, std::size_t) { return static_cast<T>(random.below(1u << 31)); });
    auto const groups = sort_and_look(keys, tuned, false, scratch::usual, [](guarded_device const& workspace) {
        return plan_of_last_sort(workspace).groups;
    });
    EXPECT_TRUE(groups.area > 0 && groups.groups == 1u << 17);
}

TYPED_TEST(pairs, count_keys_that_leave_too_many_bits) {
    using T = TypeParam;
    EXPECT_EQ(sort_and_check(make_keys<T>(2'600'007, this->any), this->tuned(), false), taken::groups);
}

TYPED_TEST(pairs, keep_their_order_in_uneven_input) {
    auto const check = [&](char const* what, taken expected, auto const& other) {
        EXPECT_EQ(sort_and_check(this->keys(other), this->tuned(), false), expected) << what;
    };
    constexpr unsigned first_bucket = TestFixture::in_first_bucket, first_group = TestFixture::in_first_group;
    check("many keys are there eight times", taken::uncounted_groups,
          [](auto& random, std::size_t, unsigned key) { return random.one_in(3) ? key : key / 8 * 8; });
    check("most keys of a group are the same one", taken::uncounted_groups,
          [](auto& random, std::size_t, unsigned key) { return random.one_in(3) ? key : key & ~first_group; });
    check("a bucket larger than its home", taken::uncounted_groups,
          [](auto& random, std::size_t, unsigned key) { return random.one_in(60) ? key & first_bucket : key; });
    check("a bucket for which there is no room", taken::groups,
          [](auto& random, std::size_t, unsigned key) { return random.one_in(6) ? key & first_bucket : key; });
    check("a group larger than its area", taken::uncounted_groups,
          [](auto&, std::size_t i, unsigned key) { return i < 2000 ? key & first_group : key; });
    check("groups for which there is no room", taken::groups, [](auto&, std::size_t i, unsigned key) {
        return i < 200'000 ? static_cast<unsigned>(i % 100 * 10) << 15 | (key & first_group) : key;
    });
    check("a group larger than a block sorts", taken::passes,
          [](auto&, std::size_t i, unsigned key) { return i < 4000 ? key & first_group : key; });
    check("a key beyond all others", taken::passes,
          [](auto&, std::size_t i, unsigned key) { return i == 1'234'567 ? key + (1u << 29) : key; });
    check("tiles of one bucket each", taken::uncounted_groups, [](auto&, std::size_t i, unsigned key) {
        return (key & ~0x1800000u) | static_cast<unsigned>(i / 12'288 % 4) << 23;
    });
    check("one bucket after the other", taken::uncounted_groups, [](auto&, std::size_t i, unsigned key) {
        return (key & ~0x1800000u) | static_cast<unsigned>(i / 650'002) << 23;
    });
}

TYPED_TEST(pairs, keep_their_order_when_nearly_sorted) {
    auto const uniform = this->keys([](auto&, std::size_t, unsigned key) { return key; });
    EXPECT_EQ(sort_and_check(this->sort_nearly(uniform), this->tuned(), false), taken::uncounted_groups);
    EXPECT_EQ(sort_and_check(uniform, without_clusters(this->tuned()), false), taken::uncounted_groups);
}

// Positions are made by the first pass.
TYPED_TEST(pairs, of_keys_and_positions) {
    auto const check = [&](char const* what, taken expected, auto const& other) {
        EXPECT_EQ(argsort_and_check(this->keys(other), this->tuned()), expected) << what;
    };
    check("even", taken::uncounted_groups, [](auto&, std::size_t, unsigned key) { return key; });
    check("many keys are there eight times", taken::uncounted_groups,
          [](auto& random, std::size_t, unsigned key) { return random.one_in(3) ? key : key / 8 * 8; });
    check("a group larger than its area", taken::uncounted_groups,
          [](auto&, std::size_t i, unsigned key) { return i < 2000 ? key & TestFixture::in_first_group : key; });
    check("a key beyond all others", taken::passes,
          [](auto&, std::size_t i, unsigned key) { return i == 1'234'567 ? key + (1u << 29) : key; });
}

// The device knows that there are fewer: launches are as large as for all.
TYPED_TEST(pairs, of_which_the_device_knows_how_many_there_are) {
    auto const keys = this->keys([](auto&, std::size_t, unsigned key) { return key; });
    EXPECT_EQ(sort_and_look(keys, this->tuned(), false, scratch::usual,
                            [](guarded_device const& workspace) { return taken_by_last_sort(workspace); }, 700'001,
                            {.direction = order::descending}),
              taken::uncounted_groups);
}

} // namespace
