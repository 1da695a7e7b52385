// SPDX-License-Identifier: MIT
// Splits a loop over threads: for making, copying and checking data around the measurements.
#pragma once

#include <pradix/backend.hpp>

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

namespace pradix::bench {

/// Calls work(first, last) on consecutive parts of [0, count), one per thread; none is smaller than `grain`, so that
/// little work starts no thread. `work` must not throw. threads == 0 stands for default_threads().
template <class Work>
void in_parallel(std::size_t count, std::size_t grain, Work const& work, unsigned threads = 0) {
    if (count < 2 * grain)
        return work(std::size_t{0}, count);
    std::size_t const parts = std::min<std::size_t>(threads == 0 ? default_threads() : threads, count / grain);
    std::size_t const share = count / parts, longer = count % parts;
    auto const begin = [&](std::size_t part) { return part * share + std::min(part, longer); };
    std::vector<std::jthread> helpers;
    for (std::size_t part = 1; part < parts; ++part)
        helpers.emplace_back([&work, first = begin(part), last = begin(part + 1)] { work(first, last); });
    work(std::size_t{0}, begin(1));
}

} // namespace pradix::bench
