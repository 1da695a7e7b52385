// SPDX-License-Identifier: MIT
// Draws the progress line from a thread of its own, since sorting is one call.
#include "cli/progress.hpp"

#include "cli/interrupt.hpp"
#include "cli/io/output_file.hpp"
#include "cli/size.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace pradix::cli {
namespace {

using namespace std::chrono_literals;

double seconds(std::chrono::steady_clock::duration span) {
    return std::chrono::duration<double>(span).count();
}

bool set_and_not_empty(char const* variable) {
    char const* const value = std::getenv(variable);
    return value && *value;
}

} // namespace

progress::progress(bool wanted) {
    if (!wanted || !isatty(STDERR_FILENO))
        return;
    char const* const terminal = std::getenv("TERM");
    colour_ = !set_and_not_empty("NO_COLOR") && terminal && std::string_view(terminal) != "dumb";
    try {
        shower_ = std::thread([this] { show_until_told(); });
    } catch (std::system_error const&) { // no more threads may be had: what is shown is not worth a failure
    }
}

progress::~progress() {
    if (!shower_.joinable())
        return;
    {
        std::lock_guard const lock(guard_);
        leaving_ = true;
    }
    told_.notify_one();
    shower_.join();
    if (shown_ != 0)
        write_to_stderr(fmt::format("\r{:{}}\r", "", shown_));
    line_is_open(false);
}

void progress::start(std::string phase, std::uint64_t total_bytes) {
    std::lock_guard const lock(guard_);
    phase_ = std::move(phase);
    total_ = total_bytes;
    done_ = 0;
    began_ = std::chrono::steady_clock::now();
}

double progress::stop() {
    std::lock_guard const lock(guard_);
    phase_.clear();
    return seconds(std::chrono::steady_clock::now() - began_);
}

void progress::show_until_told() {
    std::unique_lock lock(guard_);
    while (!told_.wait_for(lock, 100ms, [this] { return leaving_; }))
        if (!phase_.empty() && std::chrono::steady_clock::now() - created_ > 500ms)
            show();
}

void progress::show() {
    double const spent = seconds(std::chrono::steady_clock::now() - began_);
    std::uint64_t const done = done_.load(std::memory_order_relaxed);
    std::string rest = fmt::format(" {:.1f} s", spent);
    if (done != 0) {
        rest += fmt::format("  {}", bytes_text(done));
        if (total_ != 0)
            rest += fmt::format(" of {} ({} %)", bytes_text(total_), done * 100 / total_);
        rest += fmt::format("  {:.2f} GB/s", static_cast<double>(done) / spent / 1e9);
    }
    std::size_t const columns = phase_.size() + rest.size();
    std::size_t const stale = shown_ > columns ? shown_ - columns : 0;
    write_to_stderr(
        fmt::format("\r{}{}{}{}{:{}}", colour_ ? "\x1b[36m" : "", phase_, colour_ ? "\x1b[0m" : "", rest, "", stale));
    shown_ = columns;
    line_is_open(true);
}

} // namespace pradix::cli
