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

namespace pradix::cli {

/// --bits, and what was written there: N or LO:HI. Throws error for anything else; what a key has, others check.
void add_bits(CLI::App& command, std::string& bits);
bit_range parse_bits(std::string_view text);

struct key_flags {
    std::string type, format, key, delimiter, bits, nans, empty;
    bool header = false, no_header = false, descending = false;

    /// `use` is what the command does with the column of the key: "sort by", "check".
    void add_to(CLI::App& command, std::string const& use);

    /// The type asked for, if any.
    std::optional<key_type> wanted_type() const;

    /// The order for keys of that type; throws error for a bit range that the type does not have.
    key_order order_of(key_type type) const;

    /// Where rows without a key go.
    empty_keys empties() const;

    /// How the CSV file of that name is laid out.
    csv_layout layout_of(std::string const& path) const;

    /// Throws error for options that this format does not know.
    void check_for(file_format format) const;
};

} // namespace pradix::cli
