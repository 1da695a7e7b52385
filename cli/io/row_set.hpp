// SPDX-License-Identifier: MIT
// Rows of text that follow a number in them: lines of a text file, records of a CSV file. The text is kept as it is.
#pragma once

#include "cli/io/buffer.hpp"
#include "cli/io/output_file.hpp"
#include "cli/multiset.hpp"

#include <pradix/key.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pradix::cli {

/// What happens to rows whose key is empty: an error, or they go in front of the others or behind them, in either
/// direction.
enum class empty_keys { error, first, last };

/// Row i is text [begins[i], begins[i + 1]), line ending included; the header is what stands before begins[0].
struct row_set {
    key_type type = key_type::i64;
    buffer text;
    buffer_of<std::size_t> begins;
    buffer keys;
    std::vector<bool> empty; ///< which rows have no key, up to the last such one; their key reads 0

    std::size_t count() const { return begins.size() - 1; }
    std::string_view row(std::size_t i) const { return text.text().substr(begins[i], begins[i + 1] - begins[i]); }
    std::string_view header() const { return text.text().substr(0, begins[0]); }
};

/// Whether a CSV file begins with the names of its columns. If that is only assumed, a first line that looks like a row
/// is an error.
enum class header_line { assumed, present, absent };

struct csv_layout {
    char delimiter = ',';
    header_line header = header_line::assumed;
    std::string key; ///< the column's name in the header, or its number from 1; empty: it is the only one
};

/// How many threads read a text, each a part of at least so many bytes.
struct reading {
    unsigned threads = 1;
    std::size_t least_bytes = std::size_t{1} << 20;
};

/// A number a line, behind a byte order mark or not. Blank lines at the end are dropped, unless blank lines are rows,
/// and lines that end in CR alone are an error, here and in CSV. Throws error naming file:line for a line that is not a
/// number of that type.
row_set parse_text(buffer text, key_type type, std::string_view file, empty_keys empties = empty_keys::error,
                   reading how = {});

/// Comma-separated values: fields may be quoted and then hold delimiters, doubled quotes and newlines.
/// Throws error naming file:line:column for a key that is not a number of that type.
row_set parse_csv(buffer text, key_type type, csv_layout const& layout, std::string_view file,
                  empty_keys empties = empty_keys::error, reading how = {});

/// The most rows that the text can have.
std::size_t most_rows(std::string_view text);

/// The multiset of the rows without their line endings, by so many threads.
multiset multiset_of_rows(row_set const& rows, unsigned threads = 1);

/// Writes the header and the rows in the order of the indices, which are 4 or 8 bytes wide; so many threads collect
/// them.
void write_rows(output_file& out, row_set const& rows, void const* indices, std::size_t index_bytes, progress& steps,
                unsigned threads = 1);

/// The line, counted from 1, in which this place of the text stands.
std::size_t line_of(std::string_view text, std::size_t place);

} // namespace pradix::cli
