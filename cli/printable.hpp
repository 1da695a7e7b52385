// SPDX-License-Identifier: MIT
// Text of files and paths in messages: it must neither move the terminal's cursor nor break a reader of UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace pradix::cli {

/// The text with \xNN for bytes of control characters, and for those that are not UTF-8.
std::string one_line(std::string_view text);

/// The same in quotes and cut short.
std::string quoted(std::string_view text);

} // namespace pradix::cli
