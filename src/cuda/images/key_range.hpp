// SPDX-License-Identifier: MIT
#pragma once

#include "src/core/bits.hpp"

#include <algorithm>

namespace pradix::cuda {

// Neighbouring images.
template <class Bits>
struct key_range {
    Bits first, span; // the first one, and the last one less the first

    // So much larger than where so many samples lie that hardly any key lies beyond it.
    static constexpr key_range around(Bits least, Bits greatest, unsigned samples) {
        Bits const beyond = static_cast<Bits>((greatest - least) >> (core::bit_width(samples) - 4));
        Bits const first = static_cast<Bits>(least - std::min(least, beyond));
        return {first, static_cast<Bits>(greatest - first + std::min(static_cast<Bits>(~greatest), beyond))};
    }

    // All images that differ from this one in so many of the lowest bits only.
    static constexpr key_range like(Bits image, unsigned width) {
        Bits const below = core::low_mask<Bits>(width);
        return {static_cast<Bits>(image & ~below), below};
    }

    constexpr Bits last() const { return static_cast<Bits>(first + span); }
    constexpr bool holds(Bits image) const { return static_cast<Bits>(image - first) <= span; }
    constexpr Bits nearest(Bits image) const { return holds(image) ? image : image < first ? first : last(); }
    // Without the first one and the last one, unless these are the first and the last of all images.
    constexpr key_range inside() const {
        Bits const begin = static_cast<Bits>(first + (first > 0 ? 1 : 0)),
                   end = static_cast<Bits>(last() - (last() < static_cast<Bits>(~Bits{0}) ? 1 : 0));
        return {begin, static_cast<Bits>(end - begin)};
    }
};

} // namespace pradix::cuda
