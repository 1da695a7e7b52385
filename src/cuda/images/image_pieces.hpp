// SPDX-License-Identifier: MIT
// The images of floats, cut into pieces of one size, to find out where they are dense: there are as many between 1/4
// and 1/2 as from 1/2 to 1.
#pragma once

#include "src/core/key_codec.hpp"
#include "src/cuda/images/key_range.hpp"

#include <algorithm>

namespace pradix::cuda {

// Images of the two zeros are next to each other.
template <class Bits>
constexpr Bits greater_zero(core::key_order<Bits> const& codec) {
    return std::max(codec.encode(0), codec.encode(Bits{1} << (core::bit_count<Bits> - 1)));
}

// Images of floats without those around zero, of which there are thousands of times as many as are ever seen: all from
// some place below zero to another one above it are left out, but for the two zeros.
template <class Bits>
struct zero_fold {
    static constexpr unsigned octave_bits = sizeof(Bits) == 4 ? 23 : 52;
    Bits zero, folded_zero; // images of the greater zero, before and afterwards
    Bits left_out;          // so many are, for each that is greater

    // Images up to `below` and from `above` on are kept; and some more, so that octaves, which begin at multiples of a
    // power of two, do so afterwards.
    static constexpr zero_fold between(Bits below, Bits above, Bits zero) {
        Bits const more = (above - below - 3) & core::low_mask<Bits>(octave_bits);
        if (more <= zero - 2 - below)
            below += more;
        else if (more <= above - zero - 1)
            above -= more;
        else
            below = zero - 2, above = zero + 1;
        return {zero, below + 2, above - below - 3};
    }

    constexpr bool is_zero(Bits image) const { return image - (zero - 1) < 2; }
    constexpr bool holds(Bits image) const { return image - (folded_zero - 1) >= left_out + 2 || is_zero(image); }
    // Of those that are left out, either zero.
    constexpr Bits apply(Bits image) const {
        return image >= zero ? std::max(std::max(image, left_out) - left_out, folded_zero)
                             : std::min(image, folded_zero - 1);
    }
    constexpr Bits undo(Bits folded) const {
        return folded > folded_zero        ? folded + left_out
               : folded + 1 >= folded_zero ? folded - folded_zero + zero
                                           : folded;
    }
};

template <class Bits>
inline constexpr unsigned most_pieces = sizeof(Bits) == 4 ? 2048 : 512;

// How many images a piece has, as a power of two, if all together have so many bits. Those of wide keys have so many
// that factors up to 2^20 stretch them over all numbers. Of narrow keys, pieces of a sixteenth of an octave are even
// enough, and finer ones have too few samples; a group has no more than 2^16 images.
template <class Bits>
constexpr unsigned piece_width(unsigned bits) {
    constexpr unsigned piece_bits = core::bit_width(most_pieces<Bits> - 1);
    if (sizeof(Bits) == 8)
        return std::max(bits, 44 + piece_bits) - piece_bits;
    constexpr unsigned few_bits = 9, fine = zero_fold<Bits>::octave_bits - 4, least = 16;
    return std::max(
        {std::max(bits, piece_bits) - piece_bits, std::min(std::max(bits, few_bits) - few_bits, fine), least});
}

// Which piece an image belongs to.
template <class Bits>
struct image_pieces {
    zero_fold<Bits> fold;
    key_range<Bits> range; // of folded images
    unsigned width;        // 2 to this images are a piece

    // Of folded images of this range, and of all others that share pieces with them; octaves begin where pieces do.
    static constexpr image_pieces of(zero_fold<Bits> const& fold, Bits first, Bits last) {
        unsigned width = piece_width<Bits>(core::bit_width(last - first));
        Bits begin = first >> width << width;
        if ((last - begin) >> width >= most_pieces<Bits>) {
            ++width;
            begin = first >> width << width;
        }
        return {fold, {begin, (last | core::low_mask<Bits>(width)) - begin}, width};
    }

    constexpr unsigned size() const { return static_cast<unsigned>(range.span >> width) + 1; }

    // The first folded image of a piece; and whether all images of one that begins there lie on one side of zero.
    constexpr Bits begin_of(unsigned piece) const { return range.first + (Bits{piece} << width); }
    constexpr bool is_above_zero(Bits begin) const { return begin > fold.folded_zero; }
    constexpr bool is_below_zero(Bits begin) const { return begin + (Bits{1} << width) < fold.folded_zero; }

    constexpr bool hold(Bits image) const { return fold.holds(image) && range.holds(fold.apply(image)); }
    // The nearest image that is held. (Of what is left out, either zero.)
    constexpr Bits nearest(Bits image) const { return fold.undo(range.nearest(fold.apply(image))); }
    // From the first image to the last one, with what is left out.
    constexpr key_range<Bits> all() const {
        Bits const first = fold.undo(range.first);
        return {first, fold.undo(range.last()) - first};
    }
    // Among folded images of the range.
    constexpr Bits place_of(Bits image) const { return fold.apply(image) - range.first; }
    // Of any place: the last one, if it lies beyond.
    constexpr unsigned piece_at(Bits place) const {
        return static_cast<unsigned>(std::min(place >> width, Bits{most_pieces<Bits> - 1}));
    }
    constexpr Bits image(unsigned piece, Bits part) const { return fold.undo(begin_of(piece) + part); }
};

} // namespace pradix::cuda
