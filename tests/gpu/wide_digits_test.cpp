// SPDX-License-Identifier: MIT
// Keys so many that two digits of 8 bits would leave groups which do not fit a block are divided by wide digits without
// having been counted: here with few keys for it, in huge_arrays_test.cpp with as many as it is for.
#include "tests/gpu/leading_digits.hpp"
#include "tests/gpu/multiples.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;

template <class T>
class wide_digits : public leading_digits<T> {
protected:
    static constexpr std::size_t count = 4'200'007; // groups of 32 on average

    static cuda::tuning tuned() {
        cuda::tuning tuned = leading_digits<T>::tuned();
        tuned.leading_items = tuned.uncounted_items = tuned.uncounted_positions = 0;
        return tuned;
    }

    // So even that each group has hardly more than others.
    static T even(std::size_t i) { return static_cast<T>(multiples<std::make_unsigned_t<T>>::key(i)); }

    static bool is_sampled(std::size_t i) { return may_be_sampled(i, count); }

    // Whether keys alone are divided like that.
    static void check(char const* what, bool expected, std::vector<T> const& keys, std::size_t more = 0) {
        SCOPED_TRACE(what);
        EXPECT_EQ(sort_keys_and_look(keys, tuned(), false, scratch::usual, has_many_groups, more), expected);
    }
    static bool has_many_groups(guarded_device const& workspace) {
        return plan_of_last_sort(workspace).groups.groups == 1u << (2 * cuda::radix_bits + 1);
    }
};

using key_types = ::testing::Types<std::uint32_t, std::int64_t>;
TYPED_TEST_SUITE(wide_digits, key_types);

TYPED_TEST(wide_digits, divide_even_keys) {
    using T = TypeParam;
    auto const keys = make_keys<T>(this->count, [](auto&, std::size_t i) { return TestFixture::even(i); });
    this->check("even", true, keys);
    this->check("count on device", true, keys, 99);
}

// So many that areas have room for what chance makes of groups; homes have for half of the buckets.
TYPED_TEST(wide_digits, divide_random_keys) {
    using T = TypeParam;
    using bits = std::make_unsigned_t<T>;
    constexpr std::size_t many = sizeof(T) == 4 ? 20'000'003 : 110'000'001;
    constexpr bits step = ~bits{0} / many, lower_bits = ~bits{0} >> (cuda::radix_bits + 1);
    auto const any = make_keys<T>(many, this->any);
    this->check("in no order", true, any);
    EXPECT_TRUE(sort_keys_and_look(any, this->tuned(), false, scratch::usual, this->has_many_groups, 0,
                                   {.direction = order::descending}));
    this->check("nearly in order", true, make_keys<T>(many, [](random_bits& random, std::size_t i) {
                    return static_cast<T>(random.one_in(50) ? random() : step * i + random.below(step));
                }));
    this->check("one bucket after the other", true, make_keys<T>(many, [](random_bits& random, std::size_t i) {
                    bits const key = static_cast<bits>(random()), bucket = static_cast<bits>(i / 4'096);
                    return static_cast<T>(may_be_sampled(i, many) ? key
                                                                  : bucket * (lower_bits + 1) | (key & lower_bits));
                }));
}

// Where they would have to be counted, or make groups of a few items with values, all digits are.
TYPED_TEST(wide_digits, are_not_for_keys_in_place_or_for_few_with_values) {
    using T = TypeParam;
    auto const keys = make_keys<T>(this->count, [](auto&, std::size_t i) { return TestFixture::even(i); });
    EXPECT_EQ(sort_keys_and_check(keys, this->tuned(), true), taken::passes);
    cuda::tuning tuned = this->tuned();
    tuned.uncounted_in_order = tuned.positions_in_order = 0;
    EXPECT_EQ(sort_and_check(keys, tuned, false), taken::passes);
    EXPECT_EQ(argsort_and_check(keys, tuned), taken::passes);
}

// Then all digits are counted.
TYPED_TEST(wide_digits, notice_that_areas_have_no_room) {
    using T = TypeParam;
    this->check("a group of many", false, make_keys<T>(this->count, [](auto&, std::size_t i) {
                    return TestFixture::even(i % 9 == 0 && !TestFixture::is_sampled(i) ? i % 10'000 : i);
                }));
    this->check("a bucket of many", false, make_keys<T>(this->count, [](auto&, std::size_t i) {
                    T const key = TestFixture::even(i);
                    return i % 9 != 0 || TestFixture::is_sampled(i)
                               ? key
                               : static_cast<T>(static_cast<std::make_unsigned_t<T>>(key) >> 5);
                }));
}

// One of each 1,024 groups has keys that share the bits by which groups are split, but are not equal. Narrow ones are
// so few that a bin holds them all the same.
TYPED_TEST(wide_digits, leave_crowded_groups_to_others) {
    using T = TypeParam;
    using bits = std::make_unsigned_t<T>;
    constexpr unsigned behind = 8 * sizeof(T) - (2 * cuda::radix_bits + 1);
    constexpr bits shared = (bits{1} << behind) - (bits{1} << (sizeof(T) == 4 ? 10 : 24));
    auto const keys = make_keys<T>(this->count, [](auto&, std::size_t i) {
        auto const key = static_cast<bits>(TestFixture::even(i));
        return static_cast<T>((key >> behind) % 1'024 == 0 ? key & ~shared : key);
    });
    unsigned const left =
        sort_keys_and_look(keys, this->tuned(), false, scratch::usual, [](guarded_device const& workspace) {
            EXPECT_TRUE(TestFixture::has_many_groups(workspace));
            return part_of_last_sort(workspace, &cuda::control::prefix).unsorted[0];
        });
    EXPECT_EQ(left > 0, sizeof(T) == 8) << left;
}

// Above all others, so few that the last group's area has room for them meanwhile.
TYPED_TEST(wide_digits, may_have_outliers) {
    using T = TypeParam;
    if (sizeof(T) == 8)
        GTEST_SKIP() << "areas have room for what chance makes of groups, and no more";
    static constexpr unsigned outliers = 5;
    using bits = std::make_unsigned_t<T>;
    auto keys = make_keys<T>(
        this->count, [](auto&, std::size_t i) { return static_cast<T>(static_cast<bits>(TestFixture::even(i)) >> 3); });
    hide(keys, outliers, [](random_bits& random) { return static_cast<T>(~bits{0} / 2 - random.below(1'000)); });
    cuda::tuning tuned = this->tuned();
    tuned.outlier_items = 0;
    for (std::size_t const more : {0u, 99u})
        sort_keys_and_look(
            keys, tuned, false, scratch::usual,
            [](guarded_device const& workspace) {
                EXPECT_TRUE(TestFixture::has_many_groups(workspace));
                auto const noted = part_of_last_sort(workspace, &cuda::control::outliers);
                EXPECT_EQ(noted.count(cuda::noted::by_division).found, outliers);
                return true;
            },
            more);
}

// They are not divided.
TYPED_TEST(wide_digits, leave_few_different_keys_to_counting) {
    using T = TypeParam;
    auto const guess_of = [&](auto const& make) {
        return sort_keys_and_look(make_keys<T>(this->count, make), this->tuned(), false, scratch::usual,
                                  guess_of_last_sort);
    };
    EXPECT_EQ(
        guess_of([](random_bits& random, std::size_t) { return static_cast<T>(random_bits{random.below(900)}()); }),
        cuda::guess::tabled_keys);
    EXPECT_EQ(guess_of([](random_bits& random, std::size_t) { return static_cast<T>(random.below(50'000)); }),
              cuda::guess::narrow_range);
}

TYPED_TEST(wide_digits, leave_uneven_keys_alone) {
    using T = TypeParam;
    this->check("uneven", false, make_keys<T>(this->count, [](random_bits& random, std::size_t) {
                    return static_cast<T>(random() & random());
                }));
    this->check("of few bits", false, make_keys<T>(this->count, [](random_bits& random, std::size_t) {
                    return static_cast<T>(random.below(1u << 22));
                }));
}

} // namespace
