// SPDX-License-Identifier: MIT
// Groups that leading digits leave of keys of 8 bytes alone, of which many are equal, or which no block's shared memory
// holds.
#include "src/cuda/plans/group_sizes.hpp"
#include "tests/gpu/leading_digits.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;

template <class T>
class uneven_groups : public leading_digits<T> {};
TYPED_TEST_SUITE(uneven_groups, leading_key_types);

// Of keys of 8 bytes alone, groups may be uneven: keys repeat, few times or often, or most of a group are the same one.
TYPED_TEST(uneven_groups, sort_keys_alone_that_repeat) {
    using T = TypeParam;
    constexpr taken expected = sizeof(T) == 8 ? taken::groups : taken::passes;
    constexpr std::size_t count = 1'000'003;
    for (std::size_t const different : {5'000u, 20'000u, 100'000u}) {
        random_bits any(different);
        std::vector<T> some(different);
        for (T& key : some)
            key = static_cast<T>(any());
        auto const keys =
            make_keys<T>(count, [&](random_bits& random, std::size_t) { return some[random.below(different)]; });
        for (bool const in_place : {false, true})
            EXPECT_EQ(sort_keys_and_check(keys, this->tuned(), in_place), expected) << different;
    }
    // Behind the prefix, a third is anything. The others are zeros; or, which no sample shows, one of some that a block
    // splits into the same bin: more than it can put beside the first one.
    unsigned const prefix = cuda::prefix_width(count, cuda::group_tile.size());
    auto const left = static_cast<T>(~std::make_unsigned_t<T>{0} >> prefix);
    for (unsigned const values : {1u, 5u}) {
        auto const keys = make_keys<T>(count, [&](random_bits& random, std::size_t i) {
            T const key = static_cast<T>(random());
            unsigned const low = may_be_sampled(i, count) ? 0 : static_cast<unsigned>(random.below(values));
            return random.one_in(3) ? key : static_cast<T>((key & ~left) | static_cast<T>(low));
        });
        for (bool const in_place : {false, true})
            EXPECT_EQ(sort_keys_and_check(keys, this->tuned(), in_place), expected) << values;
    }
}

// Two bits of the prefix are the same in all keys, so that all groups are too large: some for each block.
TYPED_TEST(uneven_groups, sort_many_large_groups_of_keys_alone) {
    using T = TypeParam;
    constexpr std::size_t count = 3'000'001;
    constexpr taken expected = sizeof(T) == 8 ? taken::groups : taken::passes;
    auto tuned = this->tuned();
    tuned.large_group_items = tuned.many_large_items = 0;
    tuned.settled_items = count + 1; // or four digits do
    auto const same = static_cast<T>(T{3} << (TestFixture::width - 6));
    for (unsigned const different : {0u, 40u}) { // in a group; 0: all
        auto const keys = make_keys<T>(count, [&](random_bits& random, std::size_t) {
            auto const left = static_cast<T>(~std::make_unsigned_t<T>{0} >> 11);
            T const key = static_cast<T>(static_cast<T>(random()) | same);
            T const low = static_cast<T>(static_cast<T>(random.below(different + 1)) * (left / 64));
            return different == 0 ? key : static_cast<T>((key & ~left) | low);
        });
        for (bool const in_place : {false, true})
            EXPECT_EQ(sort_keys_and_check(keys, tuned, in_place), expected) << different;
    }
}

// One group of so many keys, of which a block sorts those of 8 bytes nevertheless: whatever they are like, and up to
// the part of all that other blocks have to do meanwhile. The survey cannot see it.
TYPED_TEST(uneven_groups, sort_a_large_group_of_keys_alone) {
    using T = TypeParam;
    constexpr std::size_t count = 3'000'001, most = cuda::most_items_of_large_group(count);
    auto tuned = this->tuned();
    tuned.large_group_items = 0;
    auto const check = [&](char const* what, std::size_t large, taken expected,
                           std::function<std::uint64_t(random_bits&, std::size_t)> const& in_group) {
        std::size_t made = 0;
        auto const keys = make_keys<T>(count, [&](random_bits& random, std::size_t i) {
            auto const left = static_cast<T>(~std::make_unsigned_t<T>{0} >> 16);
            bool const is_in_group = made < large && !may_be_sampled(i, count);
            made += is_in_group;
            T const bin = static_cast<T>(is_in_group ? 77 : 78 + random.below(170));
            T const below = is_in_group ? static_cast<T>(static_cast<T>(in_group(random, i)) & left)
                                        : static_cast<T>(random() & (~std::make_unsigned_t<T>{0} >> 8));
            return static_cast<T>(bin << (TestFixture::width - 8) | below);
        });
        for (bool const in_place : {false, true})
            EXPECT_EQ(sort_keys_and_check(keys, tuned, in_place), expected) << what << (in_place ? ", in place" : "");
    };
    constexpr taken usual = sizeof(T) == 8 ? taken::groups : taken::passes;
    auto const any = [](random_bits& random, std::size_t) { return random(); };
    check("spread evenly", most, usual, any);
    check("one too many", most + 1, taken::passes, any);
    check("all equal", most, usual, [](auto&, std::size_t) { return 4711; });
    check("some equal", most, usual, [](auto& random, std::size_t) { return random.below(3) << 40 | 1; });
    check("of few low bits", most, usual, [](auto& random, std::size_t) { return random.below(60'000); });
    check("one in a thousand is another one", most, usual,
          [](auto& random, std::size_t) { return random.one_in(1000) ? random() : 4711; });
    check("in order", most, usual, [](auto&, std::size_t i) { return i * 3; });
}

} // namespace
