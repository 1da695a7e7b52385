// SPDX-License-Identifier: MIT
// Keys alone of a narrow range, which are counted and written anew; and others that no sample shows.
#include "tests/gpu/samples.hpp"
#include "tests/gpu/sort_and_look.hpp"

#include <bit>
#include <limits>

namespace {

using namespace pradix;
using namespace pradix::test;
using cuda::guess, cuda::most_of_range;

template <class T>
class narrow_range : public ::testing::Test {
protected:
    void SetUp() override { SKIP_WITHOUT_CUDA_DEVICE(); }

    // Whether all were counted.
    static bool is_counted(std::vector<T> const& keys, bool in_place = false, scratch given = scratch::usual,
                           std::size_t more = 0, bool clusters = true) {
        return is_counted_as(guess::narrow_range, tuned_to_passes<T>(clusters), keys, in_place, given, more);
    }
    static bool is_counted_as(guess expected, cuda::tuning const& tuned, std::vector<T> const& keys, bool in_place,
                              scratch given = scratch::usual, std::size_t more = 0) {
        return sort_keys_and_look(
            keys, tuned, in_place, given,
            [&](guarded_device const& workspace) {
                return guess_of_last_sort(workspace) == expected && plan_of_last_sort(workspace).made_early();
            },
            more);
    }
    static cuda::tuning tuned_to_outliers() {
        auto tuned = tuned_to_passes<T>();
        tuned.outlier_items = 0;
        return tuned;
    }
    // Evenly spread from `first` on.
    static std::vector<T> keys_from(T first, std::size_t count, std::uint64_t size = most_of_range) {
        return make_keys<T>(
            count, [&](random_bits& random, std::size_t) { return static_cast<T>(first + random.below(size)); });
    }
    static constexpr T beginnings[] = {0, T{1} << 16, std::numeric_limits<T>::min(),
                                       std::numeric_limits<T>::max() - (most_of_range - 1)};
};

template <class T>
class narrow_buckets : public narrow_range<T> {
protected:
    // From here on there is room for what buckets note.
    static constexpr std::size_t many = sizeof(T) == 4 ? 10'500'007 : 8'400'001;

    static bool is_counted(std::vector<T> const& keys, bool clusters = true, std::size_t more = 0) {
        return is_counted_by(tuned_to_passes<T>(clusters), keys, more);
    }
    static bool is_counted_by(cuda::tuning const& tuned, std::vector<T> const& keys, std::size_t more = 0) {
        return narrow_range<T>::is_counted_as(guess::narrow_buckets, tuned, keys, false, scratch::usual, more);
    }
};
using key_types = ::testing::Types<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>;
TYPED_TEST_SUITE(narrow_range, key_types);
using some_key_types = ::testing::Types<std::uint32_t, std::int64_t>;
TYPED_TEST_SUITE(narrow_buckets, some_key_types);

TYPED_TEST(narrow_range, is_counted) {
    for (TypeParam const first : TestFixture::beginnings)
        for (std::size_t const count : {60'007u, 1'000'003u}) {
            SCOPED_TRACE(::testing::Message() << count << " from " << first);
            auto const keys = TestFixture::keys_from(first, count);
            EXPECT_TRUE(TestFixture::is_counted(keys));
            EXPECT_TRUE(TestFixture::is_counted(keys, true, scratch::usual, 0, false)) << "in place, without clusters";
            EXPECT_TRUE(TestFixture::is_counted(keys, false, scratch::usual, 100'000)) << "of more";
        }
}

TYPED_TEST(narrow_range, is_counted_in_descending_order) {
    auto const keys = TestFixture::keys_from(std::numeric_limits<TypeParam>::min(), 1'000'003);
    EXPECT_EQ(sort_keys_and_look(keys, tuned_to_passes<TypeParam>(), false, scratch::usual, guess_of_last_sort, 0,
                                 {.direction = order::descending}),
              guess::narrow_range);
}

TYPED_TEST(narrow_range, is_counted_beside_a_multiple_of_its_size) {
    using T = TypeParam;
    auto const first = static_cast<T>((std::is_signed_v<T> ? T{0} : T{1} << 24) - 20'000);
    EXPECT_TRUE(TestFixture::is_counted(TestFixture::keys_from(first, 1'000'003, 50'000)));
}

// Counters of a block run over, and lanes wait for each other.
TYPED_TEST(narrow_range, is_counted_where_few_keys_are_frequent) {
    using T = TypeParam;
    for (std::uint64_t const frequent : {0u, 300u}) {
        auto const keys = make_keys<T>(10'000'001, [&](random_bits& random, std::size_t) {
            return static_cast<T>(5 + random.below(random.below(20) > 0 ? 1 + frequent : 50'000));
        });
        EXPECT_TRUE(TestFixture::is_counted(keys)) << frequent;
    }
}

TYPED_TEST(narrow_range, may_have_outliers) {
    using T = TypeParam;
    auto const tuned = TestFixture::tuned_to_outliers();
    random_bits random{3};
    auto const keys = TestFixture::keys_from(T{5} << 20, 1'000'003);
    for (unsigned const outliers : {1u, cuda::most_outliers, cuda::most_outliers + 1}) {
        auto some = keys;
        for (std::size_t i = 0, at = 0; i < outliers; ++i, at += 900) {
            at = hidden_from(at, keys.size());
            some[at] = i % 2 == 0 ? static_cast<T>(random.below(100)) : static_cast<T>(random() | 1u << 30);
        }
        for (bool const in_place : {false, true})
            EXPECT_EQ(TestFixture::is_counted_as(guess::narrow_range, tuned, some, in_place),
                      outliers <= cuda::most_outliers)
                << outliers;
    }
}

TYPED_TEST(narrow_range, is_given_up_if_there_are_others) {
    using T = TypeParam;
    for (T const first : TestFixture::beginnings) {
        auto keys = TestFixture::keys_from(first, 1'000'003);
        keys[hidden_from(500'000, keys.size())] = static_cast<T>(first + T{most_of_range});
        EXPECT_FALSE(TestFixture::is_counted(keys));
        keys[hidden_from(1, keys.size())] = static_cast<T>(first - 1);
        EXPECT_FALSE(TestFixture::is_counted(keys, true)) << "in place";
    }
}

TYPED_TEST(narrow_range, is_sorted_with_little_scratch) {
    auto const keys = TestFixture::keys_from(1 << 20, 20'000'003);
    sort_keys_and_look(keys, cuda::tune(sizeof(TypeParam)), false, scratch::least, nothing_else);
}

TYPED_TEST(narrow_buckets, are_counted) {
    using T = TypeParam;
    for (std::uint64_t const size : {std::uint64_t{1} << 17, std::uint64_t{1'000'000}})
        for (T const first : {T{0}, static_cast<T>(std::numeric_limits<T>::min() + 12'345)}) {
            SCOPED_TRACE(::testing::Message() << size << " from " << first);
            auto const keys = TestFixture::keys_from(first, TestFixture::many, size);
            EXPECT_TRUE(TestFixture::is_counted(keys));
            EXPECT_TRUE(TestFixture::is_counted(keys, false, 100'000)) << "of more, without clusters";
        }
}

TYPED_TEST(narrow_buckets, are_sorted_with_little_scratch) {
    using T = TypeParam;
    auto const keys = TestFixture::keys_from(T{1} << 20, 20'000'003, 1'000'000);
    sort_keys_and_look(keys, cuda::tune(sizeof(T)), false, scratch::least, nothing_else);
}

// Floats next to each other.
TEST(narrow_buckets_of_floats, are_counted) {
    SKIP_WITHOUT_CUDA_DEVICE();
    auto const keys = make_keys<float>(10'500'007, [](random_bits& random, std::size_t) {
        return std::bit_cast<float>(std::bit_cast<std::uint32_t>(-1.0f) +
                                    static_cast<std::uint32_t>(random.below(1'000'000)));
    });
    for (auto const direction : {order::ascending, order::descending})
        EXPECT_EQ(sort_keys_and_look(keys, tuned_to_passes<float>(), false, scratch::usual, guess_of_last_sort, 0,
                                     {.direction = direction}),
                  guess::narrow_buckets);
}

TYPED_TEST(narrow_buckets, may_have_outliers) {
    using T = TypeParam;
    auto const tuned = TestFixture::tuned_to_outliers();
    auto keys = TestFixture::keys_from(T{1} << 27, TestFixture::many, 1'000'000);
    auto const less = [](random_bits& random) { return static_cast<T>(random.below(1u << 27)); };
    hide(keys, cuda::most_outliers - 1, less);
    keys[hidden_from(keys.size() / 2, keys.size())] = std::numeric_limits<T>::max();
    EXPECT_TRUE(TestFixture::is_counted_by(tuned, keys));
    hide(keys, cuda::most_outliers, less);
    EXPECT_FALSE(TestFixture::is_counted_by(tuned, keys));
}

TYPED_TEST(narrow_buckets, are_given_up_if_there_are_others_or_one_is_too_large) {
    using T = TypeParam;
    auto keys = TestFixture::keys_from(T{1} << 30, TestFixture::many, std::uint64_t{1} << 20);
    EXPECT_TRUE(TestFixture::is_counted(keys));
    auto others = keys;
    others[hidden_from(500'000, keys.size())] = 5;
    EXPECT_FALSE(TestFixture::is_counted(others));
    hide(keys, 50'000, [](random_bits&) { return T{1} << 30; });
    EXPECT_FALSE(TestFixture::is_counted(keys));
}

// More of them than a counter holds.
TYPED_TEST(narrow_buckets, are_given_up_if_a_counter_runs_over) {
    using T = TypeParam;
    auto keys = TestFixture::keys_from(0, 30'000'001, std::uint64_t{1} << 18);
    hide(keys, 66'000, [](random_bits&) { return T{4'711}; });
    EXPECT_FALSE(TestFixture::is_counted(keys));
}

} // namespace
