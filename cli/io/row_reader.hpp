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

/// Fills in all but the text, whose rows begin at `first`. `quote` is the character, if any, that may stand around a
/// field, in which an end of a line ends no row.
void read_rows(row_set& rows, std::size_t first, std::string_view quote, reading how, row_function const& read);

} // namespace pradix::cli
