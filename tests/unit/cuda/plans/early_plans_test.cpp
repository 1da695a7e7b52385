// SPDX-License-Identifier: MIT
// Plans that need no counts: where items go in them, and that they are told from those that are made of counts.
#include "src/cuda/plans/early_plans.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pradix;
using namespace pradix::cuda;

// Groups may be sorted where they lie, in the output too; so the passes before them may end anywhere but in the input.
TEST(early_plans, leaves_groups_where_they_can_be_sorted) {
    core::digit const lower{40, 8}, higher{48, 6};
    for (bool const unordered : {false, true}) {
        pass_plan plan{};
        make_plan_of_groups(plan, lower, higher, 7, unordered, false);
        buffer items = buffer::in;
        for (unsigned launch = 0; launch < most_passes; ++launch) {
            pass const& each = plan.passes[launch];
            ASSERT_EQ(each.active, launch < 2);
            if (!each.active)
                continue;
            EXPECT_EQ(each.digit, (launch == 0) == unordered ? higher : lower) << "stable passes begin with the lower";
            EXPECT_EQ(each.unordered, unordered);
            EXPECT_EQ(each.from, items);
            EXPECT_NE(each.to, items);
            EXPECT_FALSE(items == buffer::in && each.to == buffer::out) << "which may be one buffer";
            EXPECT_EQ(each.first, items == buffer::in);
            EXPECT_FALSE(each.last || each.copies || each.reverses);
            items = each.to;
        }
        EXPECT_TRUE(plan.made_early() && plan.groups.active);
        EXPECT_EQ(plan.groups.from, items);
        EXPECT_NE(items, buffer::in);
        EXPECT_EQ(plan.groups.shift, 40u);
        EXPECT_EQ(plan.groups.groups, 1u << 14);
        EXPECT_EQ(plan.groups.together, 7u);
    }
}

// With little scratch, which holds one batch at a time, all items have to stay in the output in between.
TEST(early_plans, of_batches_leaves_all_items_in_the_output) {
    core::digit const lower{40, 8}, higher{48, 6};
    for (bool const unordered : {false, true}) {
        pass_plan plan{};
        make_plan_of_batches(plan, lower, higher, 7, unordered, false);
        pass const &all = plan.passes[0], &batch = plan.passes[1];
        EXPECT_TRUE(plan.made_early() && plan.groups.active && all.active && batch.active);
        EXPECT_EQ(all.digit, higher);
        EXPECT_TRUE(all.first && all.from == buffer::in && all.to == buffer::out);
        EXPECT_EQ(batch.digit, lower);
        EXPECT_TRUE(!batch.first && batch.from == buffer::out && batch.to == buffer::scratch);
        EXPECT_FALSE(all.last || batch.last) << "groups decode";
        EXPECT_EQ(plan.groups.from, buffer::scratch);
        EXPECT_EQ(plan.groups.together, 4u) << "groups sorted together are of one bucket";
        EXPECT_EQ(all.unordered, unordered);
        EXPECT_EQ(batch.unordered, unordered);
        EXPECT_FALSE(plan.groups.of_rests);
        make_plan_of_batches(plan, lower, higher, 7, unordered, true);
        EXPECT_TRUE(plan.groups.of_rests);
    }
}

// In place, the items come back by a copy.
TEST(early_plans, of_one_pass_brings_items_to_the_output) {
    core::digit const digit{13, 8};
    for (bool const in_place : {false, true}) {
        pass_plan plan{};
        make_plan_of_one_pass(plan, digit, in_place);
        EXPECT_TRUE(plan.made_early() && !plan.groups.active);
        pass const &one = plan.passes[0], &other = plan.passes[1];
        EXPECT_TRUE(one.active && one.first && !one.copies);
        EXPECT_EQ(one.digit, digit);
        EXPECT_EQ(one.from, buffer::in);
        EXPECT_EQ(one.last, !in_place);
        EXPECT_EQ(other.active, in_place);
        EXPECT_EQ(one.to, in_place ? buffer::scratch : buffer::out);
        if (in_place) {
            EXPECT_TRUE(other.copies && other.last && !other.first);
            EXPECT_EQ(other.from, one.to);
            EXPECT_EQ(other.to, buffer::out);
        }
    }
}

// What was planned for another sort must not be left over.
TEST(early_plans, of_all_digits_is_made_late_and_has_no_groups) {
    pass_plan plan{};
    make_plan_of_groups(plan, {0, 8}, {8, 8}, 1, false, false);
    bool const constant[most_passes] = {};
    make_plan(plan, tabulate(0, 32, false, false), constant, false, false);
    EXPECT_FALSE(plan.groups.active || plan.made_early());
    make_plan_of_no_pass(plan);
    EXPECT_TRUE(plan.made_early());
    EXPECT_FALSE(plan.passes[0].active || plan.groups.active);
}

// Items go from the input to the output by the highest bits, and images are there where no keys are wanted.
TEST(few_passes, go_by_the_highest_digits_to_the_output) {
    for (unsigned const digits : {1u, 2u})
        for (bool const in_place : {false, true})
            for (bool const keys_wanted : {false, true}) {
                few_passes few{};
                few.make(29, digits, in_place, keys_wanted);
                ASSERT_EQ(few.size, in_place ? 2u : digits);
                buffer items = buffer::in;
                unsigned above = 29 - digits * radix_bits;
                for (unsigned p = 0; p < few.size; ++p) {
                    pass const& each = few.passes[p];
                    EXPECT_TRUE(each.active && each.from == items && each.to != items && !each.unordered);
                    EXPECT_EQ(each.first, p == 0);
                    EXPECT_EQ(each.last, p + 1 == few.size && keys_wanted);
                    EXPECT_EQ(each.copies, p == digits);
                    if (!each.copies) {
                        EXPECT_EQ(each.digit, (core::digit{above, radix_bits}));
                        above += radix_bits;
                    }
                    items = each.to;
                }
                EXPECT_EQ(items, buffer::out);
                EXPECT_EQ(above, 29u);
            }
}

TEST(early_plans, of_groups_in_areas_has_no_pass) {
    pass_plan plan{};
    make_plan_of_areas(plan, 13, 4096, 77, 8);
    EXPECT_TRUE(plan.made_early() && plan.groups.active && plan.groups.of_rests);
    EXPECT_EQ(plan.needless, ~0u);
    EXPECT_FALSE(plan.passes[0].active || plan.passes[1].active);
    EXPECT_EQ(plan.groups.from, buffer::scratch);
    EXPECT_EQ(plan.groups.area, 77u);
    EXPECT_EQ(plan.groups.together, 8u);
    make_plan_of_groups(plan, {0, 8}, {8, 8}, 1, false, false);
    EXPECT_EQ(plan.groups.area, 0u) << "back to back";
    EXPECT_FALSE(plan.groups.of_rests);
    EXPECT_EQ(plan.needless, ~3u) << "two passes";
}

} // namespace
