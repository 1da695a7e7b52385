// SPDX-License-Identifier: MIT
// Passes by leading digits alone, where hardly any different keys share these: how many digits are left to them.
#pragma once

#include "src/cuda/plans/pass_plan.hpp"

namespace pradix::cuda {

// Passes by leading digits alone: different keys hardly ever share these. Items that do, a run of them, are put in
// order afterwards, by the digits that were left.
struct tie_plan {
    bool active;
    unsigned shift;  // of the leading digits
    unsigned digits; // that were left, a bit each; those that need no pass are not among them
};

// Leaves the lowest digits out, so many, by saying of them that they need no pass; if that saves passes enough to make
// up for a look at the output.
constexpr tie_plan plan_ties(digit_table const& table, bool (&constant)[most_passes], unsigned left) {
    constexpr unsigned least_saved = 2;
    unsigned lower = 0, leading = 0, digits = 0;
    for (unsigned p = 0; p < table.size; ++p)
        if (!constant[p]) {
            ++(p < left ? lower : leading);
            digits |= p < left ? 1u << p : 0;
        }
    auto const moves = [&](unsigned active) { return active + copies_for(table, active, false); };
    if (leading == 0 || moves(lower + leading) < moves(leading) + least_saved)
        return {};
    for (unsigned p = 0; p < left; ++p)
        constant[p] = true;
    return {true, table.digits[left].shift, digits};
}

} // namespace pradix::cuda
