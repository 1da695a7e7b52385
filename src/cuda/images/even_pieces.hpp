// SPDX-License-Identifier: MIT
// Keys that are spread evenly over some range of images, wherever it begins and ends: the range in pieces of one size,
// and room for the keys of each.
#pragma once

#include "src/cuda/images/key_range.hpp"

#include <algorithm>
#include <cstdint>

namespace pradix::cuda {

// Of keys of 8 bytes at most. A piece has up to 256 steps, so that a division by their number is a multiplication.
template <class Bits>
struct even_pieces : key_range<Bits> {
    using key_range<Bits>::first;
    using key_range<Bits>::span;
    unsigned shift;      // a step is 1 << shift images
    unsigned steps;      // of a piece
    unsigned reciprocal; // of these, times 2^32

    // Of a range around so many samples.
    static constexpr even_pieces around(Bits least, Bits greatest, unsigned samples, unsigned pieces) {
        auto const range = key_range<Bits>::around(least, greatest, samples);
        unsigned const width = core::bit_width(range.span), width_of_steps = core::bit_width(pieces) + 7;
        unsigned const shift = width > width_of_steps ? width - width_of_steps : 0;
        unsigned const steps = std::max(static_cast<unsigned>(range.span >> shift) / pieces + 1, 2u);
        return {range, shift, steps, ~0u / steps + 1};
    }

    // Images before the range are of its first piece, those beyond it of its last one.
    constexpr unsigned of(Bits image) const {
        Bits const above = image > first ? static_cast<Bits>(image - first) : Bits{0};
        auto const step = static_cast<std::uint32_t>((above < span ? above : span) >> shift);
        return static_cast<unsigned>(std::uint64_t{step} * reciprocal >> 32);
    }
    constexpr unsigned last() const { return of(static_cast<Bits>(~Bits{0})); }
    // The first image of a piece, and how many bits tell apart those that the range holds.
    constexpr Bits begin(unsigned piece) const { return static_cast<Bits>(first + piece * apart()); }
    // From a piece's first image to the next one's.
    constexpr Bits apart() const { return static_cast<Bits>(Bits{steps} << shift); }
    constexpr unsigned width() const { return shift + core::bit_width(steps - 1); }
};

inline constexpr unsigned most_even_pieces = 2560, most_even_blocks = 512;

// Each piece has an area for its keys: larger than the average, for chance wants it, and little lies at either end of
// the range.
struct piece_areas {
    unsigned pieces;
    unsigned items;        // of each area
    unsigned most_samples; // in a piece, if keys are even

    // As many pieces for each block; hardly ever will one have more keys than a block can sort.
    static constexpr piece_areas of(std::uint64_t count, unsigned blocks, unsigned group_items, unsigned samples) {
        unsigned const of_block =
            static_cast<unsigned>(count / (std::uint64_t{blocks} * most_on_average(group_items))) + 1;
        unsigned const pieces = blocks * of_block, average = static_cast<unsigned>(count / pieces) + 1;
        unsigned const items = std::min(average + average / 8 + by_chance, group_items);
        return {pieces, items, 2 * items * samples / static_cast<unsigned>(count) + 8};
    }

    // In all areas, of so many blocks at most.
    static constexpr std::uint64_t most_items(std::uint64_t count, unsigned blocks, unsigned group_items) {
        return count + count / 8 + (count / most_on_average(group_items) + blocks) * (by_chance + 2);
    }

private:
    static constexpr unsigned by_chance = 96;
    static constexpr unsigned most_on_average(unsigned group_items) { return group_items / 8 * 7; }
};

} // namespace pradix::cuda
