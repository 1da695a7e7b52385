// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/plans/tile_shapes.hpp"

namespace pradix::cuda {

// Keys of one or two bytes, one way or another.
template <class Bits>
inline constexpr unsigned patterns = 1u << 8 * sizeof(Bits);

// What the kernels tell each other that count keys of one or two bytes and do not move them. Zeroed when a sort begins.
template <class Bits>
struct pattern_state {
    static constexpr unsigned groups = patterns<Bits> / bins;
    unsigned long long counts[patterns<Bits>]; // by image, so that they are in order
    unsigned rests[patterns<Bits>];            // to be added to them
    unsigned long long group_counts[groups];
    unsigned long long bases[patterns<Bits> + 1]; // where a pattern's keys begin; behind the last, where they end
};

} // namespace pradix::cuda
