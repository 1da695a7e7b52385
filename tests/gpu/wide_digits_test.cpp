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

    static bool may_be_sampled(std::size_t i) { return test::may_be_sampled(i, count); }

    // Whether keys alone are divided like that.
    static void check(char const* what, bool expected, std::vector<T> const& keys, std::size_t more = 0) {
        SCOPED_TRACE(what);
        bool const had_many_groups = sort_keys_and_look(
            keys, tuned(), false, scratch::usual,
            [](auto const& workspace) {
                return plan_of_last_sort(workspace).groups.groups == 1u << (2 * cuda::radix_bits + 1);
            },
            more);
        EXPECT_EQ(had_many_groups, expected);
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
                    return TestFixture::even(i % 9 == 0 && !TestFixture::may_be_sampled(i) ? i % 10'000 : i);
                }));
    this->check("a bucket of many", false, make_keys<T>(this->count, [](auto&, std::size_t i) {
                    T const key = TestFixture::even(i);
                    return i % 9 != 0 || TestFixture::may_be_sampled(i)
                               ? key
                               : static_cast<T>(static_cast<std::make_unsigned_t<T>>(key) >> 5);
                }));
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
