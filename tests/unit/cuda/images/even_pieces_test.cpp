// SPDX-License-Identifier: MIT
// The range of evenly spread keys, cut into pieces: that pieces are in order, disjoint and as wide as they say, for
// ranges at either end of what a key can be, and that areas are large enough.
#include "src/cuda/images/even_pieces.hpp"
#include "src/cuda/plans/tuning.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace {

using namespace pradix;
using namespace pradix::cuda;

template <class Bits>
void check(Bits least, Bits greatest, unsigned samples, unsigned pieces) {
    auto const cut = even_pieces<Bits>::around(least, greatest, samples, pieces);
    Bits const last = static_cast<Bits>(cut.first + cut.span);
    ASSERT_LE(cut.first, least);
    ASSERT_GE(last, greatest);
    auto const check_image = [&](Bits image) {
        unsigned const piece = cut.of(image);
        ASSERT_LT(piece, pieces);
        ASSERT_GE(image, cut.begin(piece));
        ASSERT_EQ(static_cast<Bits>(image - cut.begin(piece)) >> (cut.width() - 1) >> 1, Bits{0}) << piece;
        if (image > cut.first) {
            unsigned const before = cut.of(static_cast<Bits>(image - 1));
            ASSERT_LE(before, piece);
            ASSERT_EQ(before < piece, image == cut.begin(piece)) << piece;
        }
    };
    for (unsigned piece = 0; piece <= cut.of(last); ++piece)
        check_image(cut.begin(piece));
    for (Bits const image : {cut.first, least, greatest, last})
        check_image(image);
    test::random_bits random{pieces};
    ASSERT_EQ(cut.of(0), 0u);
    ASSERT_EQ(cut.of(std::numeric_limits<Bits>::max()), cut.of(last));
    ASSERT_EQ(cut.last(), cut.of(last));
    for (unsigned i = 0; i < 10'000; ++i) {
        Bits const image = static_cast<Bits>(random());
        ASSERT_EQ(cut.holds(image), image >= cut.first && image <= last);
        if (cut.holds(image))
            check_image(image);
    }
}

template <class Bits>
class even_pieces_of : public ::testing::Test {};
using widths = ::testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(even_pieces_of, widths);

TYPED_TEST(even_pieces_of, every_piece_holds_its_images_and_no_others) {
    constexpr TypeParam most = std::numeric_limits<TypeParam>::max(), middle = most / 2;
    for (unsigned const pieces : {9u, 32u, 128u, 240u, 256u, 1171u, 2048u})
        for (unsigned const samples : {512u, 8192u}) {
            check<TypeParam>(0, most, samples, pieces);
            check<TypeParam>(1000, most - 77, samples, pieces);
            check<TypeParam>(middle - 500'000, middle + 500'000, samples, pieces);
            check<TypeParam>(0, 1u << 20, samples, pieces);
            check<TypeParam>(most - 100'000, most, samples, pieces);
            check<TypeParam>(7, 7, samples, pieces);
        }
}

// What lies beyond the samples of an even range is one in a few hundred at most, and the range holds it.
TEST(even_pieces, reach_beyond_their_samples) {
    auto const cut = even_pieces<std::uint32_t>::around(1'002'000, 1'998'000, 512, 128);
    EXPECT_TRUE(cut.holds(1'000'000) && cut.holds(2'000'000));
    EXPECT_FALSE(cut.holds(900'000) || cut.holds(2'100'000));
}

void check_areas(std::uint64_t count, unsigned blocks, unsigned most_pieces) {
    constexpr unsigned group_items = group_tile.size();
    auto const areas = piece_areas::of(count, blocks, group_items, 512);
    EXPECT_EQ(areas.pieces % blocks, 0u);
    EXPECT_LE(areas.pieces, most_pieces);
    EXPECT_LE(areas.items, group_items);
    EXPECT_LE(std::uint64_t{areas.pieces} * areas.items, piece_areas::most_items(count, blocks, group_items));
    // Both ends of the range are empty, and its last piece may be, too; then five standard deviations.
    double const average = static_cast<double>(count) / areas.pieces * 33 / 32 * 65 / 64;
    EXPECT_GE(areas.items, average + 5 * std::sqrt(average)) << count << " by " << blocks;
}

TEST(piece_areas, hold_evenly_spread_keys) {
    for (unsigned const blocks : {1u, 20u, 108u, 128u}) {
        std::uint64_t count = 512 * blocks;
        auto const check = [&](unsigned tile_items, unsigned most_pieces) {
            for (; count <= std::uint64_t{tile_items} * blocks; count += count / 7 + 1)
                check_areas(count, blocks, most_pieces);
        };
        for (tile_shape const tile : cooperative_tiles(4, 0))
            check(tile.size(), tile.size() <= 1u << 13 ? bins : cooperative_pieces(tile.size()));
    }
    for (unsigned const blocks : {40u, 216u, 264u, 512u})
        for (std::uint64_t count = 1 << 20; count <= tune(4).even_items; count += count / 7 + 1)
            check_areas(count, blocks, most_even_pieces);
}

} // namespace
