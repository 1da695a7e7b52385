// SPDX-License-Identifier: MIT
// Images of a range, spread over a power of two: in order, all different, over all of it, and back.
#include "src/cuda/images/key_spread.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <utility>

namespace {

using namespace pradix;
using namespace pradix::cuda;

// Neighbours around some images of the range, which the first and the last one are among.
template <class Bits>
void check(key_range<Bits> const& range) {
    auto const spread = key_spread<Bits>::of(range);
    Bits const greatest = core::low_mask<Bits>(spread.width()), last = static_cast<Bits>(range.first + range.span);
    ASSERT_EQ(spread.apply(range.first), Bits{0});
    ASSERT_LE(spread.apply(last), greatest);
    ASSERT_GE(spread.apply(last), greatest / 64 * 63);
    test::random_bits random{range.span};
    for (unsigned i = 0; i < 2'000; ++i) {
        Bits const inside = range.span == std::numeric_limits<Bits>::max()
                                ? static_cast<Bits>(random())
                                : static_cast<Bits>(random() % (range.span + 1));
        Bits const image = i == 0 ? range.first : i == 1 ? last : static_cast<Bits>(range.first + inside);
        Bits const to = spread.apply(image);
        ASSERT_EQ(spread.undo(to), image);
        if (spread.width() <= 32) {
            ASSERT_EQ(spread.narrow().undo(static_cast<std::uint32_t>(to)), image - range.first);
        }
        if (image > range.first) {
            ASSERT_LT(spread.apply(static_cast<Bits>(image - 1)), to);
        }
    }
}

TEST(key_range, is_around_like_or_inside) {
    using range = key_range<std::uint32_t>;
    auto const is = [](range const& one, std::uint32_t first, std::uint32_t last) {
        return one.first == first && one.last() == last;
    };
    constexpr std::uint32_t most = ~0u;
    EXPECT_TRUE(is(range::like(0x12345678, 12), 0x12345000, 0x12345fff));
    EXPECT_TRUE(is(range::like(0x12345678, 32), 0, most));
    EXPECT_TRUE(is(range{7, 10}.inside(), 8, 16));
    EXPECT_TRUE(is(range{0, 10}.inside(), 0, 9)) << "nothing is less";
    EXPECT_TRUE(is(range{most - 10, 10}.inside(), most - 9, most)) << "nothing is greater";
    EXPECT_TRUE(is(range{0, most}.inside(), 0, most));
    for (auto const& [image, nearest] :
         {std::pair{0u, 7u}, {6u, 7u}, {7u, 7u}, {12u, 12u}, {17u, 17u}, {18u, 17u}, {most, 17u}})
        EXPECT_EQ((range{7, 10}.nearest(image)), nearest) << image;
}

// Less the first image, and nothing else.
TEST(key_spread, of_a_power_of_two_changes_no_distance) {
    auto const spread = key_spread<std::uint64_t>::of_power_of_two(key_range<std::uint64_t>::like(0x1234567890, 28));
    EXPECT_EQ(spread.width(), 28u);
    for (std::uint64_t const image :
         std::initializer_list<std::uint64_t>{0x1230000000, 0x1230000001, 0x1234567890, 0x123fffffff}) {
        EXPECT_EQ(spread.apply(image), image - 0x1230000000);
        EXPECT_EQ(spread.undo(image - 0x1230000000), image);
    }
}

template <class Bits>
class key_spread_of : public ::testing::Test {};
using widths = ::testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(key_spread_of, widths);

TYPED_TEST(key_spread_of, keeps_the_order_and_can_be_undone) {
    constexpr TypeParam most = std::numeric_limits<TypeParam>::max();
    constexpr unsigned bits = core::bit_count<TypeParam>;
    test::random_bits random{1};
    for (unsigned width = 25; width <= bits; ++width)
        for (unsigned i = 0; i < 50; ++i) {
            TypeParam const half = static_cast<TypeParam>(TypeParam{1} << (width - 1)), below = half - 1;
            TypeParam const spans[] = {half, static_cast<TypeParam>(half + 1), static_cast<TypeParam>(half + below),
                                       static_cast<TypeParam>(half + below - 1),
                                       static_cast<TypeParam>(half + (static_cast<TypeParam>(random()) & below))};
            for (TypeParam const span : spans) {
                TypeParam const room = static_cast<TypeParam>(most - span);
                for (TypeParam const first : {TypeParam{0}, room, static_cast<TypeParam>(random() & room)})
                    ASSERT_NO_FATAL_FAILURE(check<TypeParam>({first, span})) << first << " " << span;
            }
        }
}

TEST(key_range, is_a_little_larger_than_where_samples_lie) {
    auto const range = key_range<std::uint32_t>::around(1000, 513'000, 8192);
    EXPECT_EQ(range.first, 500u);
    EXPECT_EQ(range.span, 513'000u);
    auto const all = key_range<std::uint32_t>::around(3, ~0u - 3, 8192);
    EXPECT_EQ(all.first, 0u);
    EXPECT_EQ(all.span, ~0u);
}

} // namespace
