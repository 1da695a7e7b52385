// SPDX-License-Identifier: MIT
// How keys that are spread evenly are looked at before one launch divides them.
#include "src/cuda/block/one_launch/even_division.cuh"
#include "src/cuda/plans/tile_shapes.hpp"
#include "tests/emulated/surveyed.hpp"

namespace {

using namespace pradix;
using namespace pradix::cuda;
using namespace pradix::test;
using namespace pradix::test::emulated;

// Also if blocks are so few, as on a small part of a device, that a thread has several.
TEST(even_division, clears_all_cursors) {
    using tile_of_block = tile<512, 4, 1>;
    using division = even_division<std::uint32_t, tile_of_block, most_even_pieces>;
    constexpr std::size_t count = 6'000'000;
    for (unsigned const blocks : {2u, 40u}) {
        auto const areas = piece_areas::of(count, blocks, group_tile.size(), tile_of_block::threads);
        ASSERT_LE(areas.pieces, most_even_pieces);
        std::vector<std::uint32_t> keys(count);
        random_bits random{41};
        std::generate(keys.begin(), keys.end(), [&] { return static_cast<std::uint32_t>(random()); });
        arguments<std::uint32_t, no_value> with{};
        with.most = count;
        with.codec = core::make_codec<std::uint32_t>(key_type::u32, order::ascending, {}, {});
        with.keys[static_cast<unsigned>(buffer::in)] = keys.data();
        std::vector<unsigned> cursors(areas.pieces + 2, 12'345);
        run_grid(blocks, tile_of_block::threads, 1, [&] {
            EXPECT_TRUE(division(dynamic_space<division::space>(), with, cursors.data(), areas).look_at_sample());
        });
        EXPECT_EQ(std::count(cursors.begin(), cursors.end(), 0u), areas.pieces + 1) << blocks << " blocks";
        EXPECT_EQ(cursors.back(), 12'345u) << "beyond";
    }
}

} // namespace
