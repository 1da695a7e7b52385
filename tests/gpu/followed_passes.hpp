// SPDX-License-Identifier: MIT
// Sorts by all digits, and says what the passes were.
#pragma once

#include "tests/gpu/leading_digits.hpp"
#include "tests/support/passes.hpp"

namespace pradix::test {

// Pairs, positions and, unless these are counted and written anew, keys, in place or not: of_plan(plan, launches) is
// said to be the same for all of them.
template <class T>
void expect_passes(unsigned expected, std::vector<T> const& keys, unsigned (*of_plan)(cuda::pass_plan const&, unsigned),
                   options const& how = {}) {
    auto const look = [&](guarded_device const& workspace) { return of_plan(plan_of_last_sort(workspace), sizeof(T)); };
    auto tuned = tuned_to_digits<T>();
    sort_and_look(keys, tuned, false, scratch::usual, look, 0, how); // ties may be settled
    tuned.settled_items = ~std::uint64_t{0};
    auto const simpler = without_clusters(tuned);
    EXPECT_EQ(sort_and_look(keys, tuned, false, scratch::usual, look, 0, how), expected) << "pairs";
    EXPECT_EQ(sort_and_look(keys, simpler, true, scratch::usual, look, 0, how), expected) << "in place";
    EXPECT_EQ(argsort_and_look(keys, tuned, 100, look, how), expected) << "positions";
    if constexpr (sizeof(T) > 2) {
        EXPECT_EQ(sort_keys_and_look(keys, simpler, false, scratch::usual, look, 0, how), expected) << "keys";
        EXPECT_EQ(sort_keys_and_look(keys, tuned, true, scratch::usual, look, 0, how), expected) << "keys in place";
    }
}

} // namespace pradix::test
