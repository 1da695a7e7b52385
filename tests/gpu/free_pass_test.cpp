// SPDX-License-Identifier: MIT
// The first pass by all digits over keys alone, which may bring equal digits in any order where bins are even.
#include "tests/gpu/taken_path.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pradix;
using namespace pradix::test;

template <class T>
class free_pass : public ::testing::Test {
protected:
    static constexpr std::size_t count = 1'000'003;

    // Which pass was free of the order; most_passes: none.
    static unsigned freed(guarded_device const& workspace) {
        cuda::pass_plan const plan = plan_of_last_sort(workspace);
        EXPECT_FALSE(plan.made_early());
        unsigned p = 0;
        while (p < cuda::most_passes && !(plan.passes[p].active && plan.passes[p].unordered))
            ++p;
        return p;
    }

    // By all digits, whatever keys look like; in some portions.
    static cuda::tuning tuned() {
        cuda::tuning tuned = tuned_to_passes<T>();
        tuned.leading_items = tuned.wide_items = 0;
        tuned.settled_items = ~std::uint64_t{0};
        tuned.portion_items = 300'000;
        return tuned;
    }

    static void check(unsigned expected, std::vector<T> const& keys) {
        for (bool const in_place : {false, true})
            for (std::size_t const more : {0, 12'345})
                EXPECT_EQ(sort_keys_and_look(keys, tuned(), in_place, scratch::usual, freed, more), expected)
                    << "in place " << in_place << ", more than are sorted " << more;
    }

    // Of keys with these low bits, others are any.
    static std::vector<T> keys_with(unsigned bits, std::function<unsigned(random_bits&, std::size_t)> const& low) {
        return make_keys<T>(count, [&](random_bits& random, std::size_t i) {
            return static_cast<T>(static_cast<T>(random()) << bits | static_cast<T>(low(random, i)));
        });
    }
};
using key_types = ::testing::Types<std::uint32_t, std::int32_t, std::uint64_t>;
TYPED_TEST_SUITE(free_pass, key_types);

TYPED_TEST(free_pass, is_the_first_one_over_even_digits) {
    auto const any = [](random_bits& random, std::size_t) { return static_cast<unsigned>(random.below(256)); };
    this->check(0, this->keys_with(8, any));
    this->check(1, this->keys_with(8, [](random_bits&, std::size_t) { return 77u; }));
    this->check(2, this->keys_with(16, [](random_bits&, std::size_t) { return 0x5512u; }));
}

TYPED_TEST(free_pass, is_none_over_uneven_digits) {
    auto const uneven = [](random_bits& random, std::size_t) {
        return random.one_in(15) ? 3u : static_cast<unsigned>(random.below(256));
    };
    this->check(cuda::most_passes, this->keys_with(8, uneven));
}

// Where neighbours share the digit, which is even in all keys.
TYPED_TEST(free_pass, brings_neighbours_that_share_a_digit) {
    this->check(0,
                this->keys_with(8, [](random_bits&, std::size_t i) { return static_cast<unsigned>(i >> 12 & 255); }));
}

// Keys that compare equal may be told apart, or by their values.
TYPED_TEST(free_pass, is_none_where_order_matters) {
    using T = TypeParam;
    auto const keys = make_keys<T>(this->count, [](random_bits& random, std::size_t) {
        return static_cast<T>(static_cast<T>(random()) << 8 | static_cast<T>(random.below(256)));
    });
    EXPECT_EQ(sort_and_look(keys, this->tuned(), false, scratch::usual, this->freed), cuda::most_passes);
}

} // namespace
