// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/plans/tile_shapes.hpp"

#include <cstdint>

namespace pradix::cuda {

// What the blocks of a cooperative sort tell each other. Each writes what is its own before it reads what is others':
// nothing has to be zero.
template <class Bits>
struct block_reports {
    Bits differing[most_cooperating_blocks];
    unsigned disorder[most_cooperating_blocks];
    alignas(16) std::uint16_t counts[most_cooperating_blocks * wide_bins]; // of each block's keys, by digit
    unsigned cursors[most_cooperative_pieces + 1]; // of keys that are divided without being counted
};

} // namespace pradix::cuda
