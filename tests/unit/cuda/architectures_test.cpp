// SPDX-License-Identifier: MIT
#include "src/cuda/architectures.hpp"

#include <gtest/gtest.h>

namespace {

using pradix::cuda::runs_on;

TEST(architectures, of_machine_code_are_those_of_one_generation) {
    EXPECT_TRUE(runs_on("80-real", 8, 0));
    EXPECT_TRUE(runs_on("80-real", 8, 9));
    EXPECT_FALSE(runs_on("80-real", 7, 5));
    EXPECT_FALSE(runs_on("80-real", 9, 0));
    EXPECT_FALSE(runs_on("86-real", 8, 0));
}

TEST(architectures, with_a_letter_are_for_one_device_or_its_generation) {
    EXPECT_TRUE(runs_on("90a-real", 9, 0));
    EXPECT_TRUE(runs_on("90a-virtual", 9, 0));
    EXPECT_FALSE(runs_on("100a-real", 10, 3));
    EXPECT_TRUE(runs_on("100f-real", 10, 3));
    EXPECT_FALSE(runs_on("100f", 12, 0));
}

TEST(architectures, of_ptx_are_all_later_ones) {
    EXPECT_TRUE(runs_on("90", 12, 0));
    EXPECT_TRUE(runs_on("90-virtual", 9, 0));
    EXPECT_TRUE(runs_on("90-virtual", 10, 3));
    EXPECT_FALSE(runs_on("90", 8, 9));
    EXPECT_FALSE(runs_on("90a", 10, 0));
}

TEST(architectures, are_any_of_a_list) {
    constexpr char usual[] = "80-real, 90-real, 100, 120";
    for (unsigned const capability : {80u, 86u, 89u, 90u, 100u, 103u, 110u, 120u, 121u})
        EXPECT_TRUE(runs_on(usual, capability / 10, capability % 10)) << capability;
    EXPECT_FALSE(runs_on(usual, 7, 5));
    EXPECT_TRUE(runs_on("native", 7, 5)) << "what it is, only the machine that built it knows";
    EXPECT_FALSE(runs_on("", 9, 0)) << "nothing was compiled";
}

} // namespace
