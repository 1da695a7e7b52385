// SPDX-License-Identifier: MIT
// How images are spread where they may be equalized, once that is decided.
#pragma once

#include "src/cuda/key_equalizer.hpp"
#include "src/cuda/key_spread.hpp"

namespace pradix::cuda {

struct key_spreading {
    key_spread<std::uint64_t> range; // over a power of two; or
    bool equalizes;                  // piece by piece
    key_equalizer equalizer;

    constexpr bool holds(std::uint64_t image) const {
        return equalizes ? equalizer.pieces.hold(image) : range.holds(image);
    }
    // Of an image that it holds.
    constexpr std::uint64_t apply(std::uint64_t image) const {
        return equalizes ? equalizer.apply(image) : range.apply(image);
    }
    // The image that was spread.
    constexpr std::uint64_t undo(std::uint64_t spread) const {
        return equalizes ? equalizer.undo(spread) : range.undo(spread);
    }
};

} // namespace pradix::cuda
