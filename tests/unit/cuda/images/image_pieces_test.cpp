// SPDX-License-Identifier: MIT
// What is left out of the images of floats, and how the others are cut into pieces.
#include "src/cuda/images/image_pieces.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace {

using namespace pradix;
using namespace pradix::cuda;

template <class Bits>
class images_of : public ::testing::Test {};
using widths = ::testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(images_of, widths);

template <class Bits>
constexpr Bits middle = Bits{1} << (8 * sizeof(Bits) - 1);

TYPED_TEST(images_of, floats_keep_both_zeros_and_what_lies_far_from_them) {
    using Bits = TypeParam;
    constexpr Bits most = std::numeric_limits<Bits>::max(), octave = Bits{1} << zero_fold<Bits>::octave_bits;
    for (Bits const zero : {middle<Bits>, middle<Bits> - 1})
        for (Bits const below : {Bits{5}, zero / 3, zero - 9, zero - 2})
            for (Bits const above : {zero + 1, zero + 9, zero + zero / 4, zero + zero / 9 * 8}) {
                auto const fold = zero_fold<Bits>::between(below, above, zero);
                EXPECT_EQ(fold.left_out % octave, 0u);
                EXPECT_LT(above - below - 3 - fold.left_out, octave);
                Bits least = 0;
                for (Bits const image : {Bits{0}, below - 1, below, zero - 1, zero, above, above + 1, most}) {
                    ASSERT_TRUE(fold.holds(image)) << image;
                    ASSERT_EQ(fold.undo(fold.apply(image)), image);
                    ASSERT_LE(least, fold.apply(image));
                    least = fold.apply(image) + 1;
                }
                if (zero - below > 2 * octave) {
                    EXPECT_FALSE(fold.holds(zero - 2));
                    EXPECT_EQ(fold.undo(fold.apply(zero - 2)), zero - 1);
                }
                if (above - zero > 2 * octave) {
                    EXPECT_FALSE(fold.holds(zero + 1));
                    EXPECT_EQ(fold.undo(fold.apply(zero + 1)), zero);
                }
            }
}

// As if nothing were left out.
TYPED_TEST(images_of, floats_leave_no_less_than_an_octave_out) {
    using Bits = TypeParam;
    auto const fold = zero_fold<Bits>::between(middle<Bits> - 1000, middle<Bits> + 2000, middle<Bits>);
    for (Bits image = middle<Bits> - 1100; image < middle<Bits> + 2100; ++image) {
        ASSERT_TRUE(fold.holds(image));
        ASSERT_EQ(fold.apply(image), image);
        ASSERT_EQ(fold.undo(image), image);
    }
}

TYPED_TEST(images_of, floats_begin_pieces_where_octaves_do) {
    using Bits = TypeParam;
    auto const fold = zero_fold<Bits>::between(middle<Bits> - 12345, middle<Bits> + 6789, middle<Bits>);
    constexpr Bits octave = Bits{1} << zero_fold<Bits>::octave_bits;
    Bits const one = middle<Bits> + (sizeof(Bits) == 4 ? 127 : 1023) * octave;
    auto const pieces = image_pieces<Bits>::of(fold, fold.apply(one - 11 * octave - 17), fold.apply(one + octave / 3));
    ASSERT_LT(pieces.width, zero_fold<Bits>::octave_bits);
    ASSERT_LE(pieces.size(), most_pieces<Bits>);
    EXPECT_EQ(pieces.place_of(one) & core::low_mask<Bits>(pieces.width), 0u);
    EXPECT_EQ(pieces.place_of(one - octave) & core::low_mask<Bits>(pieces.width), 0u);
}

} // namespace
