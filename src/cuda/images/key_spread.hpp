// SPDX-License-Identifier: MIT
// Images that lie in a range which is no power of two, or does not begin at a multiple of one, spread over all numbers
// of some bits: leading digits have all their values then, each as often as others. Times, small numbers of either
// sign, and identifiers lie in such ranges.
#pragma once

#include "src/cuda/images/key_range.hpp"

#include <cstddef>
#include <cstdint>

namespace pradix::cuda {

constexpr bool may_spread(std::size_t key_bytes) {
    return key_bytes == 4 || key_bytes == 8;
}

// Less the first image of the range, an image is multiplied by 1 to 2 and rounded down, which keeps the order and makes
// no two equal.
template <class Bits>
struct key_spread {
    key_range<Bits> range;
    Bits back;            // what to subtract for each part of a spread image to undo it, times 2 to the bits of a key
    std::uint32_t factor; // what is added for each part of an image, times 2^32

    static constexpr key_spread of(key_range<Bits> const& range) {
        constexpr std::uint64_t one = std::uint64_t{1} << 32;
        // The upper 32 bits of the span, rounded up: images stay below the next power of two.
        std::uint64_t const most = (std::uint64_t{range.span} << (64 - core::bit_width(range.span)) >> 32) + 1;
        std::uint64_t const factor = most == one ? 0 : ~std::uint64_t{0} / most - one;
        Bits back = 0;
        std::uint64_t rest = factor;
        for (unsigned i = 0; i < sizeof(Bits) / 2; ++i) { // of factor / (one + factor), 16 bits at a time
            back = static_cast<Bits>(back << 16 | (rest << 16) / (one + factor));
            rest = (rest << 16) % (one + factor);
        }
        return {range, back, static_cast<std::uint32_t>(factor)};
    }

    // Of a range of a power of two images, which begins at a multiple of one: only less the first image.
    static constexpr key_spread of_power_of_two(key_range<Bits> const& range) { return {range, 0, 0}; }

    // Spread images have so many bits.
    constexpr unsigned width() const { return core::bit_width(range.span); }
    constexpr Bits nearest(Bits image) const { return range.nearest(image); }
    // Of an image that the range holds.
    constexpr Bits apply(Bits image) const { return scaled(static_cast<Bits>(image - range.first)); }
    // The same of images less the first one, where spread ones fit 32 bits.
    constexpr key_spread<std::uint32_t> narrow() const {
        return {{0, static_cast<std::uint32_t>(range.span)},
                static_cast<std::uint32_t>(back >> (core::bit_count<Bits> - 32)),
                factor};
    }
    // The image that was spread.
    constexpr Bits undo(Bits spread) const {
        Bits const nearly = static_cast<Bits>(spread - upper_half(spread, back)); // or one too much
        return static_cast<Bits>(range.first + nearly - (scaled(nearly) != spread ? 1 : 0));
    }

private:
    constexpr Bits scaled(Bits part) const {
        if constexpr (sizeof(Bits) == 4)
            return part + upper_half(part, factor);
        else
            return part + (part >> 32) * factor + ((part & 0xffffffff) * factor >> 32);
    }
    // Of a product.
    static constexpr Bits upper_half(Bits one, Bits other) {
        if constexpr (sizeof(Bits) == 4)
            return static_cast<Bits>(std::uint64_t{one} * other >> 32);
        else
            return static_cast<Bits>(core::uint128{one} * other >> 64);
    }
};

} // namespace pradix::cuda
