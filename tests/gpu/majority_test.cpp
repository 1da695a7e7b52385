// SPDX-License-Identifier: MIT
// Most keys are equal: that the other items are set aside and sorted alone, that all come back in order, and that keys
// of which the survey only thought so are sorted as well.
#include "tests/gpu/samples.hpp"
#include "tests/gpu/sort_and_look.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;

template <class T>
class majority : public ::testing::Test {
protected:
    void SetUp() override { SKIP_WITHOUT_CUDA_DEVICE(); }

    static constexpr T most = std::numeric_limits<T>::max() / 7 * 3;

    // One in so many is another key.
    static std::vector<T> keys_of_which(std::size_t count, std::size_t one_in, T equal = most) {
        return make_keys<T>(count, [=](random_bits& random, std::size_t) {
            return random.one_in(one_in) ? static_cast<T>(random()) : equal;
        });
    }
    static bool were_set_aside(guarded_device const& workspace) {
        return part_of_last_sort(workspace, &cuda::control::majority).is_set_aside;
    }
    // However few keys, not in one launch, but with the others set aside.
    static cuda::tuning tuned_to_set_aside() {
        cuda::tuning tuned = tuned_to_passes<T>();
        tuned.set_aside_items = 0;
        return tuned;
    }
    // Whether others were set aside, in each way; where values are sorted in place, they cannot be.
    static void check(bool expected, std::vector<T> const& keys, cuda::tuning const& tuned = tuned_to_set_aside()) {
        constexpr auto usual = scratch::usual;
        EXPECT_EQ(sort_and_look(keys, tuned, false, usual, were_set_aside), expected);
        EXPECT_FALSE(sort_and_look(keys, tuned, true, usual, were_set_aside)) << "in place";
        EXPECT_EQ(sort_keys_and_look(keys, tuned, false, usual, were_set_aside), expected) << "keys alone";
        EXPECT_EQ(sort_keys_and_look(keys, tuned, true, usual, were_set_aside), expected) << "keys alone, in place";
        EXPECT_EQ(sort_keys_and_look(keys, tuned, false, usual, were_set_aside, 777), expected) << "fewer of them";
        EXPECT_EQ(argsort_and_look(keys, tuned, 0, were_set_aside), expected) << "positions";
        EXPECT_EQ(argsort_and_look(keys, tuned, 777, were_set_aside), expected) << "fewer positions";
    }
};

using key_types = ::testing::Types<std::uint32_t, std::uint64_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(majority, key_types);

TYPED_TEST(majority, leaves_others_to_passes) {
    for (std::size_t const count : {8193u, 60'007u, 1'000'003u})
        for (std::size_t const one_in : {4u, 10u, 1000u})
            this->check(true, this->keys_of_which(count, one_in));
}

// Before all others, behind them; and without clusters.
TYPED_TEST(majority, is_of_any_key) {
    using T = TypeParam;
    for (T const equal : {std::numeric_limits<T>::min(), T{0}, std::numeric_limits<T>::max()})
        this->check(true, this->keys_of_which(70'001, 10, equal), without_clusters(TestFixture::tuned_to_set_aside()));
}

// Of the others, all but one digit are the same, or all but three, or they are in order, or equal.
TYPED_TEST(majority, leaves_few_passes) {
    using T = TypeParam;
    auto const check = [&](std::function<T(random_bits&, std::size_t)> const& other) {
        this->check(true, make_keys<T>(100'003, [&](random_bits& random, std::size_t i) {
                        return i % 2 == 0 || random.below(3) > 0 ? this->most : other(random, i);
                    }));
    };
    check([&](random_bits& random, std::size_t) { return static_cast<T>(random() % (1 << 24)); });
    check([&](random_bits&, std::size_t i) { return static_cast<T>(i * 21'011); });
    check([&](random_bits&, std::size_t i) { return static_cast<T>((100'003 - i) * 21'011); });
}

// Samples are all equal: so are all keys, or all but some between those at which, or behind which, the survey looks. In
// place, where nothing has to be done if it is all, others are not set aside.
TYPED_TEST(majority, is_of_all_samples) {
    using T = TypeParam;
    constexpr std::size_t count = 100'003;
    constexpr auto usual = scratch::usual;
    for (std::size_t const others : {0u, 1u, 50u}) {
        std::vector<T> keys(count, this->most);
        random_bits random(others);
        for (std::size_t i = 0; i < others; ++i)
            keys[hidden_from(i * 1650 + 1000, count)] = static_cast<T>(random());
        auto const tuned = TestFixture::tuned_to_set_aside();
        EXPECT_TRUE(sort_and_look(keys, tuned, false, usual, TestFixture::were_set_aside));
        EXPECT_FALSE(sort_and_look(keys, tuned, true, usual, TestFixture::were_set_aside)) << "in place";
        EXPECT_TRUE(sort_keys_and_look(keys, tuned, false, usual, TestFixture::were_set_aside));
        EXPECT_FALSE(sort_keys_and_look(keys, tuned, true, usual, TestFixture::were_set_aside)) << "in place";
        EXPECT_TRUE(argsort_and_look(keys, tuned, 0, TestFixture::were_set_aside));
    }
}

TYPED_TEST(majority, is_not_believed_from_samples) {
    using T = TypeParam;
    constexpr std::size_t count = 60'007;
    this->check(false, make_keys<T>(count, [&](random_bits& random, std::size_t i) {
                    return may_be_sampled(i, count) && i > 100 ? this->most : static_cast<T>(random());
                }));
}

TYPED_TEST(majority, is_sorted_in_portions) {
    cuda::tuning tuned = TestFixture::tuned_to_set_aside();
    tuned.portion_items = 2 * cuda::large_tile(sizeof(TypeParam), 4).size();
    this->check(true, this->keys_of_which(500'009, 10), tuned);
}

// Of so many that leading digits would be wide.
TYPED_TEST(majority, is_of_more_than_can_be_counted) {
    cuda::tuning tuned = TestFixture::tuned_to_set_aside();
    tuned.leading_items = tuned.uncounted_items = 0;
    auto const keys = this->keys_of_which(4'200'007, 10);
    EXPECT_TRUE(sort_keys_and_look(keys, tuned, false, scratch::usual, TestFixture::were_set_aside));
}

TYPED_TEST(majority, moves_values_of_any_size) {
    auto const keys = this->keys_of_which(90'001, 10);
    auto const tuned = TestFixture::tuned_to_set_aside();
    EXPECT_TRUE(sort_values_and_look<8>(keys, tuned, TestFixture::were_set_aside));
    EXPECT_TRUE(sort_values_and_look<16>(keys, tuned, TestFixture::were_set_aside));
}

// A few million, in tiles of every size.
TYPED_TEST(majority, is_of_millions) {
    using T = TypeParam;
    this->check(true, this->keys_of_which(3'500'017, 10));
    auto const many = this->keys_of_which((std::size_t{1} << 25) + 12'345, 5);
    EXPECT_TRUE(sort_keys_and_look(many, cuda::tune(sizeof(T)), false, scratch::usual, TestFixture::were_set_aside));
    EXPECT_TRUE(sort_and_look(many, cuda::tune(sizeof(T)), false, scratch::usual, TestFixture::were_set_aside));
}

} // namespace
