// SPDX-License-Identifier: MIT
// What reads the rows of a text, whatever they look like.
#pragma once

#include "cli/io/row_set.hpp"

#include <cstddef>
#include <functional>
#include <string_view>

namespace pradix::cli {

/// Where a row ends, behind its line ending, and whether it has a key.
struct row_end {
    std::size_t at;
    bool has_key;
};

/// Reads the row that begins there, and its key if it has one. Throws error if it is none. Called by several threads.
using row_function = std::function<row_end(std::size_t begin, std::byte* key)>;

/// Fills in all but the text: its rows begin at `first`. Rows may hold the ends of lines within these quotes, which
/// stand around fields, and elsewhere mean nothing; if there are any, in `quote`.
void read_rows(row_set& rows, std::size_t first, std::string_view quote, reading how, row_function const& read);

} // namespace pradix::cli
