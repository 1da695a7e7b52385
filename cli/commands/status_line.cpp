// SPDX-License-Identifier: MIT
#include "cli/commands/status_line.hpp"

#include "cli/interrupt.hpp"

#include <fmt/format.h>

#include <unistd.h>

namespace pradix::cli {
namespace {

void put(std::string_view text) {
    [[maybe_unused]] auto const written = write(STDERR_FILENO, text.data(), text.size());
}

} // namespace

status_line::status_line(bool wanted) : shown_(wanted && isatty(STDERR_FILENO)) {}

void status_line::show(std::string const& text) {
    auto const now = std::chrono::steady_clock::now();
    if (!shown_ || now - drawn_ < std::chrono::milliseconds(100))
        return;
    drawn_ = now;
    line_is_open(true);
    put(fmt::format("\r\x1b[K{}", text));
}

void status_line::say(std::string_view message) {
    clear();
    put(fmt::format("pradix: {}\n", message));
}

void status_line::clear() {
    if (shown_)
        put("\r\x1b[K");
    line_is_open(false);
}

} // namespace pradix::cli
