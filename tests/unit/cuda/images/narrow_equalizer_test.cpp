// SPDX-License-Identifier: MIT
// Equalized images of narrow floats: in order, all different, and back; and where a group has a bin for each.
#include "src/cuda/images/narrow_equalizer.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>

namespace {

using namespace pradix;
using namespace pradix::cuda;

constexpr std::uint32_t middle = std::uint32_t{1} << 31;

// As floats of both signs are cut; pieces have as few groups as they may, or as many as are drawn.
std::unique_ptr<narrow_equalizer> some_equalizer(std::uint32_t first, std::uint32_t last, std::uint32_t below,
                                                 std::uint32_t above, test::random_bits& random) {
    auto made = std::make_unique<narrow_equalizer>();
    auto const fold = zero_fold<std::uint32_t>::between(below, above, middle);
    made->to.pieces = image_pieces<std::uint32_t>::of(fold, fold.apply(first), fold.apply(last));
    unsigned const pieces = made->to.pieces.size(), fewest = made->fewest();
    unsigned before = 0;
    for (unsigned i = 0; i < pieces; ++i) {
        unsigned const most =
            std::min(narrow_equalizer::groups - before - (pieces - 1 - i) * fewest, narrow_equalizer::most);
        auto const more = static_cast<unsigned>(random.below((most - fewest) / 2 + 1));
        unsigned const count = random.below(3) == 0 ? fewest : fewest + more;
        made->place(i, before, count);
        before += count;
    }
    for (unsigned part = 0; part < narrow_equalizer::parts; ++part)
        made->find_piece_of(part);
    return made;
}

TEST(narrow_equalizer, keeps_the_order_and_can_be_undone) {
    test::random_bits random{1};
    std::size_t with_one_side = 0;
    for (unsigned i = 0; i < 60; ++i) {
        std::uint32_t const first = middle - (middle >> (1 + random.below(8))),
                            last = middle + (middle >> (1 + random.below(8))),
                            below = middle - 2 - static_cast<std::uint32_t>(random.below(middle - 2 - first)),
                            above = middle + 1 + static_cast<std::uint32_t>(random.below(last - middle - 1));
        auto const equalizer = some_equalizer(first, last, below, above, random);
        auto const& pieces = equalizer->to.pieces;
        ASSERT_LE(pieces.size(), most_pieces<std::uint32_t>);
        for (unsigned n = 0; n < 2'000; ++n) {
            // Anywhere, or where a piece begins, or the piece before ends.
            auto const any = static_cast<std::uint32_t>(random.below(pieces.range.span)),
                       place = n % 3 == 0 ? any : (any >> pieces.width << pieces.width) - n % 3 % 2;
            if (place >= pieces.range.span)
                continue;
            std::uint32_t const image = pieces.fold.undo(pieces.range.first + place),
                                next = pieces.fold.undo(pieces.range.first + place + 1);
            ASSERT_TRUE(pieces.hold(image));
            std::uint32_t const spread = equalizer->to.apply(image);
            ASSERT_EQ(equalizer->undo(spread), image) << i << " " << place;
            auto const group = equalizer->group_at(spread >> narrow_equalizer::rest_bits);
            if (group.has_one_side()) {
                ASSERT_EQ(group.undo(spread & narrow_equalizer::rest_mask, equalizer->shift()), image) << i << " " << n;
            }
            with_one_side += group.has_one_side() ? 1 : 0;
            ASSERT_LT(spread, equalizer->to.apply(next)) << i << " " << place;
        }
    }
    EXPECT_GT(with_one_side, 50'000u);
}

// As threads find the shares of images, those around zero left out.
TEST(unfolded_shares, spread_images_like_folded_ones) {
    test::random_bits random{3};
    std::size_t with_share = 0, without = 0;
    for (unsigned i = 0; i < 60; ++i) {
        bool const has_below = i % 3 != 0, has_above = i % 3 != 1;
        std::uint32_t const first = has_below ? middle - (middle >> (1 + random.below(8))) : middle - 1,
                            last = has_above ? middle + (middle >> (1 + random.below(8))) : middle,
                            below = has_below ? first + static_cast<std::uint32_t>(random.below(middle - 2 - first))
                                              : middle - 2,
                            above = has_above ? last - static_cast<std::uint32_t>(random.below(last - middle - 1))
                                              : middle + 1;
        auto const equalizer = some_equalizer(first, last, below, above, random);
        auto const& pieces = equalizer->to.pieces;
        if (!unfolded_shares::suffice(pieces)) {
            EXPECT_LT(pieces.width, zero_fold<std::uint32_t>::octave_bits - 4) << i;
            continue;
        }
        auto const unfolded = std::make_unique<unfolded_shares>();
        unfolded->begin(pieces);
        for (unsigned piece = 0; piece < pieces.size(); ++piece)
            unfolded->place(*equalizer, piece);
        for (unsigned n = 0; n < 2'000; ++n) {
            std::uint32_t const image =
                                    n % 2 == 0
                                        ? static_cast<std::uint32_t>(random())
                                        : pieces.fold.undo(pieces.range.first +
                                                           static_cast<std::uint32_t>(random.below(pieces.range.span))),
                                share = unfolded->of(image);
            if (unfolded_shares::is_none(share)) {
                std::uint32_t const folded = pieces.fold.apply(image), zero = pieces.fold.folded_zero;
                // It has no place, or one in the piece of a zero.
                EXPECT_TRUE(!pieces.hold(image) || (folded >> pieces.width) - (zero >> pieces.width) + 1 < 2)
                    << i << " " << image;
                ++without;
                continue;
            }
            std::uint32_t const spread = unfolded->apply(image, share);
            ASSERT_EQ(equalizer->undo(spread), image) << i;
            ASSERT_TRUE(pieces.hold(image)) << i << " " << image;
            ASSERT_EQ(spread, equalizer->to.apply(image)) << i;
            ++with_share;
        }
    }
    EXPECT_GT(with_share, 20'000u);
    EXPECT_GT(without, 20'000u);
}

TEST(narrow_equalizer, says_from_which_bit_of_a_rest_upwards_images_differ) {
    test::random_bits random{2};
    auto const equalizer =
        some_equalizer(middle - (middle >> 6), middle + (middle >> 5), middle - 2, middle + 1, random);
    auto const& pieces = equalizer->to.pieces;
    bool seen[2]{};
    for (unsigned n = 0; n < 20'000; ++n) {
        auto const place = static_cast<std::uint32_t>(random.below(pieces.range.span));
        std::uint32_t const one = equalizer->to.apply(pieces.fold.undo(pieces.range.first + place)),
                            next = equalizer->to.apply(pieces.fold.undo(pieces.range.first + place + 1));
        unsigned const number = one >> narrow_equalizer::rest_bits;
        if (next >> narrow_equalizer::rest_bits != number)
            continue;
        constexpr unsigned bit = 4;
        bool const told = equalizer->group_at(number).are_told_apart(bit, equalizer->shift());
        seen[told] = true;
        if (told) {
            ASSERT_NE(one >> bit, next >> bit) << n;
        }
    }
    EXPECT_TRUE(seen[0] && seen[1]);
}

} // namespace
