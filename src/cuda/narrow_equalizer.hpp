// SPDX-License-Identifier: MIT
// Floats of 4 bytes alone, equalized like wide ones (key_equalizer.hpp), but for keys that are not counted: each piece
// of the images has a whole number of groups, which share their leading bits. So what is left of an image in a group
// can be undone by what is the same for all of the group.
#pragma once

#include "src/cuda/image_pieces.hpp"

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
        constexpr std::uint32_t apply(std::uint32_t image) const { return apply(image, pieces); }
        // The same where pieces are kept in registers.
        constexpr std::uint32_t apply(std::uint32_t image, image_pieces const& kept) const {
            std::uint32_t const place = kept.place_of(image), share = shares[kept.piece_at(place)],
                                part = place << (32 - kept.width); // of the piece
            return (share & ~rest_mask) + static_cast<std::uint32_t>(std::uint64_t{part} * (share << rest_bits) >> 32);
        }
    };

    // How what is left of an image is undone in one group.
    struct alignas(16) group {
        std::uint32_t first;     // folded image, if it has any
        std::uint32_t before;    // so much of that one, times 2^shift, lies before the group
        std::uint32_t count;     // of groups of the piece
        std::uint32_t per_group; // 2^32 through that, or one less

        // The folded image.
        constexpr std::uint32_t undo(std::uint32_t rest, unsigned shift) const {
            std::uint32_t const part = (rest << shift) - before + (count - 1);
            auto const whole = static_cast<std::uint32_t>(std::uint64_t{part} * per_group >> 32); // or one too few
            return first + whole + (part - whole * count >= count ? 1 : 0);
        }
        // Whether no two images are equal in the bits of a rest from this one upwards.
        constexpr bool are_told_apart(unsigned bit, unsigned shift) const { return count >> shift >> bit != 0; }
    };

    alignas(16) encoder to;
    std::uint16_t piece_of_part[parts]; // of all groups: which has the part's first one

    // By which images of a piece are stretched less than how many groups it has, as a power of two.
    constexpr unsigned shift() const { return to.pieces.width - rest_bits; }
    constexpr group group_at(unsigned number) const {
        unsigned piece = piece_of_part[number >> (prefix_width - part_bits)];
        while (piece + 1 < to.pieces.size() && first_of(piece + 1) <= number)
            ++piece;
        std::uint32_t const count = to.shares[piece] & rest_mask;
        std::uint64_t const begin = std::uint64_t{number - first_of(piece)} << to.pieces.width;
        std::uint64_t const part = (begin + count - 1) / count; // of the piece: the first one in the group
        return {to.pieces.range.first + (piece << to.pieces.width) + static_cast<std::uint32_t>(part),
                static_cast<std::uint32_t>(part * count - begin), count, ~std::uint32_t{0} / count};
    }
    // The image that was spread.
    constexpr std::uint32_t undo(std::uint32_t spread) const {
        return to.pieces.fold.undo(group_at(spread >> rest_bits).undo(spread & rest_mask, shift()));
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
};

} // namespace pradix::cuda
