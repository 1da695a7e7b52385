// SPDX-License-Identifier: MIT
// Keys of a range that is no power of two, or begins anywhere: spread over one, they are divided by leading digits like
// others. If some key lies beyond the range that samples show, all digits sort them here (outliers_test.cpp).
#include "tests/gpu/leading_digits.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;

constexpr std::size_t count = 2'600'007;
constexpr unsigned range_bits = 27; // of a range's size

struct outcome {
    taken way;
    bool is_spread;
    bool operator==(outcome const&) const = default;
};

outcome outcome_of(guarded_device const& workspace) {
    return {taken_by_last_sort(workspace), part_of_last_sort(workspace, &cuda::control::prefix).are_spread};
}

template <class T>
class spread_keys : public leading_digits<T> {
protected:
    using bits = typename leading_digits<T>::image_bits;
    static constexpr bits most = leading_digits<T>::greatest_image, middle = leading_digits<T>::middle_image,
                          span = (bits{1} << range_bits) / 32 * 17;

    static cuda::tuning uncounted() { return leading_digits<T>::uncounted(leading_digits<T>::tuned()); }
    static std::vector<T> keys_from(bits first) { return leading_digits<T>::keys_from(count, first, span); }
    // Images of each range begin there.
    static constexpr bits begins[] = {0, span / 7, middle - span / 3, most - span + 1};
};
TYPED_TEST_SUITE(spread_keys, leading_key_types);

TYPED_TEST(spread_keys, are_counted_and_divided) {
    auto const tuned = this->tuned();
    outcome const expected{taken::groups, true};
    for (auto const first : this->begins) {
        auto const keys = this->keys_from(first);
        for (bool const in_place : {false, true}) {
            EXPECT_EQ(sort_and_look(keys, tuned, in_place, scratch::usual, outcome_of), expected) << first;
            EXPECT_EQ(sort_keys_and_look(keys, tuned, in_place, scratch::usual, outcome_of), expected) << first;
        }
        sort_and_check(keys, tuned, false, scratch::least);
        sort_keys_and_check(keys, tuned, false, scratch::least);
    }
}

TYPED_TEST(spread_keys, have_values_of_any_size) {
    auto const tuned = this->tuned();
    auto const keys = this->keys_from(this->middle - this->span / 3);
    outcome const expected{taken::groups, true};
    EXPECT_EQ(sort_values_and_look<8>(keys, tuned, outcome_of), expected);
    EXPECT_EQ(sort_values_and_look<16>(keys, tuned, outcome_of), expected);
    EXPECT_EQ(sort_values_and_look<8>(keys, tuned, outcome_of, {.direction = order::descending}), expected);
}

TYPED_TEST(spread_keys, are_divided_without_having_been_counted) {
    using T = TypeParam;
    auto const tuned = this->uncounted();
    outcome const uncounted{taken::uncounted_groups, true}, counted{taken::groups, true};
    for (auto const first : this->begins) {
        auto const keys = this->keys_from(first);
        EXPECT_EQ(sort_keys_and_look(keys, tuned, false, scratch::usual, outcome_of), uncounted) << first;
        EXPECT_EQ(sort_and_look(keys, tuned, false, scratch::usual, outcome_of), sizeof(T) == 4 ? uncounted : counted)
            << first;
        EXPECT_EQ(argsort_and_look(keys, tuned, 0, outcome_of), sizeof(T) == 4 ? uncounted : counted) << first;
    }
}

// As in a log, to the very end of which the samples reach.
TYPED_TEST(spread_keys, are_divided_if_they_are_nearly_in_order) {
    using T = TypeParam;
    using number = typename TestFixture::bits;
    auto const keys = make_keys<T>(count, [&](random_bits& random, std::size_t i) {
        auto const rising = static_cast<number>(std::uint64_t{this->span} * i / count);
        return this->key_of(
            static_cast<number>(this->middle - this->span / 3 + rising + random.below(this->span / 2000)));
    });
    outcome const expected{taken::groups, true};
    EXPECT_EQ(sort_and_look(keys, this->tuned(), false, scratch::usual, outcome_of), expected);
    EXPECT_EQ(sort_keys_and_look(keys, this->tuned(), false, scratch::usual, outcome_of), expected);
}

// Far from it or just outside.
TYPED_TEST(spread_keys, are_sorted_by_all_digits_if_one_lies_beyond_the_range) {
    using T = TypeParam;
    using number = typename TestFixture::bits;
    number const first = this->middle - this->span / 3, last = first + this->span;
    auto keys = this->keys_from(first);
    std::size_t const at = hidden_from(count / 3, count);
    for (number const image :
         {number{0}, static_cast<number>(first - this->span / 100), static_cast<number>(last + this->span / 100),
          static_cast<number>(last + this->span), this->most}) {
        keys[at] = this->key_of(image);
        for (auto const& tuned : {this->tuned(), this->uncounted()}) {
            EXPECT_EQ(sort_keys_and_check<T>(keys, tuned, false), taken::passes) << image;
            EXPECT_EQ(sort_and_check<T>(keys, tuned, false), taken::passes) << image;
            EXPECT_EQ(argsort_and_check<T>(keys, tuned), taken::passes) << image;
        }
    }
}

// Some keys of a range are equal, so that blocks find their groups crowded, or too large.
TYPED_TEST(spread_keys, may_crowd_their_groups) {
    using T = TypeParam;
    auto const tuned = this->uncounted();
    auto keys = this->keys_from(this->middle - this->span / 3);
    for (unsigned const equal : {40u, 300u}) {
        for (std::size_t i = 0; i < equal; ++i)
            if (std::size_t const at = i * 8'501 + 3; !may_be_sampled(at, count))
                keys[at] = keys[3];
        EXPECT_TRUE(sort_keys_and_look(keys, tuned, false, scratch::usual, outcome_of).is_spread) << equal;
        sort_and_check<T>(keys, tuned, false);
        argsort_and_check<T>(keys, tuned);
        sort_keys_and_check<T>(keys, this->tuned(), true);
    }
}

} // namespace
