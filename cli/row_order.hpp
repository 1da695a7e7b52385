// SPDX-License-Identifier: MIT
// The permutation that sorts rows by one or several keys.
#pragma once

#include "cli/key_column.hpp"
#include "cli/key_flags.hpp"

#include <pradix/options.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace pradix::cli {

/// How wide an index of one of so many items is: 4 or 8 bytes.
constexpr std::size_t index_bytes_for(std::uint64_t count) {
    return count <= (std::uint64_t{1} << 32) ? 4 : 8;
}

/// Indices of 4 or 8 bytes, in the order of the keys; equal rows keep theirs. `base` says all but how keys compare.
buffer order_of_rows(std::span<key_column const> columns, std::size_t count, std::size_t index_bytes,
                     options const& base);

/// Bytes that order_of_rows takes for so many rows besides its result and the columns.
std::uint64_t row_order_bytes(std::span<column_key const> keys, std::size_t count, options const& base);

} // namespace pradix::cli
