// SPDX-License-Identifier: MIT
// Sorting by leading digits first: that it is done where it should be, left alone where it would not end well, and
// right when the groups that it makes are large, small, or as large as a block can take.
#include "tests/gpu/leading_digits.hpp"
#include "tests/support/grouped_keys.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;

TYPED_TEST_SUITE(leading_digits, leading_key_types);

TYPED_TEST(leading_digits, sort_uniform_keys) {
    using T = TypeParam;
    for (std::size_t const count : {100'003u, 1'000'003u, 5'000'001u})
        this->check(taken::groups, make_keys<T>(count, this->any), this->tuned());
}

TYPED_TEST(leading_digits, sort_in_portions) {
    using T = TypeParam;
    cuda::tuning tuned = this->tuned();
    tuned.portion_items = 2 * cuda::large_tile(sizeof(T), 4).size();
    for (std::size_t const count : {100'003u, 3'000'001u})
        this->check(taken::groups, make_keys<T>(count, this->any), tuned);
}

// The low bits are one of a few: that is left alone, or, where no sample shows it, a block finds its bins uneven and
// sorts by passes.
TYPED_TEST(leading_digits, sort_groups_that_are_uneven_inside) {
    using T = TypeParam;
    constexpr std::size_t count = 1'000'003;
    for (bool const is_hidden : {false, true}) {
        auto const keys = make_keys<T>(count, [&](random_bits& random, std::size_t i) {
            T const key = static_cast<T>(random());
            if (is_hidden && may_be_sampled(i, count))
                return key;
            T const low =
                static_cast<T>(random.below(5) * 0x0123'4567'89ab'cdefull >> 8 & ~std::make_unsigned_t<T>{0} >> 9);
            return static_cast<T>(static_cast<T>(random.below(256)) << (TestFixture::width - 8) | low);
        });
        this->check(is_hidden ? taken::groups : taken::passes, keys, this->tuned());
    }
}

// Half of the keys of a group share a bin of its split, as where a float follows the number of a row, and four digits
// do not tell keys apart: blocks sort wide keys by passes.
TYPED_TEST(leading_digits, sort_crowded_groups_of_wide_keys) {
    using T = TypeParam;
    using number = typename TestFixture::image_bits;
    auto const keys = make_keys<T>(
        1'000'003, [](random_bits& random, std::size_t) { return static_cast<T>(in_row<number>(random, 12)); });
    this->check(sizeof(T) == 8 ? taken::groups : taken::passes, keys, this->tuned());
}

// A dozen keys share all but their lowest bits: a block compares them. If six digits tell them apart, passes by these
// do better, of keys alone.
TYPED_TEST(leading_digits, sort_near_duplicates) {
    using T = TypeParam;
    using number = typename TestFixture::image_bits;
    constexpr std::size_t count = 1'000'003;
    for (unsigned const lowest : {6u, 12u, 31u}) {
        auto const keys = make_keys<T>(count, [&](random_bits& random, std::size_t) {
            return static_cast<T>(near_duplicate<number>(random, count, 12, lowest));
        });
        bool const are_told_apart = sizeof(T) == 8 && lowest == 31;
        if (sizeof(T) == 8 || lowest == 6)
            this->check(taken::groups, keys, this->tuned());
        EXPECT_EQ(sort_keys_and_check(keys, this->tuned(), false), are_told_apart ? taken::passes : taken::groups);
    }
}

// Exactly as many as fit a block, and one more.
TYPED_TEST(leading_digits, leave_alone_groups_that_do_not_fit) {
    using T = TypeParam;
    for (std::size_t const more : {0u, 1u}) {
        std::size_t const heavy = cuda::group_tile.size() + more;
        auto const keys = make_keys<T>(600'000, [&](random_bits& random, std::size_t i) {
            T const key = static_cast<T>(random());
            T const low = static_cast<T>(key & (~std::make_unsigned_t<T>{0} >> 16));
            T const bin = static_cast<T>(i < heavy ? 77 : 78 + random.below(170));
            return static_cast<T>(bin << (TestFixture::width - 8) | low);
        });
        this->check(more == 0 ? taken::groups : taken::passes, keys, this->tuned());
    }
}

TYPED_TEST(leading_digits, leave_alone_keys_with_a_heavy_prefix) {
    using T = TypeParam;
    auto const keys = make_keys<T>(3'000'001, [](random_bits& random, std::size_t) {
        return static_cast<T>(random.one_in(100) ? T{5} : static_cast<T>(random()));
    });
    this->check(taken::passes, keys, this->tuned());
}

// Each is there fifty times: spread evenly, but not within their groups.
TYPED_TEST(leading_digits, leave_alone_keys_that_repeat) {
    using T = TypeParam;
    random_bits different(20'000);
    std::vector<T> some(20'000);
    for (T& key : some)
        key = static_cast<T>(different());
    auto const keys =
        make_keys<T>(1'000'003, [&](random_bits& random, std::size_t) { return some[random.below(some.size())]; });
    this->check(taken::passes, keys, this->tuned());
}

// Of long arrays more samples are compared. Narrow keys alone are counted; those of 8 bytes may repeat.
TYPED_TEST(leading_digits, leave_alone_long_arrays_that_repeat) {
    using T = TypeParam;
    constexpr std::size_t count = (1u << 25) + 11;
    random_bits different(count);
    std::vector<T> some(count / 20);
    for (T& key : some)
        key = static_cast<T>(different());
    auto const keys =
        make_keys<T>(count, [&](random_bits& random, std::size_t) { return some[random.below(some.size())]; });
    EXPECT_EQ(sort_keys_and_check(keys, this->tuned(), false), sizeof(T) == 8 ? taken::groups : taken::no_pass);
    EXPECT_EQ(sort_keys_and_check(keys, without_clusters(this->tuned()), true),
              sizeof(T) == 8 ? taken::groups : taken::passes)
        << "in place";
}

// The survey looks at some keys only and cannot have seen this one.
TYPED_TEST(leading_digits, notice_a_key_outside_of_what_the_survey_saw) {
    using T = TypeParam;
    auto const keys = make_keys<T>(3'000'001, [](random_bits& random, std::size_t i) {
        T const key = static_cast<T>(random() >> 3 & (~std::make_unsigned_t<T>{0} >> 3));
        return i == 1'234'567 ? static_cast<T>(T{1} << (TestFixture::width - 2) | key) : key;
    });
    this->check(taken::passes, keys, this->tuned());
}

// Keys of a smaller range than their type has: the digits are cut from the bits that differ.
TYPED_TEST(leading_digits, start_at_the_highest_bit_that_differs) {
    using T = TypeParam;
    auto const keys = make_keys<T>(3'000'001, [](random_bits& random, std::size_t) {
        return static_cast<T>(random() & (~std::make_unsigned_t<T>{0} >> 5));
    });
    this->check(taken::groups, keys, this->tuned());
}

// Keys alone need no stable passes; where most of a tile share a digit they take their slots together.
TYPED_TEST(leading_digits, pass_keys_alone_in_any_order) {
    using T = TypeParam;
    auto const uniform = make_keys<T>(2'000'003, this->any);
    for (auto const& keys : {uniform, this->sort_nearly(uniform)})
        for (bool const in_place : {false, true})
            EXPECT_EQ(sort_keys_and_check(keys, this->tuned(), in_place), taken::groups) << in_place;
}

} // namespace
