// SPDX-License-Identifier: MIT
// Where the survey looks, so that tests can hide keys from it.
#pragma once

#include "src/cuda/plans/sample_places.hpp"
#include "tests/support/inputs.hpp"

#include <cstddef>
#include <vector>

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

// Makes so many keys others, made from anything, which hardly any sample shows.
template <class T, class Make>
void hide(std::vector<T>& keys, unsigned others, Make const& make) {
    random_bits random{7};
    for (std::size_t i = 0; others > 0; ++i)
        if (!may_be_sampled(i, keys.size())) {
            keys[i] = make(random);
            --others;
        }
}

} // namespace pradix::test
