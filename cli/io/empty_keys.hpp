// SPDX-License-Identifier: MIT
// Rows without a key: they are sorted as if their key was 0, and then go where they should.
#pragma once

#include "cli/io/buffer.hpp"
#include "cli/io/row_set.hpp"

#include <cstddef>

namespace pradix::cli {

/// Moves the indices of rows without a key to the front or the end of the sorting permutation, in the order of the
/// input. `index_bytes` is 4 or 8.
void place_empty_keys(buffer& indices, std::size_t index_bytes, row_set const& rows, empty_keys where);

} // namespace pradix::cli
