// SPDX-License-Identifier: MIT
// Keys, alone or with their positions, that are divided in any order without having been counted, and their groups
// sorted: the kernels one after the other, on tiles and homes of a size that lets bins crowd, spill and give up.
#include "src/cuda/kernels/divide_uncounted.cuh"
#include "src/cuda/kernels/sort_rests.cuh"
#include "src/cuda/kernels/tally_groups.cuh"
#include "tests/emulator/grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <span>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::cuda;
using test::emulated::run_grid;

constexpr unsigned width = 9, groups = 1u << width; // in two buckets
constexpr unsigned chosen = groups / 2 + 3;         // a group that may be like no other

// Of a key of so many bits, in the bucket and group.
struct division_case {
    char const* what;
    unsigned bits;
    unsigned items_of_group = 31;
    unsigned more_of_first_bucket = 0; // than of groups of the other one
    bool by_bucket = false;            // one after the other, so that all that a tile has is of one
    unsigned more_of_group = 0;        // than others have, the chosen one
    unsigned equal_in_group = 0;       // so many keys of that group are equal
    bool has_key_beyond = false;
    bool by_tallies = false;
    order direction = order::ascending;
    bool expects_room = true;
    unsigned leaves = 0; // groups: the chosen one, and those that are sorted together with it
};

// Values are positions.
template <class Bits, class Value>
class division_in_any_order {
    using items = divided_items<Bits, Value>;
    using word = typename items::word;
    static constexpr bool pairs = has_values<Value>;
    static constexpr tile_shape shape_of_group = rest_tile(sizeof(word));
    using tile_of_pass = tile<512, 4, 1>;
    using tile_of_group = tile<shape_of_group.threads, shape_of_group.items, 1>;
    using tallied = tile<tally_tile.threads, tally_tile.items, 1>;

public:
    division_in_any_order(division_case const& like, std::uint64_t seed) : like_(like) {
        make_keys(seed);
        std::size_t const count = keys_.size();
        layout_ = uncounted_layout::of(count, width, sizeof(word), group_tile.size());
        scratch_.resize(count);
        keys_out_.assign(count + 1, 0x5a);
        values_out_.resize(pairs ? count + 1 : 0);
        with_.keys_wanted = true;
        with_.most = count;
        with_.digits = tabulate(0, 8 * sizeof(Bits), false, pairs);
        with_.codec = core::make_codec<Bits>(sizeof(Bits) == 4 ? key_type::u32 : key_type::u64, like.direction, {}, {});
        set(buffer::in, keys_.data(), nullptr);
        set(buffer::out, keys_out_.data(), values_out_.data());
        set(buffer::scratch, reinterpret_cast<Bits*>(scratch_.data()), nullptr);
        with_.state = state_.get();
        with_.leading.group_starts = starts_.data();
        with_.leading.group_cursors = cursors_.data();
        with_.leading.unsorted = unsorted_.data();
        state_->prefix.uncounted = {like.bits - width, width};
        state_->prefix.above = with_.codec.encode(keys_[0]) >> like.bits << like.bits;
    }

    // Returns whether there was room for all. The second pass by few blocks, which take turns.
    bool divide(std::uint64_t seed) {
        auto const tiles = static_cast<unsigned>((keys_.size() + tile_of_pass::size - 1) / tile_of_pass::size);
        run_grid(tiles, tile_of_pass::threads, seed,
                 [&] { divide_into_buckets<Bits, Value, tile_of_pass, bins>(with_); });
        run_grid(4, tile_of_pass::threads, seed, [&] { divide_into_groups<Bits, Value, tile_of_pass, bins>(with_); });
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
                           areas_together(largest, tile_of_group::size, items::areas_of_block), like_.by_tallies);
        if constexpr (!pairs && sizeof(Bits) == 4)
            if (like_.by_tallies)
                return run_grid(3, tallied::threads, seed, [&] { tally_groups<Bits, tallied, false>(with_); });
        run_grid(3, tile_of_group::threads, seed, [&] { sort_rests<items, Bits, Value, tile_of_group>(with_); });
    }

    // Of a group that was left, images, in any order.
    void expect_sorted() {
        ASSERT_EQ(state_->prefix.unsorted[0], like_.leaves);
        auto const left = std::span(unsorted_).first(like_.leaves);
        EXPECT_EQ(std::ranges::count(left, chosen), like_.leaves > 0 ? 1 : 0);
        std::vector<unsigned> order(keys_.size());
        std::iota(order.begin(), order.end(), 0u);
        std::ranges::stable_sort(order, {}, [&](unsigned i) { return image(keys_[i]); });
        std::vector<Bits> expected;
        for (unsigned const i : order)
            expected.push_back(keys_[i]);
        for (unsigned const group : left) {
            auto const first = starts_[group] + state_->prefix.starts[group / bins];
            auto const end = first + cursors_[group];
            std::sort(&keys_out_[first], &keys_out_[end]);
            std::transform(&expected[first], &expected[end], &expected[first], [&](Bits key) { return image(key); });
        }
        expected.push_back(0x5a); // nothing is written beside the output
        EXPECT_EQ(keys_out_, expected);
        if constexpr (pairs) {
            order.push_back(0);
            EXPECT_EQ(values_out_, order);
        }
    }

private:
    void set(buffer which, Bits* keys, Value* values) {
        with_.keys[static_cast<unsigned>(which)] = keys;
        with_.values[static_cast<unsigned>(which)] = values;
    }
    Bits image(Bits key) const { return with_.codec.encode(key); }

    // In random order, or random within each bucket.
    void make_keys(std::uint64_t seed) {
        std::mt19937_64 random(seed);
        unsigned const shift = like_.bits - width;
        unsigned left_equal = like_.equal_in_group;
        for (unsigned group = 0; group < groups; ++group) {
            unsigned const size = like_.items_of_group + (group < groups / 2 ? like_.more_of_first_bucket : 0) +
                                  (group == chosen ? like_.more_of_group : 0);
            for (unsigned i = 0; i < size; ++i) {
                bool const is_equal = group == chosen && left_equal > 0;
                left_equal -= is_equal ? 1 : 0;
                Bits const rest = is_equal ? 5 : static_cast<Bits>(random() & core::low_mask<Bits>(shift));
                keys_.push_back(Bits{group} << shift | rest);
            }
        }
        if (like_.has_key_beyond)
            keys_[keys_.size() / 3] |= Bits{1} << (like_.bits + 2);
        for (Bits& each : keys_)
            each |= Bits{1} << (8 * sizeof(Bits) - 1); // which all share
        auto const second =
            keys_.begin() + (like_.by_bucket ? groups / 2 * (like_.items_of_group + like_.more_of_first_bucket) : 0);
        std::shuffle(keys_.begin(), second, random);
        std::shuffle(second, keys_.end(), random);
    }

    division_case like_;
    std::vector<Bits> keys_, keys_out_;
    std::vector<Value> values_out_;
    std::vector<word> scratch_;
    uncounted_layout layout_{};
    std::vector<unsigned> cursors_ = std::vector<unsigned>(groups, 77), starts_ = cursors_, unsorted_ = cursors_;
    std::unique_ptr<control> state_ = std::make_unique<control>();
    arguments<Bits, Value> with_{};
};

template <class Bits, class Value>
void check(division_case const& like) {
    static std::uint64_t seed = 0; // another one for each case
    SCOPED_TRACE(like.what);
    division_in_any_order<Bits, Value> keys{like, ++seed};
    ASSERT_EQ(keys.divide(seed), like.expects_room);
    if (like.expects_room) {
        keys.sort_groups(seed);
        keys.expect_sorted();
    }
}

// Of so many bits.
template <class Bits, class Value>
void check_all(unsigned bits) {
    check<Bits, Value>({.what = "even", .bits = bits});
    check<Bits, Value>({.what = "one full home after the other", .bits = bits, .by_bucket = true});
    check<Bits, Value>(
        {.what = "a bucket larger than its home", .bits = bits, .items_of_group = 59, .more_of_first_bucket = 3});
    check<Bits, Value>({.what = "a bucket far too large",
                        .bits = bits,
                        .items_of_group = 10,
                        .more_of_first_bucket = 40,
                        .expects_room = false});
    check<Bits, Value>({.what = "a group too large", .bits = bits, .more_of_group = 200, .expects_room = false});
    check<Bits, Value>({.what = "a key beyond others", .bits = bits, .has_key_beyond = true, .expects_room = false});
}

TEST(divide_uncounted, sorts_narrow_keys) {
    check_all<std::uint32_t, no_value>(25);
    check<std::uint32_t, no_value>({.what = "few bits left", .bits = 14});
    check<std::uint32_t, no_value>({.what = "descending", .bits = 25, .direction = order::descending});
    check<std::uint32_t, no_value>(
        {.what = "equal ones", .bits = 25, .equal_in_group = 30, .leaves = most_areas_together});
}
TEST(divide_uncounted, sorts_narrow_keys_by_tallies) {
    check<std::uint32_t, no_value>({.what = "even", .bits = 25, .by_tallies = true});
    check<std::uint32_t, no_value>({.what = "three equal ones", .bits = 25, .equal_in_group = 3, .by_tallies = true});
    check<std::uint32_t, no_value>(
        {.what = "four equal ones", .bits = 25, .equal_in_group = 4, .by_tallies = true, .leaves = 1});
}
TEST(divide_uncounted, sorts_wide_keys) {
    check_all<std::uint64_t, no_value>(57);
    check<std::uint64_t, no_value>({.what = "equal ones", .bits = 57, .equal_in_group = 30, .leaves = 1});
}
TEST(divide_uncounted, sorts_positions) {
    check_all<std::uint32_t, std::uint32_t>(25);
}

} // namespace
