// SPDX-License-Identifier: MIT
// Floats of 8 bytes: their images are dense in some places and sparse in others, for there are as many between 1/4 and
// 1/2 as from 1/2 to 1. They are spread so that leading digits have all their values, about equally often: all images
// are cut into pieces of one size, and each is stretched as much as it is dense. Of pictures, this is known as
// equalizing the histogram.
#pragma once

#include "src/core/bits.hpp"
#include "src/cuda/key_range.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace pradix::cuda {

// Whether keys may be spread like that. Values that travel with keys take so much of the time that it would not pay.
constexpr bool may_equalize(std::size_t key_bytes, std::size_t value_bytes) {
    return key_bytes == 8 && value_bytes == 0;
}

// Images of floats without those around zero, of which there are thousands of times as many as are ever seen: all from
// some place below zero to another one above it are left out, but for the two zeros.
struct zero_fold {
    std::uint64_t zero, folded_zero; // images of the greater zero, before and afterwards
    std::uint64_t left_out;          // so many are, for each that is greater

    // Images up to `below` and from `above` on are kept; and some more, so that octaves, which begin at multiples of a
    // power of two, do so afterwards.
    static constexpr zero_fold between(std::uint64_t below, std::uint64_t above, std::uint64_t zero) {
        std::uint64_t const more = (above - below - 3) & core::low_mask<std::uint64_t>(octave_bits);
        if (more <= zero - 2 - below)
            below += more;
        else if (more <= above - zero - 1)
            above -= more;
        else
            below = zero - 2, above = zero + 1;
        return {zero, below + 2, above - below - 3};
    }
    static constexpr unsigned octave_bits = 52;

    constexpr bool holds(std::uint64_t image) const {
        return image - (folded_zero - 1) >= left_out + 2 || image - (zero - 1) < 2;
    }
    // Of those that are left out, either zero.
    constexpr std::uint64_t apply(std::uint64_t image) const {
        return image >= zero ? std::max(std::max(image, left_out) - left_out, folded_zero)
                             : std::min(image, folded_zero - 1);
    }
    constexpr std::uint64_t undo(std::uint64_t folded) const {
        return folded > folded_zero        ? folded + left_out
               : folded + 1 >= folded_zero ? folded - folded_zero + zero
                                           : folded;
    }
};

// Pieces have at least so many images that factors up to 2^20 stretch them over all numbers.
inline constexpr unsigned piece_bits = 9, most_pieces = 1u << piece_bits, least_piece_width = 44;

// Which piece an image belongs to.
struct image_pieces {
    zero_fold fold;
    key_range<std::uint64_t> range; // of folded images
    unsigned width;                 // 2 to this images are a piece

    // Of folded images of this range; octaves begin where pieces do.
    static constexpr image_pieces of(zero_fold const& fold, std::uint64_t first, std::uint64_t last) {
        unsigned width = std::max(core::bit_width(last - first), least_piece_width + piece_bits) - piece_bits;
        std::uint64_t begin = first >> width << width;
        if ((last - begin) >> width >= most_pieces) {
            ++width;
            begin = first >> width << width;
        }
        return {fold, {begin, last - begin}, width};
    }

    constexpr unsigned size() const { return static_cast<unsigned>(range.span >> width) + 1; }
    // The factors by which pieces are stretched add up to no more.
    constexpr std::uint32_t sum_of_factors() const { return 1u << (64 - width); }

    constexpr bool hold(std::uint64_t image) const { return fold.holds(image) && range.holds(fold.apply(image)); }
    // The nearest image that is held. (Of what is left out, either zero.)
    constexpr std::uint64_t nearest(std::uint64_t image) const { return fold.undo(range.nearest(fold.apply(image))); }
    // From the first image to the last one, with what is left out.
    constexpr key_range<std::uint64_t> all() const {
        std::uint64_t const first = fold.undo(range.first);
        return {first, fold.undo(range.last()) - first};
    }
    // Among folded images of the range.
    constexpr std::uint64_t place_of(std::uint64_t image) const { return fold.apply(image) - range.first; }
    // Of any place: the last one, if it lies beyond.
    constexpr unsigned piece_at(std::uint64_t place) const {
        return static_cast<unsigned>(std::min(place >> width, std::uint64_t{most_pieces - 1}));
    }
    constexpr std::uint64_t image(unsigned piece, std::uint64_t part) const {
        return fold.undo(range.first + (std::uint64_t{piece} << width) + part);
    }
};

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
