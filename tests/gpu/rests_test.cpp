// SPDX-License-Identifier: MIT
// Groups of which only what is left of keys behind their leading digits is there: back to back, or in areas of keys
// that were not counted, alone or with their positions.
#include "tests/gpu/leading_digits.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;

template <class T>
class rests : public leading_digits<T> {};
TYPED_TEST_SUITE(rests, leading_key_types);

// 1,024 groups of 15 bits, in 4 buckets, if keys are counted. What the survey looks at is even, whatever `other` does
// with the rest.
constexpr unsigned in_first_bucket = (1u << 23) - 1, in_first_group = (1u << 15) - 1;
template <class T>
std::vector<T> make_keys_of_25_bits(std::function<unsigned(random_bits&, std::size_t, unsigned)> const& other) {
    constexpr std::size_t count = 2'600'007;
    return make_keys<T>(count, [&](random_bits& random, std::size_t i) {
        unsigned const key = static_cast<unsigned>(random.below(1u << 25));
        return static_cast<T>(may_be_sampled(i, count) ? key : other(random, i, key));
    });
}

// Of narrow keys alone, two bytes may hold what is left, if these were counted, too.
TYPED_TEST(rests, of_counted_keys) {
    using T = TypeParam;
    auto tuned = this->tuned();
    tuned.rest_items = 0;
    taken const expected = sizeof(T) == 4 ? taken::rests : taken::groups;
    auto const some_of = [](unsigned different) {
        return make_keys<T>(2'600'007, [different](random_bits& random, std::size_t) {
            return static_cast<T>(static_cast<unsigned>(random.below(different)) * 0x9e3779b1 % (1u << 25));
        });
    };
    for (bool const in_place : {false, true}) {
        EXPECT_EQ(sort_keys_and_check(some_of(1u << 25), tuned, in_place), expected) << in_place;
        EXPECT_EQ(sort_keys_and_check(some_of(1u << 18), tuned, in_place), expected) << "ten times, " << in_place;
    }
    tuned.rest_items = ~std::uint64_t{0};
    EXPECT_EQ(sort_keys_and_check(some_of(1u << 25), tuned, true), taken::groups);
}

TYPED_TEST(rests, of_keys_that_turn_out_to_be_uneven) {
    using T = TypeParam;
    auto tuned = this->tuned();
    tuned.rest_items = tuned.uncounted_items = 0;
    auto const check = [&](char const* what, taken expected, auto const& other) {
        EXPECT_EQ(sort_keys_and_check(make_keys_of_25_bits<T>(other), tuned, false),
                  sizeof(T) == 4 ? expected : taken::groups)
            << what;
    };
    check("a bucket for which there is no room", taken::rests,
          [](auto& random, std::size_t, unsigned key) { return random.one_in(6) ? key & in_first_bucket : key; });
    check("a group for which there is no room, and whose bins are crowded", taken::rests,
          [](auto&, std::size_t i, unsigned key) { return i < 2000 ? key & in_first_group >> 9 : key; });
    check("a group larger than its area, whose bins are crowded", taken::uncounted_groups,
          [](auto&, std::size_t i, unsigned key) { return i < 600 ? key & in_first_group >> 12 : key; });
}

// Groups of so few narrow keys that two bytes hold what is left, or wide keys, not counted.
template <class T>
std::vector<T> make_keys_of_bits(unsigned bits, std::size_t count,
                                 std::function<T(random_bits&, std::size_t, T)> const& other = nullptr) {
    return make_keys<T>(count, [&](random_bits& random, std::size_t i) {
        T const key = static_cast<T>(random() & ((std::uint64_t{1} << bits) - 1));
        return other == nullptr || may_be_sampled(i, count) ? key : other(random, i, key);
    });
}
template <class T>
constexpr unsigned many_bits = sizeof(T) == 4 ? 28 : 58;

// From 16 groups of narrow keys a block to four, and one of wide keys; all two or six bytes are left, or not.
TYPED_TEST(rests, divide_keys_of_many_bits_that_were_not_counted) {
    using T = TypeParam;
    auto tuned = this->tuned();
    tuned.uncounted_items = 0;
    for (std::size_t const count : {1'400'003u, 2'600'007u, 3'500'001u})
        for (unsigned const fewer : {0u, 1u, 2u, 3u}) {
            unsigned const bits = many_bits<T> - fewer;
            EXPECT_EQ(sort_keys_and_check(make_keys_of_bits<T>(bits, count), tuned, false), taken::uncounted_groups)
                << count << " of " << bits << " bits";
        }
    if (sizeof(T) > 4)
        return;
    for (std::size_t const count : {30'000'001u, 60'000'001u})
        for (unsigned const bits : {26u, 31u})
            EXPECT_EQ(sort_keys_and_check(make_keys_of_bits<T>(bits, count), tuned, false), taken::uncounted_groups)
                << count << " of " << bits << " bits";
}

TYPED_TEST(rests, divide_uneven_keys_of_many_bits) {
    using T = TypeParam;
    constexpr std::size_t count = 2'600'007;
    constexpr unsigned bits = many_bits<T>, narrow = sizeof(T) == 4, left = narrow ? 15 : 48;
    auto tuned = this->tuned();
    tuned.uncounted_items = 0;
    auto const check = [&](char const* what, taken expected,
                           std::function<T(random_bits&, std::size_t, T)> const& other) {
        EXPECT_EQ(sort_keys_and_check(make_keys_of_bits<T>(bits, count, other), tuned, false), expected) << what;
    };
    auto const lowest = [](T key, unsigned of) {
        return static_cast<T>(key & static_cast<T>((std::uint64_t{1} << of) - 1));
    };
    unsigned const higher = narrow ? 5 : 2; // bits of the first digit
    check("a bucket larger than its home", taken::uncounted_groups, [&](auto& random, std::size_t, T key) {
        return random.one_in(narrow ? 320 : 60) ? lowest(key, bits - higher) : key;
    });
    check("a bucket for which there is no room", taken::groups, [&](auto& random, std::size_t, T key) {
        return random.one_in(narrow ? 40 : 12) ? lowest(key, bits - higher) : key;
    });
    check("the last bucket, behind which the memory ends, lacks room", taken::groups,
          [&](auto& random, std::size_t, T key) {
              T const last = lowest(T(~T{0}), bits) - lowest(T(~T{0}), bits - higher);
              return random.one_in(narrow ? 40 : 12) ? static_cast<T>(key | last) : key;
          });
    check("tiles that are uneven", taken::uncounted_groups, [&](auto&, std::size_t i, T key) {
        constexpr T digit = T{0xff} << left;
        return static_cast<T>((key & ~digit) | static_cast<T>(i / 10'157) << left); // one after the other
    });
    check("a group larger than its area", narrow ? taken::uncounted_groups : taken::groups,
          [&](auto&, std::size_t i, T key) { return i < 600 ? lowest(key, left) : key; });
    check("a group far larger than its area", taken::groups,
          [&](auto&, std::size_t i, T key) { return i < 1000 ? lowest(key, left) : key; });
    check("a group larger than a block sorts", taken::passes,
          [&](auto&, std::size_t i, T key) { return i < 7000 ? lowest(key, left) : key; });
    check("groups that are uneven inside", taken::uncounted_groups,
          [&](auto&, std::size_t i, T key) { // wide ones differ, or they would be counted
              return i % 3 == 0 ? key : static_cast<T>(key >> left << left | lowest(key, narrow ? 0 : 24));
          });
    check("a key beyond all others", taken::passes,
          [&](auto&, std::size_t i, T key) { return i == 1'234'567 ? static_cast<T>(key | T{1} << bits) : key; });
    constexpr std::size_t enough = narrow ? 18'000'001 : count; // that there is room behind homes
    auto const nearly_sorted = this->sort_nearly(make_keys_of_bits<T>(bits, enough));
    EXPECT_EQ(sort_keys_and_check(nearly_sorted, tuned, false), taken::uncounted_groups) << "nearly sorted";
    auto const coarse = make_keys<T>(count, [&](random_bits& random, std::size_t) {
        return static_cast<T>((random() & ((std::uint64_t{1} << bits) - 1)) >> (left - 8) << (left - 8));
    });
    EXPECT_EQ(sort_keys_and_check(coarse, tuned, false), taken::groups) << "of few leading bits";
}

// Keys of 4 bytes and their positions are divided without having been counted, too.
template <class T>
class positions_of : public leading_digits<T> {};
using narrow_types = ::testing::Types<std::uint32_t, std::int32_t>;
TYPED_TEST_SUITE(positions_of, narrow_types);

TYPED_TEST(positions_of, uniform_keys) {
    using T = TypeParam;
    auto tuned = this->tuned();
    tuned.uncounted_positions = 0;
    for (std::size_t const count : {1'400'003u, 2'600'007u, 20'000'001u})
        EXPECT_EQ(argsort_and_check(make_keys<T>(count, this->any), tuned), taken::uncounted_groups) << count;
    EXPECT_EQ(argsort_and_check(this->sort_nearly(make_keys<T>(2'600'007, this->any)), tuned), taken::uncounted_groups);
    EXPECT_EQ(argsort_and_check(make_keys<T>(1'900'001, this->any), tuned, 3'000'000), taken::uncounted_groups);
}

TYPED_TEST(positions_of, uneven_keys) {
    using T = TypeParam;
    auto tuned = this->tuned();
    tuned.uncounted_positions = 0;
    auto const check = [&](char const* what, taken expected, auto const& other) {
        EXPECT_EQ(argsort_and_check(make_keys_of_25_bits<T>(other), tuned), expected) << what;
    };
    check("even", taken::uncounted_groups, [](auto&, std::size_t, unsigned key) { return key; });
    check("many keys are there eight times", taken::uncounted_groups,
          [](auto& random, std::size_t, unsigned key) { return random.one_in(3) ? key : key / 8 * 8; });
    check("most keys of a group are the same one", taken::uncounted_groups,
          [](auto& random, std::size_t, unsigned key) { return random.one_in(3) ? key : key & ~in_first_group; });
    check("a bucket larger than its home", taken::uncounted_groups,
          [](auto& random, std::size_t, unsigned key) { return random.one_in(60) ? key & in_first_bucket : key; });
    check("a bucket for which there is no room", taken::groups,
          [](auto& random, std::size_t, unsigned key) { return random.one_in(6) ? key & in_first_bucket : key; });
    check("a group for which there is no room", taken::groups,
          [](auto&, std::size_t i, unsigned key) { return i < 2000 ? key & in_first_group : key; });
    check("a key beyond all others", taken::passes,
          [](auto&, std::size_t i, unsigned key) { return i == 1'234'567 ? key + (1u << 29) : key; });
}

// Values that follow an index: keys are wanted, too.
TYPED_TEST(positions_of, wide_values) {
    using T = TypeParam;
    auto tuned = this->tuned();
    tuned.uncounted_positions = 0;
    auto const keys = make_keys<T>(
        2'600'007, [&](random_bits& random, std::size_t) { return static_cast<T>(random.below(1u << 25) / 2); });
    sort_values_and_look<12>(keys, tuned, nothing_else);
}

} // namespace
