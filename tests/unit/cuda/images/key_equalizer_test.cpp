// SPDX-License-Identifier: MIT
// Equalized images of floats: in order, all different, and back; none where no float is expected.
#include "src/cuda/images/key_equalizer.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <memory>

namespace {

using namespace pradix;
using namespace pradix::cuda;

constexpr std::uint64_t middle = std::uint64_t{1} << 63, most = std::numeric_limits<std::uint64_t>::max();

// As floats of both signs, or of one, are cut; factors are drawn.
std::unique_ptr<key_equalizer> some_equalizer(std::uint64_t first, std::uint64_t last, test::random_bits& random) {
    auto made = std::make_unique<key_equalizer>();
    auto const fold = zero_fold<std::uint64_t>::between(middle - (middle >> 6), middle + (middle >> 7), middle);
    made->pieces = image_pieces<std::uint64_t>::of(fold, fold.apply(first), fold.apply(last));
    std::uint32_t const all = made->sum_of_factors();
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
        ASSERT_LE(pieces.size(), most_pieces<std::uint64_t>);
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

TEST(inverse_of_odd, times_the_number_is_one) {
    for (std::uint64_t odd = 1; odd < 1u << 20; odd += 2)
        ASSERT_EQ(inverse_of_odd(odd) * odd, 1u);
}

} // namespace
