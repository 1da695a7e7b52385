// SPDX-License-Identifier: MIT
// Where the survey looks, so that tests can hide keys from it.
#pragma once

#include "src/cuda/tuning.hpp"

#include <cstddef>

namespace pradix::test {

// Whether it may look at key i of so many: samples and what is behind them, and the end.
constexpr bool may_be_sampled(std::size_t i, std::size_t count) {
    return i % cuda::survey_stride(count) < 2 || i + 1100 > count;
}

// The next place from i on at which it does not.
constexpr std::size_t hidden_from(std::size_t i, std::size_t count) {
    while (may_be_sampled(i, count))
        ++i;
    return i;
}

} // namespace pradix::test
