// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/pass_plan.hpp"

namespace pradix::test {

// The passes of a plan of so many launches that move items by their digit, a bit each.
constexpr unsigned moving_passes(cuda::pass_plan const& plan, unsigned launches) {
    unsigned passes = 0;
    for (unsigned p = 0; p < launches; ++p)
        passes |= (plan.passes[p].active && !plan.passes[p].copies ? 1u : 0u) << p;
    return passes;
}
// Those of which most tiles are expected to be whole.
constexpr unsigned whole_passes(cuda::pass_plan const& plan, unsigned launches) {
    unsigned passes = 0;
    for (unsigned p = 0; p < launches; ++p)
        passes |= (plan.passes[p].whole_tiles ? 1u : 0u) << p;
    return passes;
}

} // namespace pradix::test
