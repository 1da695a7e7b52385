// SPDX-License-Identifier: MIT
// How items are cut into portions and tiles, at every size, without a device.
#include "src/cuda/workspace.hpp"

#include <gtest/gtest.h>

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
