// SPDX-License-Identifier: MIT
// Groups fit a block, and areas fit the scratch, whatever the number of items.
#include "src/cuda/plans/uncounted_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using namespace pradix;
using namespace pradix::cuda;

TEST(groups, are_half_as_large_as_a_block_can_sort) {
    constexpr unsigned fit = 5120;
    for (std::uint64_t count = std::uint64_t{1} << 20; count <= 65536 * (fit / 2); count = count * 5 / 4) {
        unsigned const width = prefix_width(count, fit);
        ASSERT_GT(width, radix_bits) << "two digits";
        ASSERT_LE(width, 2 * radix_bits);
        EXPECT_LE(count >> width, fit / 2) << count;
        EXPECT_TRUE(width == radix_bits + 1 || count >> width >= fit / 4 - 1) << count;
    }
    EXPECT_EQ(prefix_width(1000, fit), radix_bits + 1);
    EXPECT_EQ(prefix_width(std::uint64_t{1} << 40, fit), 2 * radix_bits);
}

TEST(groups, fit_though_keys_repeat_as_far_as_there_is_room) {
    constexpr unsigned fit = 5120;
    EXPECT_NEAR(most_repeats(4096, fit, 4.5f), 11.6, 0.1) << "2^28 items";
    EXPECT_GT(most_repeats(fit / 2, fit, 4.5f), 100);
    EXPECT_EQ(most_repeats(fit - 100, fit, 4.5f), 0) << "hardly room for chance";
    EXPECT_EQ(most_repeats(fit + 100, fit, 4.5f), 0);
}

TEST(groups, fit_their_areas_though_keys_repeat_as_far_as_that_pays) {
    constexpr unsigned fit = 5120;
    auto const most = [](std::uint64_t count, std::size_t word_bytes) {
        return most_repeats_of_areas(count, uncounted_layout::of(count, 16, word_bytes, fit), word_bytes);
    };
    EXPECT_NEAR(most(std::uint64_t{1} << 24, 4), 15, 0.1) << "all but one group in 160";
    EXPECT_NEAR(most(std::uint64_t{1} << 26, 4), 21, 0.01) << "more crowd bins";
    EXPECT_NEAR(most(std::uint64_t{1} << 28, 4), 9.2, 0.1) << "a block sorts no larger groups";
    EXPECT_NEAR(most(std::uint64_t{1} << 28, 8), 0.3, 0.01) << "equal ones take longer";
    EXPECT_EQ(most(std::uint64_t{1} << 24, 8), 0) << "hardly room for chance";
    auto const in_order = [](std::uint64_t count) {
        return most_repeats_if_most_fit(count, uncounted_layout::of(count, 16, 8, fit));
    };
    EXPECT_NEAR(in_order(std::uint64_t{1} << 26), 4.8, 0.1) << "areas for 1,216, 1,024 on average";
    EXPECT_NEAR(in_order(std::uint64_t{1} << 28), 9.2, 0.1) << "no more than a block can sort";
}

TEST(groups, all_fit_their_areas_if_keys_repeat_less) {
    auto const in_order = [](std::uint64_t count) {
        return most_repeats_if_all_fit(count, uncounted_layout::of(count, 16, 8, group_tile.size()));
    };
    EXPECT_NEAR(in_order(std::uint64_t{1} << 28), 4.8, 0.1) << "areas for 4,864, 4,096 on average";
    EXPECT_NEAR(in_order(std::uint64_t{1} << 26), 0.4, 0.1) << "areas for 1,216";
    EXPECT_NEAR(in_order(300'000'000), 1.6, 0.1) << "no more than a block can sort";
    EXPECT_EQ(in_order(std::uint64_t{1} << 24), 0) << "hardly room for chance";
}

TEST(groups, that_were_counted_are_sorted_where_that_pays) {
    constexpr unsigned fit = 5120;
    constexpr std::uint64_t many = std::uint64_t{1} << 28;
    constexpr core::digit prefix{16, 16};
    auto const sorted = [&](std::uint64_t count, unsigned largest, bool may_have_large, bool may_leave_rests) {
        return counted_groups::of(count, prefix, largest, fit, may_have_large, may_leave_rests);
    };
    EXPECT_EQ(sorted(many, 5000, false, false).together, 1u);
    EXPECT_EQ(sorted(many, 2500, false, false).together, 2u) << "two of the largest fit";
    EXPECT_EQ(sorted(many / 64, 2500, false, false).together, 0u) << "a block would have a few items";
    auto const rests = sorted(many, 300, false, true);
    EXPECT_TRUE(rests.of_rests);
    EXPECT_EQ(rests.together, 16u) << "a power of two, as many as a block reads at a time";
    EXPECT_FALSE(sorted(many / 64, 2500, false, true).of_rests) << "they do not pay";
    EXPECT_FALSE(counted_groups::of(many, {17, 15}, 5000, fit, false, true).of_rests) << "17 bits are left";

    EXPECT_EQ(sorted(many, fit + 1, false, true).together, 0u) << "no block can sort it";
    auto const large = sorted(many, fit + 1, true, true);
    EXPECT_EQ(large.together, 1u);
    EXPECT_TRUE(large.has_large);
    EXPECT_FALSE(large.of_rests);
    EXPECT_EQ(sorted(many, most_large_group_items + 1, true, true).together, 0u) << "other blocks would wait for it";
    EXPECT_FALSE(sorted(many, fit, true, true).has_large);
}

// Two buffers of as many keys hold everything.
TEST(groups, of_keys_that_were_not_counted_have_room) {
    constexpr unsigned fit = 5120;
    for (std::uint64_t const count : {2'600'007u, 84'000'000u, 100'000'000u, 1u << 28, 300'000'000u, 310'000'000u,
                                      614'000'000u, 615'000'000u, 1u << 30, 1'228'000'000u})
        for (std::size_t const key_bytes : {4u, 8u}) {
            unsigned const width = count <= tune(key_bytes).leading_items
                                       ? prefix_width(count, fit)
                                       : wide_prefix_width(count, 8 * static_cast<unsigned>(key_bytes), key_bytes, fit);
            auto const layout = uncounted_layout::of(count, width, key_bytes, fit);
            std::uint64_t const buckets = layout.buckets, average = count >> width;
            EXPECT_EQ(layout.groups, 1u << width);
            EXPECT_EQ(layout.groups / layout.buckets, width > 16 ? wide_bins : bins);
            EXPECT_LE(buckets * layout.home, count);
            EXPECT_GT(buckets * (layout.home + 1), count) << "homes fill a buffer";
            EXPECT_LE(layout.keys_of_areas() + layout.behind_areas + buckets * layout.behind_homes, count);
            EXPECT_EQ(layout.behind_areas * key_bytes % 16, 0u) << "vectors lie there";
            EXPECT_LE(layout.most_of_group, fit);
            EXPECT_GE(layout.most_of_group, layout.rests_of_area);
            EXPECT_GE(layout.behind_homes, layout.home / (key_bytes == 8      ? 10
                                                          : count <= 1u << 24 ? 6
                                                                              : 5))
                << "room for a larger bucket";
            EXPECT_LE(std::uint64_t{layout.rests_of_area} * bytes_of_rest(key_bytes), layout.area * key_bytes);
            EXPECT_LE(layout.rests_of_area, fit);
            EXPECT_GE(layout.rests_of_area + 4,
                      std::min<std::uint64_t>(average * (key_bytes == 4 ? 24 : 19) / 16, fit));
            std::uint64_t const tiles = std::uint64_t{layout.tiles_of_bucket(1000)} * buckets;
            EXPECT_GE(tiles * 1000, buckets * (layout.home + layout.behind_homes));
            EXPECT_LE(tiles, count / 1000 + (buckets * layout.behind_homes) / 1000 + 2 * buckets);
        }
}

// Half as many keys again, and a quarter of the scratch for what is found out about them.
TEST(groups, are_not_made_of_buckets_that_are_tabled) {
    for (std::uint64_t const count : {8'400'001u, 100'000'000u, 1u << 28, 300'000'000u}) {
        auto const layout = uncounted_layout::of_buckets(count);
        std::uint64_t const buckets = layout.buckets;
        EXPECT_EQ(buckets, bins);
        EXPECT_LE(buckets * layout.home, count);
        EXPECT_GT(buckets * (layout.home + 1), count);
        EXPECT_LE(buckets * layout.behind_homes, count / 4 * 3);
        EXPECT_GE(layout.behind_homes, layout.home / 2);
        EXPECT_EQ(layout.keys_of_areas(), 0u);
    }
}

TEST(groups, are_divided_without_counting_where_what_is_left_fits) {
    constexpr unsigned fit = 5120;
    constexpr std::uint64_t few = std::uint64_t{1} << 24, many = std::uint64_t{1} << 28;
    EXPECT_EQ(uncounted_prefix_width(many, 32, 0, 4, fit), 16u);
    EXPECT_EQ(uncounted_prefix_width(few, 32, 0, 4, fit), 16u) << "groups of 256 keys";
    EXPECT_EQ(uncounted_prefix_width(few / 8, 32, 0, 4, fit), 0u) << "19 bits are left";
    EXPECT_EQ(uncounted_prefix_width(few / 8, 29, 0, 4, fit), 13u);
    EXPECT_EQ(uncounted_prefix_width(few, 23, 0, 4, fit), 0u) << "each key is there twice";
    EXPECT_EQ(uncounted_prefix_width(few, 28, 0, 4, fit), 16u);
    EXPECT_EQ(uncounted_prefix_width(many, 64, 0, 8, fit), 16u);
    EXPECT_EQ(uncounted_prefix_width(few, 64, 0, 8, fit), 0u) << "51 bits are left";
    EXPECT_EQ(uncounted_prefix_width(few, 61, 0, 8, fit), 13u) << "groups of half a block";
    EXPECT_EQ(uncounted_prefix_width(few, 60, 0, 8, fit), 12u) << "groups as large as areas";
    EXPECT_EQ(uncounted_prefix_width(many, 32, 0, 8, fit), 16u) << "of a small range";
}

// As few bits as leave groups of which the largest fits a block.
TEST(groups, of_very_many_keys_are_made_by_wide_digits) {
    constexpr unsigned fit = 5120;
    constexpr std::uint64_t narrow = tune(4).leading_items, wide = tune(4).wide_items;
    for (std::size_t const key_bytes : {4u, 8u}) {
        unsigned const bits = 8 * static_cast<unsigned>(key_bytes);
        EXPECT_EQ(wide_prefix_width(narrow + 1, bits, key_bytes, fit), 17u);
        EXPECT_EQ(wide_prefix_width(2 * narrow, bits, key_bytes, fit), 17u);
        EXPECT_EQ(wide_prefix_width(2 * narrow + 1, bits, key_bytes, fit), 18u);
        EXPECT_EQ(wide_prefix_width(wide, bits, key_bytes, fit), 18u);
    }
    EXPECT_EQ(wide_prefix_width(wide, 30, 4, fit), 0u) << "keys are there more than once";
    EXPECT_EQ(wide_prefix_width(wide, 31, 4, fit), 18u);
    EXPECT_EQ(wide_prefix_width(wide, 67, 8, fit), 0u) << "49 bits are left";
    EXPECT_EQ(wide_prefix_width(100'000, 17, 4, fit), 0u) << "nothing is left";
}

TEST(groups, of_keys_with_positions_are_divided_without_counting) {
    constexpr unsigned fit = 5120;
    constexpr std::uint64_t few = std::uint64_t{1} << 24, many = std::uint64_t{1} << 28;
    EXPECT_EQ(uncounted_prefix_width(many, 32, 28, 8, fit), 16u);
    EXPECT_EQ(uncounted_prefix_width(100'000'000, 32, 27, 8, fit), 15u) << "areas for 3,600 of a block's 5,120";
    EXPECT_EQ(uncounted_prefix_width(few, 32, 24, 8, fit), 12u);
    EXPECT_EQ(uncounted_prefix_width(few, 25, 24, 8, fit), 12u) << "equal keys have positions";
    EXPECT_EQ(uncounted_prefix_width(many, 32, 33, 8, fit), 0u) << "49 bits are left";
}

// Each bucket has two tiles at home and one behind all homes, at most.
TEST(groups, of_a_bucket_lie_at_home_and_behind_all_homes) {
    constexpr unsigned tile = 100;
    constexpr uncounted_layout layout{.home = 150,
                                      .behind_homes = 60,
                                      .area = 0,
                                      .rests_of_area = 0,
                                      .behind_areas = 0,
                                      .most_of_group = 0,
                                      .groups = 0,
                                      .buckets = 3};
    ASSERT_EQ(layout.tiles_of_bucket(tile), 3u);
    // One that fits its home; one that leaves some of it; and one that lacks room.
    constexpr unsigned cursors[] = {120, 190, 400}, unused[] = {0, 10, 0}, spilled[] = {0, 50, 250};
    struct {
        unsigned bucket, first, size;
        bool at_home;
    } const expected[] = {{0, 0, 100, true}, {0, 100, 20, true}, {0, 0, 0, false},
                          {1, 0, 100, true}, {1, 100, 40, true}, {1, 0, 50, false},
                          {2, 0, 100, true}, {2, 100, 50, true}, {2, 0, 60, false}};
    for (unsigned i = 0; i < 9; ++i) {
        auto const part = layout.part_of_tile(i, tile, cursors, unused, spilled);
        EXPECT_EQ(part.bucket, expected[i].bucket) << i;
        EXPECT_EQ(part.size, expected[i].size) << i;
        EXPECT_EQ(part.at_home, expected[i].at_home) << i;
        if (part.size > 0) {
            EXPECT_EQ(part.first, expected[i].first) << i;
        }
    }
}

TEST(groups, in_areas_are_sorted_by_equal_parts_of_a_block) {
    EXPECT_EQ(areas_together(384, 6144, 16), 16u);
    EXPECT_EQ(areas_together(385, 6144, 16), 8u);
    EXPECT_EQ(areas_together(384, 6144, 8), 8u);
    EXPECT_EQ(areas_together(5120, 6144, 16), 1u);
    EXPECT_EQ(areas_together(6145, 6144, 16), 1u) << "one at least";
    EXPECT_EQ(areas_together(1, 6144, 16), 16u) << "a warp each";
    EXPECT_EQ(areas_together(1000, 5120, 1), 1u) << "wide keys";
}

TEST(groups, are_sorted_together_while_they_surely_fit) {
    EXPECT_EQ(groups_together(5120, std::uint64_t{1} << 28, 65536, 5120), 1u);
    EXPECT_EQ(groups_together(2560, std::uint64_t{1} << 27, 65536, 5120), 2u);
    EXPECT_EQ(groups_together(5121, std::uint64_t{1} << 28, 65536, 5120), 0u) << "one does not fit";
    EXPECT_EQ(groups_together(5120, std::uint64_t{1} << 20, 65536, 5120), 0u) << "most blocks would have 16 items";
    EXPECT_EQ(groups_together(1, std::uint64_t{1} << 20, 65536, 5120), 124u) << "so that there are blocks enough";
}

} // namespace
