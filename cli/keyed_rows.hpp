// SPDX-License-Identifier: MIT
// Rows of a text or CSV file with all keys that the options ask for.
#pragma once

#include "cli/io/row_set.hpp"
#include "cli/key_column.hpp"
#include "cli/key_flags.hpp"

#include <string_view>
#include <vector>

namespace pradix::cli {

struct keyed_rows {
    row_set rows; ///< without keys, which are in the columns
    std::vector<key_column> columns;
};

/// Throws error as parse_text and parse_csv do. A CSV file is laid out in that way.
keyed_rows parse_rows(buffer text, file_format format, csv_layout layout, std::vector<column_key> const& keys,
                      std::string_view file, reading how = {});

} // namespace pradix::cli
