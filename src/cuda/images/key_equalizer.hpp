// SPDX-License-Identifier: MIT
// Floats of 8 bytes: their images are dense in some places and sparse in others, for there are as many between 1/4 and
// 1/2 as from 1/2 to 1. They are spread so that leading digits have all their values, about equally often: all images
// are cut into pieces of one size, and each is stretched as much as it is dense. Of pictures, this is known as
// equalizing the histogram.
#pragma once

#include "src/cuda/images/image_pieces.hpp"

#include <cstddef>
#include <cstdint>

namespace pradix::cuda {

// Whether keys may be spread like that. Values that travel with keys take so much of the time that it would not pay.
constexpr bool may_equalize(std::size_t key_bytes, std::size_t value_bytes) {
    return key_bytes == 8 && value_bytes == 0;
}

// Of an odd number, modulo 2^64: each step doubles how many bits are right, of which 3 are at first (Newton's method;
// Hensel's lemma).
constexpr std::uint64_t inverse_of_odd(std::uint64_t odd) {
    std::uint64_t inverse = odd;
    for (unsigned right = 3; right < 64; right *= 2)
        inverse *= 2 - odd * inverse;
    return inverse;
}

struct key_equalizer {
    static constexpr unsigned part_bits = 10, parts = 1u << part_bits;

    using image_pieces = cuda::image_pieces<std::uint64_t>;
    static constexpr unsigned most_pieces = cuda::most_pieces<std::uint64_t>;

    image_pieces pieces;
    alignas(16) std::uint64_t firsts[most_pieces]; // what a piece's first image becomes
    std::uint32_t factors[most_pieces];
    std::uint64_t inverse_factors[most_pieces]; // which exist, for factors are odd
    std::uint16_t piece_of_part[parts];         // of all numbers: which has the part's first one

    // Of an image that pieces hold: keeps the order, and makes no two equal.
    constexpr std::uint64_t apply(std::uint64_t image) const { return apply(image, pieces); }
    // The same where pieces are kept in registers.
    constexpr std::uint64_t apply(std::uint64_t image, image_pieces const& kept) const {
        std::uint64_t const place = kept.place_of(image);
        unsigned const piece = kept.piece_at(place);
        return firsts[piece] + (place & core::low_mask<std::uint64_t>(kept.width)) * factors[piece];
    }
    // The image that was spread.
    constexpr std::uint64_t undo(std::uint64_t spread) const {
        unsigned piece = piece_of_part[spread >> (64 - part_bits)];
        while (piece + 1 < pieces.size() && firsts[piece + 1] <= spread)
            ++piece;
        return pieces.image(piece, (spread - firsts[piece]) * inverse_factors[piece]);
    }

    // The factors by which pieces are stretched add up to no more.
    constexpr std::uint32_t sum_of_factors() const { return 1u << (64 - pieces.width); }
    // Behind others whose factors add up to so much. The factor is odd.
    constexpr void place(unsigned piece, std::uint32_t before, std::uint32_t factor) {
        firsts[piece] = std::uint64_t{before} << pieces.width;
        factors[piece] = factor;
        inverse_factors[piece] = inverse_of_odd(factor);
    }
    // Once all are placed.
    constexpr void find_piece_of(unsigned part) {
        std::uint64_t const first = std::uint64_t{part} << (64 - part_bits);
        unsigned piece = 0;
        for (unsigned step = most_pieces / 2; step > 0; step /= 2)
            if (piece + step < pieces.size() && firsts[piece + step] <= first)
                piece += step;
        piece_of_part[part] = static_cast<std::uint16_t>(piece);
    }
};

} // namespace pradix::cuda
