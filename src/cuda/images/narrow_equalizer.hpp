// SPDX-License-Identifier: MIT
// Floats of 4 bytes alone, equalized like wide ones (key_equalizer.hpp), but for keys that are not counted: each piece
// of the images has a whole number of groups, which share their leading bits. So what is left of an image in a group
// can be undone by what is the same for all of the group.
#pragma once

#include "src/cuda/images/image_pieces.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace pradix::cuda {

// Whether keys may be spread like that. Values take so much of the time that it would not pay.
constexpr bool may_equalize_narrow(std::size_t key_bytes, std::size_t value_bytes) {
    return key_bytes == 4 && value_bytes == 0;
}

struct narrow_equalizer {
    static constexpr unsigned rest_bits = 16, prefix_width = 32 - rest_bits, groups = 1u << prefix_width;
    static constexpr std::uint32_t rest_mask = (1u << rest_bits) - 1;
    static constexpr unsigned part_bits = 10, parts = 1u << part_bits;
    using image_pieces = cuda::image_pieces<std::uint32_t>;
    static constexpr unsigned most_pieces = cuda::most_pieces<std::uint32_t>;

    // What is needed to spread an image.
    struct alignas(16) encoder {
        image_pieces pieces;
        alignas(16) std::uint32_t shares[most_pieces]; // of each piece: the first group, and below it how many

        // Of an image that pieces hold: keeps the order, and makes no two equal.
        constexpr std::uint32_t apply(std::uint32_t image) const {
            std::uint32_t const place = pieces.place_of(image);
            return spread(place << (32 - pieces.width), shares[pieces.piece_at(place)]);
        }
        // Of any image: of those that have no place, as the nearest one.
        constexpr std::uint32_t apply_nearest(std::uint32_t image) const { return apply(pieces.nearest(image)); }
        // A part of a piece, in 2^32ths, that has such a share.
        static constexpr std::uint32_t spread(std::uint32_t part, std::uint32_t share) {
            return (share & ~rest_mask) + static_cast<std::uint32_t>(std::uint64_t{part} * (share << rest_bits) >> 32);
        }
    };

    // How what is left of an image is undone in one group. Quotients are rounded to the nearest number, by adding one
    // of which floats have no fractions: `before` has half of the divisor in it.
    struct alignas(16) group {
        static constexpr float halves = 0x1p22f, wholes = 0x3p22f; // from here on, floats are that far apart

        std::uint32_t first; // image, if it has any, less the bits of `wholes`
        float before;        // so much of that one, times 2^shift, lies before the group, and `halves` more
        float share;         // of the group, in its piece
        std::uint32_t count; // of groups of the piece; 0: in this group, images lie on both sides of zero

        static constexpr group of(std::uint32_t first, std::uint32_t before, std::uint32_t count) {
            return {first - std::bit_cast<std::uint32_t>(wholes),
                    static_cast<float>(before) - static_cast<float>(count - 1) / 2 + halves,
                    1 / static_cast<float>(count), count};
        }
        constexpr bool has_one_side() const { return count != 0; }
        // Then, the image.
        constexpr std::uint32_t undo(std::uint32_t rest, unsigned shift) const {
            std::uint32_t const of_piece = (rest << (shift + 1)) + std::bit_cast<std::uint32_t>(halves);
            return first + std::bit_cast<std::uint32_t>((std::bit_cast<float>(of_piece) - before) * share + wholes);
        }
        // Whether no two images are equal in the bits of a rest from this one upwards.
        constexpr bool are_told_apart(unsigned bit, unsigned shift) const { return count >> shift >> bit != 0; }
    };

    alignas(16) encoder to;
    std::uint16_t piece_of_part[parts]; // of all groups: which has the part's first one

    // By which images of a piece are stretched less than how many groups it has, as a power of two.
    constexpr unsigned shift() const { return to.pieces.width - rest_bits; }
    constexpr group group_at(unsigned number) const {
        unsigned const piece = piece_of(number);
        std::uint32_t const count = to.shares[piece] & rest_mask, begin = to.pieces.begin_of(piece);
        std::uint64_t const before = std::uint64_t{number - first_of(piece)} << to.pieces.width,
                            part = (before + count - 1) / count; // of the piece: the first one in the group
        if (!to.pieces.is_below_zero(begin) && !to.pieces.is_above_zero(begin))
            return {};
        return group::of(to.pieces.fold.undo(begin) + static_cast<std::uint32_t>(part),
                         static_cast<std::uint32_t>(part * count - before), count);
    }
    // The image that was spread.
    constexpr std::uint32_t undo(std::uint32_t spread) const {
        unsigned const number = spread >> rest_bits, piece = piece_of(number);
        std::uint32_t const count = to.shares[piece] & rest_mask;
        std::uint64_t const place = (std::uint64_t{number - first_of(piece)} << to.pieces.width) +
                                    (std::uint64_t{spread & rest_mask} << shift());
        return to.pieces.image(piece, static_cast<std::uint32_t>((place + count - 1) / count));
    }

    // A piece needs so many groups at least, and may have so many.
    constexpr unsigned fewest() const { return 1u << shift(); }
    static constexpr unsigned most = (1u << rest_bits) - 1;
    // Behind others that have so many.
    constexpr void place(unsigned piece, unsigned before, unsigned count) {
        to.shares[piece] = before << rest_bits | count;
    }
    // Once all are placed.
    constexpr void find_piece_of(unsigned part) {
        unsigned const first = part << (prefix_width - part_bits);
        unsigned piece = 0;
        for (unsigned step = most_pieces / 2; step > 0; step /= 2)
            if (piece + step < to.pieces.size() && first_of(piece + step) <= first)
                piece += step;
        piece_of_part[part] = static_cast<std::uint16_t>(piece);
    }

private:
    constexpr unsigned first_of(unsigned piece) const { return to.shares[piece] >> rest_bits; }
    constexpr unsigned piece_of(unsigned number) const {
        unsigned piece = piece_of_part[number >> (prefix_width - part_bits)];
        while (piece + 1 < to.pieces.size() && first_of(piece + 1) <= number)
            ++piece;
        return piece;
    }
};

// The same for images that are far enough from zero: found where they lie among all images, without folding these.
struct unfolded_shares {
    static constexpr unsigned most_pieces = 1u << 13;
    std::uint32_t first; // image, of the first piece
    unsigned width;      // 2 to this images are a piece
    // As of folded pieces; those around zero, and others, have none.
    alignas(16) std::uint32_t shares[most_pieces];

    // None have the last one: images beyond all others do.
    static constexpr bool suffice(narrow_equalizer::image_pieces const& pieces) {
        return (last_of(pieces) - first_of(pieces)) >> pieces.width < most_pieces - 1;
    }
    constexpr void begin(narrow_equalizer::image_pieces const& pieces) {
        first = first_of(pieces);
        width = pieces.width;
    }
    constexpr void place(narrow_equalizer const& made, unsigned piece) {
        auto const& pieces = made.to.pieces;
        std::uint32_t const begin = pieces.begin_of(piece);
        if (pieces.is_below_zero(begin) || pieces.is_above_zero(begin))
            shares[(pieces.fold.undo(begin) - first) >> width] = made.to.shares[piece];
    }

    constexpr std::uint32_t of(std::uint32_t image) const {
        return shares[std::min((image - first) >> width, most_pieces - 1)];
    }
    // Of an image with a share.
    constexpr std::uint32_t apply(std::uint32_t image, std::uint32_t share) const {
        return narrow_equalizer::encoder::spread(image << (32 - width), share);
    }
    static constexpr bool is_none(std::uint32_t share) { return (share & narrow_equalizer::rest_mask) == 0; }

private:
    static constexpr std::uint32_t first_of(narrow_equalizer::image_pieces const& pieces) {
        std::uint32_t const begin = pieces.range.first;
        return pieces.is_below_zero(begin)
                   ? begin
                   : pieces.fold.undo(pieces.begin_of(pieces.piece_at(pieces.fold.folded_zero - begin) + 1));
    }
    static constexpr std::uint32_t last_of(narrow_equalizer::image_pieces const& pieces) {
        return pieces.is_above_zero(pieces.begin_of(pieces.size() - 1)) ? pieces.fold.undo(pieces.range.last())
                                                                        : pieces.fold.folded_zero - 2;
    }
};

} // namespace pradix::cuda
