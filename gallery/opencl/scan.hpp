// SPDX-License-Identifier: MIT
// The host's part of Blelloch's scan of any length; its kernels are in scan_blelloch.cl.
#pragma once

#include "gallery/opencl/stage.hpp"

namespace pradix::gallery::opencl {

/// Memory for the sums of tiles, of tiles of tiles ...: what a scan of so many values needs besides them.
std::vector<array> scan_space(stage& on, std::size_t count);

/// Replaces `count` values by the sum of all values before them. The program in use must contain scan_blelloch.cl.
/// `steps`, for a trace, receives the steps of the scan if all values are in one tile.
void scan_exclusive(stage& on, array const& values, std::size_t count, std::vector<array> const& sums,
                    array const& steps = {}, std::size_t level = 0);

} // namespace pradix::gallery::opencl
