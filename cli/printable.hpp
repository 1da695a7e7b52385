// SPDX-License-Identifier: MIT
// Text of files and paths in messages: it must neither move the terminal's cursor nor break a reader of UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pradix::cli {

/// The bytes of the character that the text, which is not empty, begins with; 0 if it is a control character or not
/// UTF-8 (RFC 3629).
std::size_t printable_bytes(std::string_view text);

/// The text with \xNN for bytes of control characters, and for those that are not UTF-8.
std::string one_line(std::string_view text);

/// The same in quotes and cut short.
std::string in_quotes(std::string_view text);

} // namespace pradix::cli
