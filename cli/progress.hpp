// SPDX-License-Identifier: MIT
// Phases of a run: their times, and a line on the terminal for those that last.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace pradix::cli {

/// Shows the running phase on stderr after half a second, if stderr is a terminal and `wanted`.
class progress {
public:
    explicit progress(bool wanted);
    ~progress();
    progress(progress const&) = delete;
    progress& operator=(progress const&) = delete;

    /// Starts a phase; `total_bytes` 0 if it is not known.
    void start(std::string phase, std::uint64_t total_bytes = 0);
    void advance(std::uint64_t bytes) { done_.fetch_add(bytes, std::memory_order_relaxed); }
    /// Ends the phase and returns its seconds.
    double stop();

private:
    void show_until_told();
    void show();

    std::mutex guard_;
    std::condition_variable told_;
    bool leaving_ = false;
    std::string phase_;
    std::uint64_t total_ = 0;
    std::atomic<std::uint64_t> done_ = 0;
    std::chrono::steady_clock::time_point began_{}, created_ = std::chrono::steady_clock::now();
    std::size_t shown_ = 0; // columns of the line on the terminal
    bool colour_ = false;
    std::thread shower_;
};

} // namespace pradix::cli
