// SPDX-License-Identifier: MIT
// How images are spread, once that is decided. Those that lie beyond what can be spread become the nearest image that
// can be, and what this one is spread to.
#pragma once

#include "src/cuda/images/key_equalizer.hpp"
#include "src/cuda/images/key_spread.hpp"
#include "src/cuda/images/narrow_equalizer.hpp"

namespace pradix::cuda {

struct key_spreading {
    union {
        key_spread<std::uint64_t> range;        // over a power of two,
        key_spread<std::uint32_t> narrow_range; // of keys of 4 bytes; or
    };
    bool equalizes; // piece by piece
    union {
        key_equalizer equalizer;
        cuda::narrow_equalizer narrow_equalizer; // of keys of 4 bytes
    };
    unfolded_shares unfolded; // of these

    // For keys that are not equalized.
    template <class Bits>
    constexpr auto& over_range() {
        if constexpr (sizeof(Bits) == 4)
            return narrow_range;
        else
            return range;
    }

    constexpr std::uint64_t nearest(std::uint64_t image) const {
        return equalizes ? equalizer.pieces.nearest(image) : range.nearest(image);
    }
    // Of an image that is the nearest one to itself.
    constexpr std::uint64_t apply(std::uint64_t image) const {
        return equalizes ? equalizer.apply(image) : range.apply(image);
    }
    // The image that was spread.
    constexpr std::uint64_t undo(std::uint64_t spread) const {
        return equalizes ? equalizer.undo(spread) : range.undo(spread);
    }
};

} // namespace pradix::cuda
