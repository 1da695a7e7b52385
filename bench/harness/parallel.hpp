// SPDX-License-Identifier: MIT
// Splits a loop over threads: for making, copying and checking data around the measurements.
#pragma once

#include "src/core/team.hpp"

#include <pradix/backend.hpp>

#include <algorithm>
#include <cstddef>

namespace pradix::bench {

/// Calls work(first, last) on consecutive parts of [0, count), one per thread; none is smaller than `grain`, so that
/// little work starts no thread. `work` must not throw. threads == 0 stands for default_threads().
template <class Work>
void in_parallel(std::size_t count, std::size_t grain, Work const& work, unsigned threads = 0) {
    std::size_t const most = count < 2 * grain ? 1 : threads == 0 ? default_threads() : threads;
    auto const parts = static_cast<unsigned>(std::clamp<std::size_t>(count / grain, 1, most));
    core::run_team(parts, [&](core::member const& me) {
        auto const [first, last] = me.chunk(0, count);
        work(first, last);
    });
}

} // namespace pradix::bench
