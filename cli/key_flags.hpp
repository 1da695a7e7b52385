// SPDX-License-Identifier: MIT
// The options that say where the keys of a file are and how they compare; sort and verify share them.
#pragma once

#include "cli/io/format.hpp"
#include "cli/io/row_set.hpp"
#include "cli/order_check.hpp"

#include <CLI/App.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pradix::cli {

/// --bits, and what was written there: N or LO:HI. Throws error for anything else; what a key has, others check.
void add_bits(CLI::App& command, std::string& bits);
bit_range parse_bits(std::string_view text);

/// A column of a CSV file to sort by.
struct column_key {
    std::string column; ///< its name in the header, or its number from 1; empty: it is the only one
    key_order how;
    empty_keys empties; ///< where rows go that have no such key
};

struct key_flags {
    std::string type, format, delimiter, bits, nans, empty;
    std::vector<std::string> keys; ///< each COLUMN[:TYPE][:asc|:desc]
    bool header = false, no_header = false, descending = false;

    /// `use` is what the command does with the column of the key: "sort by", "check".
    void add_to(CLI::App& command, std::string const& use);

    /// The type asked for, if any.
    std::optional<key_type> wanted_type() const;

    /// The order for keys of that type; throws error for a bit range that the type does not have.
    key_order order_of(key_type type) const;

    /// Where rows without a key go.
    empty_keys empties() const;

    /// The keys of rows, the first one the most significant; one without a column for a file that has none, or only
    /// one. Throws error as order_of does.
    std::vector<column_key> keys_of_rows() const;

    /// How the CSV file of that name is laid out, but for the key.
    csv_layout layout_of(std::string const& path) const;

    /// Throws error for options that this format does not know.
    void check_for(file_format format) const;
};

} // namespace pradix::cli
