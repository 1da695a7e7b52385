// SPDX-License-Identifier: MIT
#include "src/core/bits.hpp"
#include "src/core/digit_plan.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pradix::core;

TEST(DigitPlan, CoversEveryBitOnceInOrderWithFewestPasses) {
    for (unsigned begin = 0; begin < 20; ++begin)
        for (unsigned end = begin + 1; end <= 128; ++end)
            for (unsigned widest : {1u, 7u, 8u, 10u, 11u}) {
                digit_plan const plan{begin, end, widest};
                ASSERT_EQ(plan.passes(), (end - begin + widest - 1) / widest);
                unsigned at = begin;
                for (unsigned pass = 0; pass < plan.passes(); ++pass) {
                    ASSERT_EQ(plan[pass].shift, at);
                    ASSERT_GE(plan[pass].width, 1u);
                    ASSERT_LE(plan[pass].width, widest);
                    ASSERT_LE(plan[pass].width, (end - begin) / plan.passes() + 1) << "widths are even";
                    at += plan[pass].width;
                }
                ASSERT_EQ(at, end);
            }
}

TEST(Digit, ReadsItsBits) {
    EXPECT_EQ((digit{4, 8}.of(0xABCDu)), 0xBCu);
    EXPECT_EQ((digit{100, 10}.of(uint128{0x155} << 100)), 0x155u);
}

TEST(Bits, RotationsUndoEachOther) {
    for (unsigned count = 0; count < 128; ++count) {
        uint128 const value = (uint128{0x0123456789abcdef} << 64) | 0xfedcba9876543210;
        EXPECT_TRUE(rotate_right(rotate_left(value, count), count) == value);
    }
    EXPECT_EQ(rotate_left<std::uint8_t>(0x81, 1), 0x03);
    EXPECT_EQ(rotate_left<std::uint16_t>(0x1234, 0), 0x1234);
}

TEST(Bits, WidthOfAllPowers) {
    EXPECT_EQ(bit_width(0u), 0u);
    for (unsigned bit = 0; bit < 128; ++bit)
        EXPECT_EQ(bit_width(uint128{1} << bit), bit + 1);
    EXPECT_EQ(low_mask<std::uint8_t>(8), 0xff);
    EXPECT_EQ(low_mask<std::uint64_t>(0), 0u);
}

} // namespace
