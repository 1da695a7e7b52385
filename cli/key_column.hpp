// SPDX-License-Identifier: MIT
// Rows may have several keys: a column of keys, and how it compares. The first column decides, later ones among equals.
#pragma once

#include "cli/io/buffer.hpp"
#include "cli/io/row_set.hpp"
#include "cli/order_check.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace pradix::cli {

struct key_column {
    key_order how;
    buffer keys;
    std::vector<bool> empty{};              ///< which rows have no key here, up to the last such one; it reads 0
    empty_keys empties = empty_keys::error; ///< where these go

    bool is_empty(std::size_t i) const { return i < empty.size() && empty[i]; }
};

/// As first_disorder and first_misplaced, for rows with these keys, of which there is at least one column.
std::optional<std::size_t> first_disorder(std::span<key_column const> columns, std::size_t count, unsigned threads = 1);
std::optional<std::size_t> first_misplaced(std::span<key_column const> columns, std::size_t count, void const* indices,
                                           std::size_t index_bytes, unsigned threads = 1);

} // namespace pradix::cli
