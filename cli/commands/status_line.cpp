// SPDX-License-Identifier: MIT
#include "cli/commands/status_line.hpp"

#include "cli/interrupt.hpp"
#include "cli/io/output_file.hpp"

#include <fmt/format.h>

#include <unistd.h>

namespace pradix::cli {

status_line::status_line(bool wanted) : shown_(wanted && isatty(STDERR_FILENO)) {}

void status_line::show(std::string const& text) {
    auto const now = std::chrono::steady_clock::now();
    if (!shown_ || now - drawn_ < std::chrono::milliseconds(100))
        return;
    drawn_ = now;
    line_is_open(true);
    write_to_stderr(fmt::format("\r\x1b[K{}", text));
}

void status_line::say(std::string_view message) {
    clear();
    write_to_stderr(fmt::format("pradix: {}\n", message));
}

void status_line::clear() {
    if (shown_)
        write_to_stderr("\r\x1b[K");
    line_is_open(false);
}

} // namespace pradix::cli
