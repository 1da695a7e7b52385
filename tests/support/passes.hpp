// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/plans/pass_plan.hpp"

namespace pradix::test {

// The passes of a plan of so many launches for which this is true, a bit each.
template <class IsTrue>
constexpr unsigned passes_of_plan(cuda::pass_plan const& plan, unsigned launches, IsTrue const& is_true) {
    unsigned passes = 0, bit = 1;
    for (cuda::pass const& each : plan.passes) {
        if (bit < 1u << launches && is_true(each))
            passes |= bit;
        bit <<= 1;
    }
    return passes;
}

// They move items by their digit.
constexpr unsigned moving_passes(cuda::pass_plan const& plan, unsigned launches) {
    return passes_of_plan(plan, launches, [](cuda::pass const& each) { return each.active && !each.copies; });
}
// Most of their tiles are expected to be whole.
constexpr unsigned whole_passes(cuda::pass_plan const& plan, unsigned launches) {
    return passes_of_plan(plan, launches, [](cuda::pass const& each) { return each.whole_tiles; });
}

} // namespace pradix::test
