// SPDX-License-Identifier: MIT
// Runs that tie are listed in memory that was there for something else: it has to be enough, whatever they are.
#include "src/cuda/engine.hpp"
#include "src/cuda/tie_lists.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace {

using namespace pradix::cuda;

// As many runs of one size as there can be.
struct listed {
    std::uint64_t runs, long_runs, members, rows;

    static listed of(std::uint64_t count, unsigned size) {
        std::uint64_t const runs = count / size;
        if (size <= group_tile.size())
            return {runs, 0, 0, 0};
        unsigned const members = tie_lists::members_of(size);
        return {0, runs, runs * members, members > 1 ? runs * members : 0};
    }
};

TEST(tie_lists, have_room_for_runs_of_any_size) {
    for (std::size_t const key_bytes : {8, 16})
        for (std::size_t const value_bytes : {0, 4, 8, 16})
            for (std::uint64_t const count : {std::uint64_t{20'000}, std::uint64_t{1} << 20,
                                              (std::uint64_t{3} << 26) + 1, std::uint64_t{1} << 28}) {
                SCOPED_TRACE(testing::Message() << count << " of " << key_bytes << " + " << value_bytes << " bytes");
                tuning const tuned = tune(key_bytes);
                ASSERT_TRUE(may_settle_ties(count, key_bytes, value_bytes, tuned));
                auto const cut = cutting::of(count, shape_for(count, key_bytes, value_bytes, tuned), tuned);
                std::size_t const words = std::size_t{cut.portion_tiles} * bins;
                std::unique_ptr<std::uint32_t[]> const first(new std::uint32_t[words]),
                    second(new std::uint32_t[words]);
                auto const bytes = static_cast<std::ptrdiff_t>(words * sizeof(std::uint32_t));
                std::uint32_t* const rows[] = {first.get(), second.get()};
                auto const lists = tie_lists::take(rows, nullptr, count);
                auto const used = [&](auto const* list, std::size_t size, std::uint32_t const* row) {
                    return reinterpret_cast<std::byte const*>(list + size) - reinterpret_cast<std::byte const*>(row);
                };
                for (unsigned size = most_tied_items + 1; size <= count; size += size < 20'000 ? 1 : size / 3) {
                    listed const all = listed::of(count, size);
                    ASSERT_LE(used(lists.runs, all.runs, rows[0]), bytes) << size;
                    ASSERT_LE(lists.long_runs + all.long_runs, reinterpret_cast<long_run const*>(lists.run_of_member));
                    ASSERT_LE(lists.run_of_member + all.members, reinterpret_cast<unsigned const*>(lists.counts));
                    ASSERT_LE(used(lists.counts, all.rows, rows[1]), bytes) << size;
                }
            }
}

TEST(tie_lists, are_not_for_more_items_than_they_have_room_for) {
    EXPECT_FALSE(may_settle_ties(std::uint64_t{1} << 31, 8, 0, tune(8)));
    EXPECT_FALSE(may_settle_ties(std::uint64_t{1} << 33, 8, 8, tune(8)));
    EXPECT_FALSE(may_settle_ties(std::uint64_t{1} << 24, 4, 0, tune(4))) << "narrow keys have few digits";
}

// A bit for each tile.
TEST(tie_lists, say_which_runs_that_cross_tiles_are_listed) {
    for (std::uint64_t count = 1; count < 200'000; count += 511)
        EXPECT_GE(32 * tie_lists::words_of_crossing(count, 2048), (count + 2047) / 2048);
}

} // namespace
