// SPDX-License-Identifier: MIT
// What an algorithm is asked to do.
#pragma once

#include <pradix/options.hpp>

#include <cstddef>
#include <cstdint>

namespace pradix::gallery {

/// What a user may choose; 0 stands for what the algorithm or, for `groups`, the number of keys suggests.
struct settings {
    bit_range bits{};        ///< only these bits of the keys are compared, as in pradix::options
    unsigned radix_bits = 0; ///< bits of a digit, where the algorithm leaves the choice
    unsigned block = 0;      ///< threads of a block, a power of two from 2 to 256, where the algorithm has several
    unsigned groups = 0;     ///< histogram-scan-reorder: into how many groups its items are divided
    std::size_t arrays = 1;  ///< warp-ballot: sorts that many arrays of `count` keys that lie one after the other
};

/// Settings that have been checked and completed. Keys are unsigned numbers of key_bytes bytes whose order is the order
/// asked for; flip and negative, as in core::key_order, are what still has to be done to the keys to make them so.
struct job {
    std::size_t count = 0;  ///< keys of an array
    std::size_t padded = 0; ///< keys in memory: `count` of each array and, behind them, copies of the largest
    std::size_t arrays = 1;
    unsigned key_bytes = 4; ///< 4 or 8
    unsigned begin_bit = 0, end_bit = 32;
    unsigned radix_bits = 1;
    unsigned block = 256;
    unsigned groups = 1;
    std::uint64_t flip = 0, negative = 0;

    /// Bits of the digit that begins at this bit: the last digit is narrower where radix_bits does not divide the
    /// range.
    constexpr unsigned digit_bits(unsigned low_bit) const {
        return end_bit - low_bit < radix_bits ? end_bit - low_bit : radix_bits;
    }
};

} // namespace pradix::gallery
