// SPDX-License-Identifier: MIT
// What the tool throws, and how it says what went wrong: one line, "what: what is wrong; what to do".
#pragma once

#include "cli/printable.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace pradix::cli {

/// Trouble that ends the tool with exit code 2.
class error : public std::runtime_error {
public:
    using runtime_error::runtime_error;
};

/// The reader of an output went away. Where that was the only thing to write, the tool stops without a word, with code
/// 0; commands with something else to tell or to write catch it.
struct broken_pipe {};

/// Ends the tool with this code; everything to say has been said.
struct exit_status {
    int code;
};

template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
    throw error(one_line(fmt::format(format, std::forward<Args>(args)...)));
}

/// Throws what the system said about `name`, with advice that fits the number.
[[noreturn]] void fail_with_errno(std::string_view name, std::string_view attempted, int number);

} // namespace pradix::cli
