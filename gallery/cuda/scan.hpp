// SPDX-License-Identifier: MIT
// The scans as the host calls them.
#pragma once

#include "gallery/cuda/stage.hpp"

namespace pradix::gallery::cuda {

/// Replaces the values by their inclusive sums in one block of `count` threads. `steps`, unless null, receives a row of
/// `count` values for every step.
void scan_in_block(std::uint32_t* values, unsigned count, std::uint32_t* steps);

/// Memory for the sums of tiles, of tiles of tiles ...: what a scan of so many values needs besides them.
std::vector<std::uint32_t*> scan_space(stage& on, std::size_t count);

/// Replaces `count` values by the sum of all values before them, in tiles of two values for each of the job's threads
/// of a block. `steps`, for a trace, receives the steps of the scan if all values are in one tile.
void scan_exclusive(stage& on, std::uint32_t* values, std::size_t count, std::vector<std::uint32_t*> const& sums,
                    std::uint32_t* steps = nullptr, std::size_t level = 0);

} // namespace pradix::gallery::cuda
