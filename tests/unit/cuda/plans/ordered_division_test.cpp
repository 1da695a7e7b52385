// SPDX-License-Identifier: MIT
// Where the items of a bucket lie that are divided in order, as tiles write and read them: nothing is lost, written
// twice or out of order, whatever the tiles have of it.
#include "src/cuda/plans/ordered_division.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <vector>

namespace {

using namespace pradix::cuda;

// What each tile has of the bucket is written to its places, as bucket_places does, and read tile by tile.
std::vector<unsigned> written_and_read(ordered_bucket const& bucket, std::vector<unsigned> const& counts,
                                       unsigned tile_items) {
    unsigned before = 0, unused = 0;
    std::vector<unsigned> memory(bucket.home + bucket.behind, ~0u);
    for (unsigned const count : counts) {
        EXPECT_TRUE(bucket.has_place(before, count));
        if (bucket.is_home_full(before, count) && before <= bucket.home)
            unused = bucket.home - before;
        for (unsigned i = 0; i < count; ++i) {
            unsigned& item = memory.at(bucket.place(before, count) + i);
            EXPECT_EQ(item, ~0u) << "written twice";
            item = before + i;
        }
        before += count;
    }
    std::vector<unsigned> read;
    bool ended = false;
    for (unsigned i = 0;; ++i) {
        auto const part = bucket.tile(i, before, unused, tile_items);
        EXPECT_LE(part.size, tile_items);
        if (part.size == 0)
            break;
        EXPECT_FALSE(ended) << "one more after the last one";
        ended = part.is_last;
        read.insert(read.end(), memory.begin() + part.place, memory.begin() + part.place + part.size);
    }
    EXPECT_EQ(ended, before > 0);
    return read;
}

TEST(ordered_bucket, keeps_what_tiles_write_in_order) {
    constexpr unsigned tile_items = 64;
    std::mt19937 random(7);
    for (ordered_bucket const bucket : {ordered_bucket{640, 300, 64}, {1000, 200, 64}, {100, 90, 45}, {64, 2, 1}})
        for (unsigned const most : {1u, 8u, bucket.gap})
            for (unsigned round = 0; round < 200; ++round) {
                // As many as there is room for, in any case.
                auto const below = [&](unsigned end) { return static_cast<unsigned>(random() % end); };
                unsigned const all = below(bucket.home + bucket.behind - bucket.gap + 1),
                               of_tile = std::min(most, bucket.gap);
                std::vector<unsigned> counts;
                for (unsigned left = all; left > 0; left -= counts.back())
                    counts.push_back(std::min(below(of_tile + 1), left));
                std::vector<unsigned> expected(all);
                std::iota(expected.begin(), expected.end(), 0u);
                ASSERT_EQ(written_and_read(bucket, counts, tile_items), expected) << bucket.home << " " << most;
            }
}

TEST(ordered_bucket, fills_its_home_exactly) {
    ordered_bucket const bucket{128, 64, 32};
    EXPECT_FALSE(bucket.is_home_full(96, 32));
    EXPECT_EQ(bucket.place(96, 32), 96u);
    EXPECT_EQ(bucket.place(128, 1), 160u) << "behind, where the gap ends";
    EXPECT_EQ(bucket.place(127, 2), 159u) << "one place left unused";
    auto const last = bucket.tile(1, 128, 0, 64);
    EXPECT_EQ(last.place, 64u);
    EXPECT_EQ(last.size, 64u);
    EXPECT_TRUE(last.is_last);
    EXPECT_EQ(bucket.tile(2, 128, 0, 64).size, 0u);
    EXPECT_EQ(bucket.tile(0, 0, 0, 64).size, 0u) << "an empty bucket";
}

TEST(ordered_bucket, tells_when_there_is_no_place) {
    ordered_bucket const bucket{128, 64, 32};
    EXPECT_TRUE(bucket.has_place(128, 32));
    EXPECT_FALSE(bucket.has_place(128, 33)) << "more than is behind";
    EXPECT_TRUE(bucket.has_place(96, 64)) << "all in the gap and behind it";
    EXPECT_FALSE(bucket.has_place(95, 34)) << "more than the gap would be left unused";
}

// Then nothing is true of it, but nobody reads beside its memory.
TEST(ordered_bucket, is_never_read_beside_its_memory) {
    ordered_bucket const bucket{128, 64, 32};
    for (unsigned const count : {0u, 100u, 129u, 1000u, 1u << 29})
        for (unsigned const unused : {0u, 31u, 33u, 128u, ~0u})
            for (unsigned i = 0; i < 10; ++i) {
                auto const part = bucket.tile(i, count, unused, 64);
                ASSERT_TRUE(part.size == 0 || part.place + part.size <= 128 + 64) << count << " " << unused;
            }
}

TEST(ordered_prefix, leaves_two_bytes_and_groups_that_areas_fit) {
    constexpr unsigned fit = group_tile.size();
    EXPECT_EQ(ordered_prefix_width(std::uint64_t{1} << 28, 32, fit, false), 16u);
    EXPECT_EQ(ordered_prefix_width(std::uint64_t{1} << 26, 32, fit, false), 16u);
    EXPECT_EQ(ordered_prefix_width(std::uint64_t{1} << 25, 32, fit, false), 0u) << "groups of 512";
    EXPECT_EQ(ordered_prefix_width(std::uint64_t{1} << 25, 31, fit, false), 15u);
    EXPECT_EQ(ordered_prefix_width(std::uint64_t{1} << 28, 29, fit, false), 16u);
    EXPECT_EQ(ordered_prefix_width(std::uint64_t{1} << 28, 28, fit, false), 0u) << "each key is there once on average";
    EXPECT_EQ(ordered_prefix_width(2'600'007, 25, fit, false), 10u);
    EXPECT_EQ(ordered_prefix_width(1'400'003, 25, fit, false), 9u);
    EXPECT_EQ(ordered_prefix_width(100, 9, fit, false), 0u) << "no bits would be left";
    EXPECT_EQ(ordered_prefix_width(std::uint64_t{1} << 30, 32, fit, true), 18u);
    EXPECT_EQ(ordered_prefix_width(std::uint64_t{1} << 29, 32, fit, true), 17u);
    EXPECT_EQ(ordered_prefix_width(110'000'000, 28, fit, true), 17u);
    EXPECT_EQ(ordered_prefix_width(100'000'000, 28, fit, true), 0u) << "groups of 763";
}

// Scratch is computed from a bound on tiles that does not know the layout.
TEST(ordered_prefix, makes_no_more_tiles_than_are_said) {
    constexpr unsigned fit = group_tile.size(), tile_items = large_tile(4, 4).size();
    unsigned checked[2]{};
    for (std::uint64_t count = 1'000'000; count <= tune(4).wide_items; count += count / 7 + 1)
        for (unsigned bits = 10; bits <= 32; ++bits) {
            bool const is_wide = count > tune(4).leading_items;
            unsigned const width = ordered_prefix_width(count, bits, fit, is_wide),
                           most = most_tiles_in_order(count, tile_items, is_wide ? wide_bins : bins);
            if (width == 0)
                continue;
            auto const layout = uncounted_layout::of(count, width, 8, fit);
            ASSERT_LE(layout.buckets, is_wide ? wide_bins : bins);
            ASSERT_LE(layout.tiles_of_bucket(tile_items) * layout.buckets, most) << count << " " << bits;
            ASSERT_LE((count + tile_items - 1) / tile_items, most);
            ASSERT_LE(ordered_bucket::of(layout, tile_items).gap, layout.behind_homes);
            ++checked[is_wide];
        }
    EXPECT_TRUE(checked[0] > 0 && checked[1] > 0);
}

} // namespace
