// SPDX-License-Identifier: MIT
// Keys with values that are divided in order without having been counted, and their groups sorted: the three kernels
// one after the other, on tiles and homes of a size that lets them wait, look back, spill and give up.
#include "src/cuda/kernels/divide_in_order.cuh"
#include "src/cuda/kernels/sort_rests.cuh"
#include "tests/emulator/grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::cuda;
using test::emulated::run_grid;

using key = std::uint32_t;
constexpr unsigned width = 9, groups = 1u << width; // in two buckets

// Of a key of so many bits, in the bucket and group.
struct division_case {
    char const* what;
    unsigned bits = 25;
    unsigned items_of_group = 31;
    unsigned more_of_first_bucket = 0;   // than of groups of the other one
    unsigned different_rests = 1u << 16; // as far apart as the bits left allow
    bool by_bucket = false;              // one after the other, so that all that a tile has is of one
    unsigned more_of_group = 0;          // than others have, one of them
    unsigned equal_in_group = 0;         // 0, or so many keys of that group are equal
    bool has_key_beyond = false;
    bool makes_positions = false;
    order direction = order::ascending;
    bool expects_room = true;
};

using tile_of_pass = tile<256, 4, 1>;
using tile_of_group = tile<512, 10, 1>;

class division {
public:
    division(division_case const& like, std::uint64_t seed) : like_(like) {
        make_items(seed);
        std::size_t const count = keys_.size();
        layout_ = uncounted_layout::of(count, width, 8, group_tile.size());
        scratch_.resize(count);
        keys_out_.assign(count + 1, 0x5a5a5a5a);
        values_out_ = keys_out_;
        with_.keys_wanted = true;
        with_.most = count;
        with_.digits = tabulate(0, 32, false, like.makes_positions);
        with_.codec = core::make_codec<key>(key_type::u32, like.direction, {}, {});
        auto* const scratch = reinterpret_cast<key*>(scratch_.data());
        set(buffer::in, keys_.data(), like.makes_positions ? nullptr : values_.data());
        set(buffer::out, keys_out_.data(), values_out_.data());
        set(buffer::scratch, scratch, scratch + count);
        with_.state = state_.get();
        with_.leading.group_starts = starts_.data();
        with_.leading.group_cursors = cursors_.data();
        with_.leading.unsorted = unsorted_.data();
        state_->prefix.uncounted = {like.bits - width, width};
        state_->prefix.above = with_.codec.encode(keys_[0]) >> like.bits << like.bits;
    }

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

    // As follow_guess plans it, by three blocks.
    void sort_groups(std::uint64_t seed) {
        std::exclusive_scan(cursors_.begin(), cursors_.end(), starts_.begin(), 0u);
        for (unsigned group = 0; group < groups; group += bins) {
            unsigned const first = state_->prefix.starts[group / bins] = starts_[group];
            for (unsigned i = 0; i < bins; ++i)
                starts_[group + i] -= first;
        }
        unsigned const largest = *std::ranges::max_element(cursors_);
        make_plan_of_areas(state_->plan, like_.bits - width, groups, layout_.area,
                           areas_together(largest, tile_of_group::size, ordered_items::areas_of_block), false);
        run_grid(3, tile_of_group::threads, seed, [&] { sort_rests<ordered_items, key, key, tile_of_group>(with_); });
    }

    void expect_sorted() const {
        std::vector<unsigned> expected(keys_.size());
        std::iota(expected.begin(), expected.end(), 0u);
        auto const image = [&](unsigned i) { return with_.codec.encode(keys_[i]); };
        std::ranges::stable_sort(expected, {}, image);
        std::vector<bool> is_left(groups, false);
        unsigned const shift = like_.bits - width, left = state_->prefix.unsorted[0];
        for (unsigned i = 0; i < left; ++i)
            is_left[unsorted_[i]] = true;
        EXPECT_EQ(left > 0, like_.equal_in_group > 2 * window_size) << "groups that are left to others";
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
        EXPECT_TRUE(keys_out_.back() == 0x5a5a5a5a && values_out_.back() == 0x5a5a5a5a) << "wrote beside its arrays";
    }

private:
    void set(buffer which, key* keys, key* values) {
        with_.keys[static_cast<unsigned>(which)] = keys;
        with_.values[static_cast<unsigned>(which)] = values;
    }

    // In random order, or random within each bucket.
    void make_items(std::uint64_t seed) {
        constexpr unsigned chosen = groups / 2 + 3;
        std::mt19937_64 random(seed);
        unsigned const shift = like_.bits - width;
        auto const below = [&](unsigned end) { return static_cast<unsigned>(random() % end); };
        unsigned left_equal = like_.equal_in_group;
        for (unsigned group = 0; group < groups; ++group) {
            unsigned const size = like_.items_of_group + (group < groups / 2 ? like_.more_of_first_bucket : 0) +
                                  (group == chosen ? like_.more_of_group : 0);
            for (unsigned i = 0; i < size; ++i) {
                bool const is_equal = group == chosen && left_equal > 0;
                left_equal -= is_equal ? 1 : 0;
                unsigned const rest =
                    is_equal ? 5 : below(like_.different_rests) * ((1u << shift) / like_.different_rests);
                keys_.push_back(group << shift | rest);
            }
        }
        if (like_.has_key_beyond)
            keys_[keys_.size() / 3] |= 1u << (like_.bits + 2);
        for (key& each : keys_)
            each |= 1u << 31; // which all share
        auto const second =
            keys_.begin() + (like_.by_bucket ? groups / 2 * (like_.items_of_group + like_.more_of_first_bucket) : 0);
        std::shuffle(keys_.begin(), second, random);
        std::shuffle(second, keys_.end(), random);
        values_.resize(keys_.size());
        std::iota(values_.begin(), values_.end(), 0u);
    }

    division_case like_;
    std::vector<key> keys_, values_, keys_out_, values_out_;
    std::vector<std::uint64_t> scratch_;
    uncounted_layout layout_{};
    std::vector<std::uint32_t> words_[2];
    std::vector<unsigned> cursors_ = std::vector<unsigned>(groups, 77), starts_ = cursors_, unsorted_ = cursors_;
    std::unique_ptr<control> state_ = std::make_unique<control>();
    arguments<key, key> with_{};
};

void check(division_case const& like) {
    static std::uint64_t seed = 0; // another one for each case
    SCOPED_TRACE(like.what);
    division items{like, ++seed};
    ASSERT_EQ(items.divide(seed), like.expects_room);
    if (like.expects_room) {
        items.sort_groups(seed);
        items.expect_sorted();
    }
}

TEST(divide_in_order, keeps_the_order_of_equal_keys) {
    check({.what = "even"});
    check({.what = "many equal keys", .different_rests = 20});
    check({.what = "few bits left", .bits = 14, .different_rests = 32});
    check({.what = "descending", .different_rests = 300, .direction = order::descending});
    check({.what = "some equal keys of a group", .more_of_group = 4, .equal_in_group = 32});
    check({.what = "positions", .different_rests = 300, .makes_positions = true});
}

TEST(divide_in_order, has_room_behind_homes) {
    check({.what = "one full home after the other", .by_bucket = true});
    check({.what = "a bucket larger than its home", .items_of_group = 29, .more_of_first_bucket = 3});
}

TEST(divide_in_order, leaves_crowded_groups_as_they_were) {
    check({.what = "most keys of a group are equal", .more_of_group = 4, .equal_in_group = 35});
}

TEST(divide_in_order, gives_up_without_waiting) {
    check({.what = "a bucket far too large", .items_of_group = 20, .more_of_first_bucket = 14, .expects_room = false});
    check({.what = "a tile that is all behind its home",
           .items_of_group = 29,
           .more_of_first_bucket = 3,
           .by_bucket = true,
           .expects_room = false});
    check({.what = "a group too large", .more_of_group = 200, .expects_room = false});
    check({.what = "a key beyond others", .has_key_beyond = true, .expects_room = false});
}

} // namespace
