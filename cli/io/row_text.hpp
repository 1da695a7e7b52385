// SPDX-License-Identifier: MIT
// What the readers of text and CSV share.
#pragma once

#include "cli/io/row_set.hpp"

#include <string_view>

namespace pradix::cli {

/// What some programs put in front of UTF-8: no part of the first line.
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// Where the first line begins: behind such a mark, or at 0.
std::size_t first_line(std::string_view text);

/// The text from there.
std::string_view without_mark(std::string_view text);

/// Blank lines at the end of the text are no lines: they go. Blank is what has nothing but these characters in it.
void drop_blank_end(buffer& text, std::string_view blanks);

/// Throws error if the lines end in CR alone: all of it would be one line.
void check_line_ends(std::string_view text, std::string_view file);

/// Ends the last line with LF if it is not ended, and says whether it was not. A byte order mark alone is no line.
bool complete_last_line(buffer& text);

/// The last row was completed: it ends as the header does, or the first row.
void end_last_row_like_first(row_set& rows);

bool is_blank(std::string_view field);

/// The line without "\n" or "\r\n".
std::string_view without_ending(std::string_view line);

} // namespace pradix::cli
