// SPDX-License-Identifier: MIT
// Keys with values that are divided in order without having been counted, and their groups sorted: the three kernels
// one after the other, on tiles and homes of a size that lets them wait, look back, spill and give up.
#include "src/cuda/kernels/divide_in_order.cuh"
#include "src/cuda/kernels/sort_rests.cuh"
#include "tests/emulated/division.hpp"

namespace {

using namespace pradix;
using namespace pradix::cuda;
using test::emulated::division;
using test::emulated::division_case;
using test::emulated::run_grid;

using key = std::uint32_t;
using tile_of_pass = tile<256, 4, 1>;
using tile_of_group = tile<512, 10, 1>;

class division_in_order : division<key, key> {
public:
    using division::division, division::place_outliers;

    // Returns whether there was room for all.
    bool divide(std::uint64_t seed) {
        auto const tiles = static_cast<unsigned>((keys_.size() + tile_of_pass::size - 1) / tile_of_pass::size),
                   most_tiles = layout_.tiles_of_bucket(tile_of_pass::size) * layout_.buckets + 1;
        for (auto& words : words_)
            words.assign(std::size_t{most_tiles} * bins, 0);
        std::fill(words_[1].begin(), words_[1].end(), ~0u); // cleared by the first pass
        portion part{};
        part.words = words_[0].data();
        part.next_words = words_[1].data();
        part.rows_to_clear = most_tiles;
        run_grid(tiles, tile_of_pass::threads, seed,
                 [&] { divide_in_order_into_buckets<key, key, tile_of_pass, bins>(with_, part); });
        std::swap(part.words, part.next_words);
        run_grid(most_tiles, tile_of_pass::threads, seed,
                 [&] { divide_in_order_into_groups<key, key, tile_of_pass, bins>(with_, part); });
        EXPECT_TRUE(std::ranges::all_of(words_[0], [](unsigned word) { return word == 0; }))
            << "the next launch finds its state cleared";
        return !state_->prefix.lacks_room;
    }

    // By three blocks.
    void sort_groups(std::uint64_t seed) {
        with_.leading.in_order = true;
        plan_groups(seed);
        run_grid(3, tile_of_group::threads, seed, [&] { sort_rests<ordered_items, key, key, tile_of_group>(with_); });
    }

    void expect_sorted() const {
        std::vector<unsigned> expected(keys_.size());
        std::iota(expected.begin(), expected.end(), 0u);
        auto const image = [&](unsigned i) { return division::image(keys_[i]); };
        std::ranges::stable_sort(expected, {}, [&](unsigned i) { return with_.codec.encode(keys_[i]); });
        std::vector<bool> is_left(groups, false);
        unsigned const shift = like_.bits - width, left = state_->prefix.unsorted[0];
        for (unsigned i = 0; i < left; ++i)
            is_left[unsorted_[i]] = true;
        EXPECT_EQ(left > 0, like_.equal_in_group > 4 * window_size) << "groups that are left to others";
        auto const group_of = [&](unsigned i) { return image(i) >> shift & (groups - 1); };
        for (std::size_t first = 0, end = 0; first < expected.size(); first = end) {
            unsigned const group = group_of(expected[first]);
            for (end = first; end < expected.size() && group_of(expected[end]) == group; ++end) {
            }
            if (is_left[group]) // as they were, keys as images
                std::sort(expected.begin() + first, expected.begin() + end);
            for (std::size_t i = first; i < end; ++i) {
                unsigned const from = expected[i];
                ASSERT_EQ(keys_out_[i], is_left[group] ? image(from) : keys_[from]) << like_.what << ", key " << i;
                ASSERT_EQ(values_out_[i], from) << like_.what << ", value " << i;
            }
        }
        EXPECT_TRUE(keys_out_.back() == beside && values_out_.back() == beside) << "wrote beside its arrays";
    }

private:
    std::vector<std::uint32_t> words_[2];
};

void check(division_case const& like) {
    test::emulated::check<division_in_order>(like);
}

TEST(divide_in_order, keeps_the_order_of_equal_keys) {
    check({.what = "even"});
    check({.what = "many equal keys", .different_rests = 20});
    check({.what = "few bits left", .bits = 14, .different_rests = 32});
    check({.what = "descending", .different_rests = 300, .direction = order::descending});
    check({.what = "some equal keys of a group", .items_of_group = 90, .equal_in_group = 60});
    check({.what = "positions", .different_rests = 300, .makes_positions = true});
}

TEST(divide_in_order, has_room_behind_homes) {
    check({.what = "one full home after the other", .by_bucket = true});
    check({.what = "a bucket larger than its home", .items_of_group = 29, .more_of_first_bucket = 3});
}

TEST(divide_in_order, has_room_behind_areas) {
    check({.what = "a group larger than its area", .items_of_group = 90, .more_of_group = 70});
    check({.what = "one whose keys are equal", .items_of_group = 90, .more_of_group = 60, .equal_in_group = 60});
    check({.what = "positions", .items_of_group = 90, .more_of_group = 70, .makes_positions = true});
    check({.what = "one that is left", .items_of_group = 90, .more_of_group = 70, .equal_in_group = 100});
}

TEST(divide_in_order, spreads_images) {
    check({.what = "even", .is_spread = true});
    check({.what = "one full home after the other", .by_bucket = true, .is_spread = true});
    check({.what = "most keys of a group are equal", .items_of_group = 90, .equal_in_group = 70, .is_spread = true});
    check({.what = "a key beyond others", .keys_beyond = 1, .is_spread = true, .expects_room = false});
}

TEST(divide_in_order, replaces_outliers) {
    division_case const few{.what = "as they are", .keys_beyond = 4, .most_outliers = 40};
    auto like = few;
    check(like);
    like.what = "descending", like.direction = order::descending;
    check(like);
    like.what = "positions", like.makes_positions = true;
    check(like);
    like = few, like.what = "spread", like.is_spread = true;
    check(like);
    like.what = "more than may be", like.most_outliers = 3, like.expects_room = false;
    check(like);
}

TEST(divide_in_order, leaves_crowded_groups_as_they_were) {
    check({.what = "most keys of a group are equal", .items_of_group = 90, .equal_in_group = 70});
}

TEST(divide_in_order, gives_up_without_waiting) {
    check({.what = "a bucket far too large", .items_of_group = 20, .more_of_first_bucket = 14, .expects_room = false});
    check({.what = "a tile that is all behind its home",
           .items_of_group = 29,
           .more_of_first_bucket = 3,
           .by_bucket = true,
           .expects_room = false});
    check({.what = "a group too large", .more_of_group = 500, .expects_room = false});
    check({.what = "a key beyond others", .keys_beyond = 1, .expects_room = false});
}

} // namespace
