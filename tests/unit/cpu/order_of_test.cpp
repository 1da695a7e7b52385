// SPDX-License-Identifier: MIT
#include "src/cpu/order_of.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace pradix::cpu;
using cell = item<std::uint32_t, no_value>;

sortedness look(std::vector<cell> items, unsigned low = 0, bool identical = true) {
    return look_at_order(scratch_view<cell>{items.data()}, 0, 0, items.size(), low, identical);
}

std::vector<cell> ramp(std::size_t count, bool up) {
    std::vector<cell> items(count);
    for (std::uint32_t i = 0; i < count; ++i)
        items[i] = {10 + 3 * (up ? i : static_cast<std::uint32_t>(count) - i)};
    return items;
}

// One key out of place, wherever it is, is seen.
TEST(LookAtOrder, SeesEveryDisorder) {
    for (std::size_t const count : {3u, 127u, 128u, 129u, 130u, 257u, 1000u})
        for (bool const up : {true, false}) {
            sortedness const tidy = look(ramp(count, up));
            EXPECT_EQ(tidy.ascending, up);
            EXPECT_EQ(tidy.descending, !up);
            for (std::size_t i = 1; i < count; ++i) {
                auto items = ramp(count, up);
                items[i].key = up ? items[i - 1].key - 1 : items[i - 1].key + 1;
                ASSERT_TRUE(look(items).none()) << i << " of " << count;
            }
        }
}

TEST(LookAtOrder, EqualKeysMayBeReversedOnlyIfIdentical) {
    std::vector<cell> const equal(300, cell{7});
    EXPECT_TRUE(look(equal).ascending);
    EXPECT_TRUE(look(equal, 0, true).descending);
    EXPECT_FALSE(look(equal, 0, false).descending);
}

TEST(LookAtOrder, IgnoresBitsBelowLow) {
    EXPECT_TRUE(look({{0x1ff}, {0x100}, {0x2aa}, {0x200}}, 8).ascending);
    EXPECT_FALSE(look({{0x1ff}, {0x100}, {0x2aa}, {0x200}}, 4).ascending);
}

TEST(LookAtOrder, AChunkLooksAtTheItemBeforeIt) {
    std::vector<cell> items{{5}, {1}, {2}};
    scratch_view<cell> const view{items.data()};
    EXPECT_FALSE(look_at_order(view, 0, 1, 3, 0, true).ascending);
    EXPECT_TRUE(look_at_order(view, 1, 1, 3, 0, true).ascending);
}

TEST(LookAtRange, ClearsBitsBelowLow) {
    std::vector<cell> items{{0x1234}, {0x0fff}, {0x8001}};
    auto const range = look_at_range(scratch_view<cell>{items.data()}, 0, 3, 4);
    EXPECT_EQ(range.minimum, 0x0ff0u);
    EXPECT_EQ(range.maximum, 0x8000u);
}

} // namespace
