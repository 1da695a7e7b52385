// SPDX-License-Identifier: MIT
// Equalized images of floats: in order, all different, and back; none where no float is expected.
#include "src/cuda/key_equalizer.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <memory>

namespace {

using namespace pradix;
using namespace pradix::cuda;

constexpr std::uint64_t middle = std::uint64_t{1} << 63, most = std::numeric_limits<std::uint64_t>::max();

TEST(zero_fold, keeps_both_zeros_and_what_lies_far_from_them) {
    constexpr std::uint64_t octave = std::uint64_t{1} << zero_fold::octave_bits;
    for (std::uint64_t const zero : {middle, middle - 1})
        for (std::uint64_t const below : {std::uint64_t{5}, zero / 3, zero - 9, zero - 2})
            for (std::uint64_t const above : {zero + 1, zero + 9, zero + zero / 4, zero + zero / 9 * 8}) {
                auto const fold = zero_fold::between(below, above, zero);
                EXPECT_EQ(fold.left_out % octave, 0u);
                EXPECT_LT(above - below - 3 - fold.left_out, octave);
                std::uint64_t least = 0;
                for (std::uint64_t const image :
                     {std::uint64_t{0}, below - 1, below, zero - 1, zero, above, above + 1, most}) {
                    ASSERT_TRUE(fold.holds(image)) << image;
                    ASSERT_EQ(fold.undo(fold.apply(image)), image);
                    ASSERT_LE(least, fold.apply(image));
                    least = fold.apply(image) + 1;
                }
                if (zero - below > 2 * octave) {
                    EXPECT_FALSE(fold.holds(zero - 2));
                }
                if (above - zero > 2 * octave) {
                    EXPECT_FALSE(fold.holds(zero + 1));
                }
            }
}

// As if nothing were left out.
TEST(zero_fold, leaves_no_less_than_an_octave_out) {
    auto const fold = zero_fold::between(middle - 1000, middle + 2000, middle);
    for (std::uint64_t image = middle - 1100; image < middle + 2100; ++image) {
        ASSERT_TRUE(fold.holds(image));
        ASSERT_EQ(fold.apply(image), image);
        ASSERT_EQ(fold.undo(image), image);
    }
}

// As floats of both signs, or of one, are cut; factors are drawn.
std::unique_ptr<key_equalizer> some_equalizer(std::uint64_t first, std::uint64_t last, test::random_bits& random) {
    auto made = std::make_unique<key_equalizer>();
    auto const fold = zero_fold::between(middle - (middle >> 6), middle + (middle >> 7), middle);
    made->pieces = image_pieces::of(fold, fold.apply(first), fold.apply(last));
    std::uint32_t const all = made->pieces.sum_of_factors();
    unsigned const pieces = made->pieces.size();
    std::uint32_t before = 0;
    for (unsigned i = 0; i < pieces; ++i) {
        std::uint32_t const left = all - before - (pieces - 1 - i);
        std::uint32_t const factor =
            (i + 1 == pieces ? left - 1 : static_cast<std::uint32_t>(random.below(left / 4 + 1))) | 1;
        made->place(i, before, factor);
        before += factor;
    }
    for (unsigned part = 0; part < key_equalizer::parts; ++part)
        made->find_piece_of(part);
    return made;
}

TEST(key_equalizer, keeps_the_order_and_can_be_undone) {
    test::random_bits random{1};
    for (unsigned shift = 1; shift < 7; ++shift) {
        std::uint64_t const first = middle - (middle >> 6) - (middle >> shift),
                            last = middle + (middle >> shift) * 3 / 2;
        auto const equalizer = some_equalizer(first, last, random);
        auto const& pieces = equalizer->pieces;
        ASSERT_LE(pieces.size(), most_pieces);
        ASSERT_TRUE(pieces.hold(first) && pieces.hold(last) && pieces.hold(middle) && pieces.hold(middle - 1));
        EXPECT_FALSE(pieces.hold(most) || pieces.hold(0));
        for (unsigned i = 0; i < 5'000; ++i) {
            // Anywhere, or where a piece begins, or the piece before ends.
            std::uint64_t const any = random() % (pieces.range.span + 1),
                                place = i % 3 == 0 ? any : (any >> pieces.width << pieces.width) - i % 3 % 2;
            if (place == 0 || place > pieces.range.span)
                continue;
            std::uint64_t const image = pieces.fold.undo(pieces.range.first + place),
                                before = pieces.fold.undo(pieces.range.first + place - 1);
            ASSERT_TRUE(pieces.hold(image));
            std::uint64_t const spread = equalizer->apply(image);
            ASSERT_EQ(equalizer->undo(spread), image) << shift << " " << place;
            ASSERT_LT(equalizer->apply(before), spread) << shift << " " << place;
        }
        // The nearest image of any, and the range that they are in but for those around zero.
        for (std::uint64_t const image : {first, last, pieces.all().first, pieces.all().last(), middle}) {
            EXPECT_EQ(pieces.nearest(image), image);
            EXPECT_TRUE(pieces.all().holds(image));
        }
        EXPECT_EQ(pieces.nearest(0), pieces.all().first);
        EXPECT_EQ(pieces.nearest(pieces.all().first - 1), pieces.all().first);
        EXPECT_EQ(pieces.nearest(pieces.all().last() + 1), pieces.all().last());
        EXPECT_EQ(pieces.nearest(most), pieces.all().last());
    }
}

TEST(image_pieces, begin_where_octaves_do) {
    auto const fold = zero_fold::between(middle - 12345, middle + 6789, middle);
    constexpr std::uint64_t octave = std::uint64_t{1} << zero_fold::octave_bits;
    std::uint64_t const one = middle + 1023 * octave;
    auto const pieces = image_pieces::of(fold, fold.apply(one - 11 * octave - 17), fold.apply(one + octave / 3));
    ASSERT_LT(pieces.width, zero_fold::octave_bits);
    EXPECT_EQ(pieces.place_of(one) & core::low_mask<std::uint64_t>(pieces.width), 0u);
    EXPECT_EQ(pieces.place_of(one - octave) & core::low_mask<std::uint64_t>(pieces.width), 0u);
}

TEST(inverse_of_odd, times_the_number_is_one) {
    for (std::uint64_t odd = 1; odd < 1u << 20; odd += 2)
        ASSERT_EQ(inverse_of_odd(odd) * odd, 1u);
}

} // namespace
