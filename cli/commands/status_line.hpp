// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace pradix::cli {

/// What is running now, on stderr, if that is a terminal and it is `wanted`. It is drawn when it is told to be, not by
/// a thread that would disturb what is measured.
class status_line {
public:
    explicit status_line(bool wanted);
    ~status_line() { clear(); }
    status_line(status_line const&) = delete;
    status_line& operator=(status_line const&) = delete;

    /// Ten times a second at most.
    void show(std::string const& text);
    /// A message that stays, whether or not there is a line.
    void say(std::string_view message);
    void clear();

private:
    bool shown_;
    std::chrono::steady_clock::time_point drawn_{};
};

} // namespace pradix::cli
