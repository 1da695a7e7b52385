// SPDX-License-Identifier: MIT
// How items are cut into portions and tiles, at every size, without a device.
#include "src/cuda/engine.hpp"
#include "src/cuda/plans/range_plan.hpp"
#include "src/cuda/state/workspace.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace {

using namespace pradix::cuda;

TEST(cutting, covers_all_items_with_whole_tiles) {
    tile_shape const shape{256, 4};
    tuning tuned{};
    tuned.portion_items = 5 * shape.size();
    for (std::uint64_t count = 1; count < 40 * shape.size(); count += 97) {
        auto const cut = cutting::of(count, shape, tuned);
        std::uint64_t tiles = 0;
        for (std::uint64_t p = 0; p < cut.portions; ++p) {
            unsigned const here = cut.tiles_of(p, count);
            ASSERT_GT(here, 0u) << count;
            ASSERT_LE(here, cut.portion_tiles) << count;
            ASSERT_LE(std::uint64_t{here} * shape.size(), tuned.portion_items) << count;
            tiles += here;
        }
        ASSERT_EQ(tiles, (count + shape.size() - 1) / shape.size());
    }
}

TEST(cutting, keeps_counts_within_30_bits_at_any_size) {
    for (std::size_t const key_bytes : {1, 2, 4, 8, 16}) {
        auto const cut = cutting::of(std::uint64_t{1} << 40, large_tile(key_bytes, 0), tune(key_bytes));
        EXPECT_LT(cut.portion_items, std::uint64_t{1} << 30);
    }
}

// Counts a fraction of a per cent apart, and those behind which paths and shapes end.
std::vector<std::uint64_t> many_counts(tuning const& tuned, std::uint64_t least) {
    std::vector<std::uint64_t> counts;
    for (std::uint64_t count = least; count < std::uint64_t{1} << 33; count += 1 + count / 5000)
        counts.push_back(count);
    for (std::uint64_t const last : {tuned.cooperative_items, tuned.even_items, tuned.medium_items, tuned.medium_pairs,
                                     tuned.counting_items - 1, tuned.leading_items, tuned.wide_items,
                                     tuned.ranged_items - 1, tuned.portion_items, tuned.uncounted_in_order - 1})
        counts.insert(counts.end(), {last, last + 1});
    std::sort(counts.begin(), counts.end());
    return counts;
}

// Bytes that are asked for the largest array of some are enough for all.
TEST(engine_bytes, up_to_a_count_are_enough_for_fewer_items) {
    for (std::size_t const key_bytes : {1, 2, 4, 8, 16})
        for (std::size_t const value_bytes : {0, 4, 8, 16})
            for (bool const keys_wanted : {true, false}) {
                tuning const tuned = tune(key_bytes);
                std::size_t most = 0;
                bool has_dropped = false;
                for (std::uint64_t const count : many_counts(tuned, 1)) {
                    std::size_t const bytes = engine_bytes({count, key_bytes, value_bytes}, keys_wanted, tuned);
                    has_dropped |= bytes < most;
                    most = std::max(most, bytes);
                    ASSERT_LE(most, engine_bytes_up_to({count, key_bytes, value_bytes}, keys_wanted, tuned))
                        << count << " items, keys of " << key_bytes << ", values of " << value_bytes << " bytes";
                }
                EXPECT_TRUE(has_dropped) << "else there is no need for it";
            }
}

// The same where little scratch is asked for: fewer items need no more, in ranges or not.
TEST(engine_bytes, in_ranges_are_enough_for_fewer_items) {
    for (std::size_t const key_bytes : {1, 2, 4, 8, 16})
        for (std::size_t const value_bytes : {0, 4, 8, 16}) {
            tuning const tuned = tune(key_bytes);
            std::size_t most = 0;
            for (std::uint64_t const count : many_counts(tuned, least_ranged_items)) {
                std::size_t const in_ranges = engine_bytes_in_ranges({count, key_bytes, value_bytes}, tuned);
                most = std::max(most, std::min(in_ranges, engine_bytes({count, key_bytes, value_bytes}, true, tuned)));
                if (count < tuned.ranged_items)
                    continue;
                ASSERT_LE(most, engine_bytes_in_ranges_up_to({count, key_bytes, value_bytes}, tuned))
                    << count << " items, keys of " << key_bytes << ", values of " << value_bytes << " bytes";
            }
        }
}

TEST(device_arena, counts_what_it_would_hand_out) {
    device_arena needed;
    EXPECT_EQ(needed.bytes(), 0u);
    needed.take<std::uint64_t>(1);
    needed.take<char>(300);
    std::size_t const bytes = needed.bytes();
    alignas(256) static std::byte memory[4096];
    for (std::size_t offset = 0; offset < 256; ++offset) {
        device_arena arena(memory + offset);
        auto* const first = arena.take<std::uint64_t>(1);
        char* const last = arena.take<char>(300);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % 256, 0u);
        EXPECT_GE(reinterpret_cast<std::byte*>(first), memory + offset);
        EXPECT_LE(reinterpret_cast<std::byte*>(last + 300), memory + offset + bytes);
    }
}

} // namespace
