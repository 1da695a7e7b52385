// SPDX-License-Identifier: MIT
// Runs that tie are listed in memory that was there for something else: it has to be enough, whatever they are.
#include "src/cuda/state/tie_lists.hpp"

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

// Words of either row of look-back state.
std::size_t words_for(std::uint64_t count, tile_shape shape) {
    return std::size_t{cutting::of(count, shape, tune(8)).portion_tiles} * bins;
}

TEST(tie_lists, have_room_for_runs_of_any_size) {
    for (std::size_t const key_bytes : {8, 16})
        for (std::size_t const value_bytes : {0, 4, 8, 16})
            for (std::uint64_t const count : {std::uint64_t{20'000}, std::uint64_t{1} << 20,
                                              (std::uint64_t{3} << 26) + 1, std::uint64_t{1} << 28}) {
                SCOPED_TRACE(testing::Message() << count << " of " << key_bytes << " + " << value_bytes << " bytes");
                ASSERT_TRUE(tie_lists::fit(count, words_for(count, small_tile(key_bytes, value_bytes))));
                std::size_t const words = words_for(count, large_tile(key_bytes, value_bytes));
                ASSERT_TRUE(tie_lists::fit(count, words));
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
    for (std::uint64_t const count : {std::uint64_t{1} << 31, std::uint64_t{1} << 33})
        EXPECT_FALSE(tie_lists::fit(count, words_for(count, large_tile(8, 8))));
}

// A bit for each tile.
TEST(tie_lists, say_which_runs_that_cross_tiles_are_listed) {
    for (std::size_t const key_bytes : {8, 16}) {
        unsigned const tile = tie_tile(key_bytes, 0).size();
        for (std::uint64_t count = 1; count < 200'000; count += 511)
            EXPECT_GE(32 * tie_lists::words_of_crossing(count, tile), (count + tile - 1) / tile);
    }
}

} // namespace
