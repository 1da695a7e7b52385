// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace pradix::core {

// Since some fixed moment: differences are durations.
inline double seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace pradix::core
