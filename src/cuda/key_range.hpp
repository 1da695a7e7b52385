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

    constexpr bool holds(Bits image) const { return static_cast<Bits>(image - first) <= span; }
};

} // namespace pradix::cuda
