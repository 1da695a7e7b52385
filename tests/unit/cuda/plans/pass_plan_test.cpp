// SPDX-License-Identifier: MIT
// The plan that is made on the device, made here: for every set of digits that matter, items have to end in the output,
// and no pass may read what another one has not written or write what it reads.
#include "src/cuda/plans/tie_plan.hpp"
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

} // namespace
