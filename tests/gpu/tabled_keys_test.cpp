// SPDX-License-Identifier: MIT
// Keys of which few are different, all or those of a bucket, so that a hash table has room for them; and others that no
// sample shows, for which it has none.
#include "tests/gpu/samples.hpp"
#include "tests/gpu/sort_and_look.hpp"

#include <bit>
#include <limits>

namespace {

using namespace pradix;
using namespace pradix::test;
using cuda::guess;

template <class T>
class tabled_keys : public ::testing::Test {
protected:
    void SetUp() override { SKIP_WITHOUT_CUDA_DEVICE(); }

    // From here on there is room for what buckets list.
    static constexpr std::size_t many = sizeof(T) == 4 ? 10'500'007 : 8'400'001;

    struct outcome {
        guess last;
        bool made_plan; // before digits were counted
        bool operator==(outcome const&) const = default;
    };
    static outcome outcome_of_last_sort(guarded_device const& workspace) {
        return {guess_of_last_sort(workspace), plan_of_last_sort(workspace).made_early()};
    }
    static outcome outcome_of(std::vector<T> const& keys, bool in_place, bool clusters = true, std::size_t more = 0,
                              options const& how = {}) {
        return sort_keys_and_look(keys, tuned_to_passes<T>(clusters), in_place, scratch::usual, outcome_of_last_sort,
                                  more, how);
    }
    // Of keys with values, by tiles of which there is a pass by ranks.
    static cuda::tuning tuned_to_ranks() {
        auto tuned = tuned_to_passes<T>();
        tuned.ranked_items = tuned.small_tiles = tuned.medium_pairs = 0;
        return tuned;
    }

    static T any_key(random_bits& random) { return static_cast<T>(random()); }
    static std::vector<T> some_of(std::size_t count, unsigned different) {
        auto const all = make_keys<T>(different, [](random_bits& random, std::size_t) { return any_key(random); });
        return make_keys<T>(count, [&](random_bits& random, std::size_t) { return all[random.below(different)]; });
    }
};

template <class T>
class tabled_buckets : public tabled_keys<T> {};
using key_types = ::testing::Types<std::uint32_t, std::int32_t, std::uint64_t, double>;
TYPED_TEST_SUITE(tabled_keys, key_types);
using integer_key_types = ::testing::Types<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>;
TYPED_TEST_SUITE(tabled_buckets, integer_key_types);
template <class T>
class ordered_buckets : public tabled_keys<T> {
protected:
    static guess guess_of(std::vector<T> const& keys, bool clusters = true, std::size_t more = 0) {
        auto const [last, made_plan] = tabled_keys<T>::outcome_of(keys, false, clusters, more);
        EXPECT_TRUE(made_plan || last != guess::ordered_buckets);
        return last;
    }
};
using narrow_key_types = ::testing::Types<std::uint32_t, std::int32_t>;
TYPED_TEST_SUITE(ordered_buckets, narrow_key_types);

TYPED_TEST(tabled_keys, are_counted) {
    typename TestFixture::outcome const expected{guess::tabled_keys, true};
    for (unsigned const different : {100u, 900u, 3000u})
        for (std::size_t const count : {60'007u, 1'000'003u}) {
            SCOPED_TRACE(::testing::Message() << different << " keys of " << count);
            auto const keys = TestFixture::some_of(count, different);
            EXPECT_EQ(TestFixture::outcome_of(keys, false), expected);
            EXPECT_EQ(TestFixture::outcome_of(keys, true, false), expected) << "in place";
            EXPECT_EQ(TestFixture::outcome_of(keys, false, true, 100'000), expected) << "of more";
        }
}

TYPED_TEST(tabled_keys, are_counted_in_descending_order) {
    EXPECT_EQ(
        TestFixture::outcome_of(TestFixture::some_of(1'000'003, 900), false, true, 0, {.direction = order::descending}),
        (typename TestFixture::outcome{guess::tabled_keys, true}));
}

// Whatever is made of them then.
TYPED_TEST(tabled_keys, are_sorted_with_little_scratch) {
    auto const keys = TestFixture::some_of(20'000'003, 900);
    auto const tuned = cuda::tune(sizeof(TypeParam));
    sort_keys_and_look(keys, tuned, false, scratch::least, nothing_else);
    sort_and_look(keys, tuned, false, scratch::least, nothing_else);
}

// Of either sign and of different bits.
TEST(tabled_floats, may_be_no_numbers) {
    SKIP_WITHOUT_CUDA_DEVICE();
    constexpr auto none = std::bit_cast<std::uint64_t>(std::numeric_limits<double>::quiet_NaN());
    auto const keys = make_keys<double>(1'000'003, [](random_bits& random, std::size_t) {
        std::uint64_t const bits = random.below(2) << 63 | random.below(100);
        return std::bit_cast<double>(random.one_in(3) ? none | bits : bits << 32);
    });
    for (options const& how : orders_of_floats)
        for (bool const in_place : {false, true})
            EXPECT_EQ(sort_keys_and_look(keys, tuned_to_passes<double>(), in_place, scratch::usual, guess_of_last_sort,
                                         0, how),
                      guess::tabled_keys);
}

// The others are counted, too, if there is room.
TYPED_TEST(tabled_keys, may_be_others_than_samples_show) {
    for (unsigned const others : {1000u, 4000u}) {
        auto keys = TestFixture::some_of(1'000'003, 900);
        test::hide(keys, others, TestFixture::any_key);
        EXPECT_EQ(TestFixture::outcome_of(keys, false).last == guess::tabled_keys, others == 1000) << others;
        TestFixture::outcome_of(keys, true);
    }
}

TYPED_TEST(tabled_keys, are_moved_with_values_by_their_ranks) {
    typename TestFixture::outcome const expected{guess::tabled_keys, true};
    auto const tuned = TestFixture::tuned_to_ranks();
    for (unsigned const different : {60u, 256u})
        for (std::size_t const count : {60'007u, 1'000'003u}) {
            SCOPED_TRACE(::testing::Message() << different << " keys of " << count);
            auto const keys = TestFixture::some_of(count, different);
            for (bool const in_place : {false, true})
                EXPECT_EQ(sort_and_look(keys, tuned, in_place, scratch::usual, TestFixture::outcome_of_last_sort),
                          expected);
            EXPECT_EQ(argsort_and_look(keys, tuned, 1000, TestFixture::outcome_of_last_sort), expected);
            EXPECT_EQ(sort_values_and_look<8>(keys, tuned, TestFixture::outcome_of_last_sort), expected);
            EXPECT_EQ(sort_values_and_look<16>(keys, tuned, TestFixture::outcome_of_last_sort), expected);
        }
}

TYPED_TEST(tabled_keys, are_moved_in_portions) {
    using T = TypeParam;
    auto tuned = TestFixture::tuned_to_ranks();
    tuned.portion_items = 2 * cuda::large_tile(sizeof(T), 4).size();
    auto const keys = TestFixture::some_of(500'009, 200);
    typename TestFixture::outcome const expected{guess::tabled_keys, true};
    EXPECT_EQ(sort_and_look(keys, tuned, false, scratch::usual, TestFixture::outcome_of_last_sort), expected);
    EXPECT_EQ(argsort_and_look(keys, tuned, 1000, TestFixture::outcome_of_last_sort), expected);
}

// No sample shows the others.
TYPED_TEST(tabled_keys, have_no_ranks_if_they_are_more_than_bins) {
    auto keys = TestFixture::some_of(1'000'003, 100);
    test::hide(keys, 160, TestFixture::any_key);
    for (bool const in_place : {false, true})
        EXPECT_NE(sort_and_look(keys, TestFixture::tuned_to_ranks(), in_place, scratch::usual,
                                TestFixture::outcome_of_last_sort)
                      .last,
                  guess::tabled_keys);
}

TYPED_TEST(tabled_buckets, are_counted) {
    typename TestFixture::outcome const expected{guess::tabled_buckets, true};
    for (unsigned const different : {16'384u, 100'000u, 230'000u}) {
        SCOPED_TRACE(::testing::Message() << different << " keys");
        auto const keys = TestFixture::some_of(TestFixture::many, different);
        EXPECT_EQ(TestFixture::outcome_of(keys, false), expected);
        EXPECT_EQ(TestFixture::outcome_of(keys, false, false, 100'000), expected) << "of more, without clusters";
        EXPECT_NE(TestFixture::outcome_of(keys, true), expected) << "in place";
    }
}

// Wide ones would be spread from more keys on.
TYPED_TEST(tabled_buckets, are_counted_of_a_range) {
    using T = TypeParam;
    if (sizeof(T) == 8)
        GTEST_SKIP() << "too many keys";
    auto keys = TestFixture::some_of(TestFixture::many, 50'000);
    for (T& key : keys)
        key = key / 7 * 5 + 12'345;
    EXPECT_EQ(TestFixture::outcome_of(keys, false), (typename TestFixture::outcome{guess::tabled_buckets, true}));
}

// If there are too many, or more in one bucket than it has room for, all begins anew.
TYPED_TEST(tabled_buckets, are_given_up) {
    using T = TypeParam;
    constexpr unsigned below = 8 * sizeof(T) - 8;
    auto const of_a_bucket = [](random_bits& random) {
        return static_cast<T>(T{77} << below | static_cast<T>(random() >> (64 - below)));
    };
    auto const hide = [&](unsigned others, auto const& make) {
        auto keys = TestFixture::some_of(TestFixture::many, 50'000);
        test::hide(keys, others, make);
        return keys;
    };
    auto const is_given_up = [&](auto const& keys) {
        return TestFixture::outcome_of(keys, false).last != guess::tabled_buckets;
    };
    EXPECT_FALSE(is_given_up(hide(3000, of_a_bucket)));
    EXPECT_TRUE(is_given_up(hide(4200, of_a_bucket)));
    EXPECT_TRUE(is_given_up(hide(40'000, [&](random_bits&) { return static_cast<T>(T{77} << below); })));
}

TYPED_TEST(ordered_buckets, are_counted) {
    for (unsigned const different : {500'000u, 900'000u}) {
        SCOPED_TRACE(::testing::Message() << different << " keys");
        auto const keys = TestFixture::some_of(TestFixture::many, different);
        EXPECT_EQ(TestFixture::guess_of(keys), guess::ordered_buckets);
        EXPECT_EQ(TestFixture::guess_of(keys, false, 100'000), guess::ordered_buckets) << "of more, without clusters";
    }
}

TYPED_TEST(ordered_buckets, are_counted_of_a_range) {
    using T = TypeParam;
    auto keys = TestFixture::some_of(TestFixture::many, 500'000);
    for (T& key : keys)
        key = key / 7 * 5 + 12'345;
    EXPECT_EQ(TestFixture::guess_of(keys), guess::ordered_buckets);
}

TYPED_TEST(ordered_buckets, are_given_up) {
    using T = TypeParam;
    auto const is_given_up = [](std::size_t count, unsigned others, auto const& make) {
        auto keys = TestFixture::some_of(count, 1'000'000);
        test::hide(keys, others, make);
        return TestFixture::guess_of(keys) != guess::ordered_buckets;
    };
    auto const beside_one = [](unsigned most) {
        return [most](random_bits& random) {
            return std::bit_cast<T>((77u << 23) + static_cast<std::uint32_t>(random.below(most)));
        };
    };
    EXPECT_FALSE(is_given_up(TestFixture::many, 3000, beside_one(1u << 23))) << "some more in a bucket";
    EXPECT_TRUE(is_given_up(TestFixture::many, 20'000, beside_one(1u << 23))) << "more than fit its table";
    EXPECT_TRUE(is_given_up(TestFixture::many, 1000, beside_one(1u << 9))) << "too many of a home";
    EXPECT_TRUE(is_given_up(30'000'001, 66'000, beside_one(1))) << "a counter runs over";
}

} // namespace
