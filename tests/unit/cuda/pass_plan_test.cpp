// SPDX-License-Identifier: MIT
// The plan that is made on the device, made here: for every set of digits that matter, items have to end in the output,
// and no pass may read what another one has not written or write what it reads.
#include "src/cuda/early_plans.hpp"
#include "src/cuda/tie_plan.hpp"
#include "tests/support/passes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::cuda;

struct given {
    digit_table table;
    std::vector<unsigned> needed; // digits that keys do not share
    bool sorted = false, reversed = false;
};

pass_plan plan_for(given const& what) {
    bool constant[most_passes];
    std::fill_n(constant, most_passes, true);
    for (unsigned const p : what.needed)
        constant[p] = false;
    pass_plan plan{};
    make_plan(plan, what.table, constant, what.sorted, what.reversed);
    return plan;
}

// Follows the items from launch to launch, and returns where they end. visit(pass, number) sees those that move them.
template <class Visit>
buffer follow(pass_plan const& plan, unsigned launches, buffer items, Visit const& visit) {
    for (unsigned p = 0; p < launches; ++p) {
        pass const& each = plan.passes[p];
        if (!each.active)
            continue;
        EXPECT_EQ(each.from, items);
        EXPECT_NE(each.to, each.from);
        visit(each, p);
        items = each.to;
    }
    return items;
}

void check(given const& what) {
    pass_plan const plan = plan_for(what);
    bool const ordered = what.sorted || what.reversed;
    bool encoded = false, reversed = false;
    std::vector<unsigned> partitioned;
    buffer const items = follow(plan, what.table.launches(), buffer::in, [&](pass const& each, unsigned p) {
        EXPECT_NE(each.to, buffer::in);
        bool const onto_itself = what.table.in_place && each.from == buffer::in && each.to == buffer::out;
        EXPECT_FALSE(onto_itself);
        EXPECT_EQ(each.first, !encoded && each.from == buffer::in);
        encoded = true;
        reversed ^= each.reverses;
        if (!each.copies)
            partitioned.push_back(p);
        encoded = !each.last;
    });
    EXPECT_FALSE(encoded) << "the last pass decodes";
    EXPECT_EQ(partitioned, ordered ? std::vector<unsigned>{} : what.needed);
    EXPECT_EQ(reversed, what.reversed && !what.sorted);
    bool const untouched = items == buffer::in;
    if (untouched)
        EXPECT_TRUE(what.table.in_place && !what.table.makes_values) << "the output was never written";
    else
        EXPECT_EQ(items, buffer::out);
}

TEST(pass_plan, brings_items_to_the_output) {
    for (unsigned const width : {1u, 8u, 9u, 16u, 23u, 32u, 40u})
        for (bool const in_place : {false, true})
            for (bool const makes_values : {false, true}) {
                digit_table const table = tabulate(3, 3 + width, in_place, makes_values);
                for (unsigned set = 0; set < 1u << table.size; ++set) {
                    given what{.table = table, .needed = {}};
                    for (unsigned p = 0; p < table.size; ++p)
                        if ((set >> p & 1) != 0)
                            what.needed.push_back(p);
                    SCOPED_TRACE(testing::Message() << width << " bits, in place " << in_place << ", makes values "
                                                    << makes_values << ", digits " << set);
                    check(what);
                    what.sorted = true;
                    check(what);
                    what.reversed = true;
                    check(what);
                    what.sorted = false;
                    check(what);
                }
            }
}

// Whatever passes there are, for items of which the first half of the scratch is full.
TEST(pass_plan, of_items_set_aside_goes_from_one_half_to_the_other) {
    for (bool const in_place : {false, true})
        for (unsigned set = 0; set < 1u << 4; ++set) {
            given what{.table = tabulate(0, 32, in_place, false), .needed = {}};
            for (unsigned p = 0; p < 4; ++p)
                if ((set >> p & 1) != 0)
                    what.needed.push_back(p);
            pass_plan plan = plan_for(what);
            buffer const end = pass_through_halves(plan, what.table.launches());
            EXPECT_EQ(end, follow(plan, what.table.launches(), buffer::scratch, [](pass const& each, unsigned) {
                          EXPECT_TRUE(each.to == buffer::scratch || each.to == buffer::second_half);
                      }));
        }
}

// An even number of them, so that one may be left; the plan is not taken for one that was made early.
TEST(pass_plan, lets_idle_launches_in_front_end_at_once) {
    for (bool const in_place : {false, true})
        for (unsigned const width : {56u, 64u}) {
            given what{.table = tabulate(0, width, in_place, false), .needed = {}};
            for (unsigned set = 0; set < 1u << what.table.size; ++set) {
                what.needed.clear();
                for (unsigned p = 0; p < what.table.size; ++p)
                    if ((set >> p & 1) != 0)
                        what.needed.push_back(p);
                pass_plan plan = plan_for(what);
                skip_first_launches(plan, what.table.launches());
                unsigned skipped = 0, idle = 0;
                while (skipped < 32 && (plan.needless >> skipped & 1) != 0)
                    ++skipped;
                while (idle < what.table.launches() && !plan.passes[idle].active)
                    ++idle;
                SCOPED_TRACE(testing::Message() << width << " bits, in place " << in_place << ", digits " << set);
                ASSERT_EQ(plan.needless, (std::uint64_t{1} << skipped) - 1) << "others behind them";
                ASSERT_EQ(skipped % 2, 0u);
                ASSERT_LE(skipped, idle);
                ASSERT_LE(idle - skipped, 1u);
                ASSERT_FALSE(plan.made_early());
            }
        }
}

// Of 64 bits, for every set of digits that matter.
TEST(tie_plan, leaves_low_digits_out_if_that_saves_two_passes) {
    for (bool const in_place : {false, true})
        for (unsigned const left : {2u, 3u, 4u})
            for (unsigned set = 0; set < 256; ++set) {
                given what{.table = tabulate(0, 64, in_place, false), .needed = {}}, leading = what;
                bool constant[most_passes];
                for (unsigned p = 0; p < most_passes; ++p) {
                    constant[p] = (set >> p & 1) == 0;
                    if (!constant[p])
                        what.needed.push_back(p);
                    if (!constant[p] && p >= left)
                        leading.needed.push_back(p);
                }
                SCOPED_TRACE(testing::Message() << "in place " << in_place << ", left " << left << ", digits " << set);
                auto const moves = [](given const& of) {
                    pass_plan const plan = plan_for(of);
                    return std::count_if(plan.passes, plan.passes + of.table.launches(),
                                         [](pass const& each) { return each.active; });
                };
                tie_plan const ties = plan_ties(what.table, constant, left);
                ASSERT_EQ(ties.active, !leading.needed.empty() && moves(what) >= moves(leading) + 2);
                for (unsigned p = 0; p < most_passes; ++p)
                    ASSERT_EQ(constant[p], (set >> p & 1) == 0 || (ties.active && p < left));
                if (ties.active) {
                    ASSERT_EQ(ties.shift, 8 * left);
                    ASSERT_EQ(ties.digits, set & ((1u << left) - 1));
                }
            }
}

// Groups may be sorted where they lie, in the output too; so the passes before them may end anywhere but in the input.
TEST(pass_plan, leaves_groups_where_they_can_be_sorted) {
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
TEST(pass_plan, of_batches_leaves_all_items_in_the_output) {
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
        make_plan_of_batches(plan, lower, higher, 7, unordered, true);
        EXPECT_EQ(plan.groups.together, 1u) << "tallies are of one group";
    }
}

// In place, the items come back by a copy.
TEST(pass_plan, of_one_pass_brings_items_to_the_output) {
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
TEST(pass_plan, of_all_digits_is_made_late_and_has_no_groups) {
    pass_plan plan{};
    make_plan_of_groups(plan, {0, 8}, {8, 8}, 1, false, false);
    bool const constant[most_passes] = {};
    make_plan(plan, tabulate(0, 32, false, false), constant, false, false);
    EXPECT_FALSE(plan.groups.active || plan.made_early());
    make_plan_of_no_pass(plan);
    EXPECT_TRUE(plan.made_early());
    EXPECT_FALSE(plan.passes[0].active || plan.groups.active);
}

// Passes of which most tiles are expected to be whole, of three digits in place: the last launch copies, if any does.
unsigned whole_passes_of(std::vector<unsigned> const& needed, unsigned nearly_constant, unsigned nearly_sorted) {
    digit_table const table = tabulate(0, 24, true, false);
    pass_plan plan = plan_for({.table = table, .needed = needed});
    expect_whole_tiles(plan, table.launches(), nearly_constant, nearly_sorted);
    return test::whole_passes(plan, table.launches());
}
TEST(pass_plan, expects_whole_tiles_where_keys_hardly_differ) {
    EXPECT_EQ(whole_passes_of({0, 1, 2}, 0b1110, 0b0111), 0b110u);
    EXPECT_EQ(whole_passes_of({0, 1}, 0b1110, 0), 0b010u) << "the third one has nothing to do";
    EXPECT_EQ(whole_passes_of({0, 1, 2}, 0, 0), 0u);
}
TEST(pass_plan, expects_whole_tiles_of_the_only_pass_over_keys_nearly_in_order) {
    EXPECT_EQ(whole_passes_of({1}, 0b001, 0b010), 0b010u);
    EXPECT_EQ(whole_passes_of({1}, 0b001, 0b101), 0u) << "other digits";
    EXPECT_EQ(whole_passes_of({1, 2}, 0, 0b111), 0u);
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

TEST(pass_plan, compares_nothing_in_an_empty_range) {
    digit_table const table = tabulate(5, 5, false, false);
    ASSERT_EQ(table.size, 1u);
    EXPECT_EQ(table.digits[0].of(0xffffffffu), 0u);
    check({.table = table, .needed = {}});
}

TEST(pass_plan, knows_keys_that_are_compared_whole) {
    EXPECT_TRUE(tabulate(0, 32, false, false).are_bytes_of(4));
    EXPECT_FALSE(tabulate(0, 31, false, false).are_bytes_of(4));
    EXPECT_FALSE(tabulate(8, 32, false, false).are_bytes_of(4));
}

TEST(pass_plan, of_groups_in_areas_has_no_pass) {
    pass_plan plan{};
    make_plan_of_areas(plan, 13, 4096, 77, 8, true);
    EXPECT_TRUE(plan.made_early() && plan.groups.active && plan.groups.by_tallies && plan.groups.are_of_rests());
    EXPECT_EQ(plan.needless, ~0u);
    EXPECT_FALSE(plan.passes[0].active || plan.passes[1].active);
    EXPECT_EQ(plan.groups.from, buffer::scratch);
    EXPECT_EQ(plan.groups.area, 77u);
    EXPECT_EQ(plan.groups.together, 1u) << "tallies";
    make_plan_of_areas(plan, 13, 4096, 77, 8, false);
    EXPECT_EQ(plan.groups.together, 8u);
    EXPECT_TRUE(plan.groups.are_of_rests());
    make_plan_of_groups(plan, {0, 8}, {8, 8}, 1, false, false);
    EXPECT_EQ(plan.groups.area, 0u) << "back to back";
    EXPECT_FALSE(plan.groups.are_of_rests());
    EXPECT_EQ(plan.needless, ~3u) << "two passes";
}

} // namespace
