// SPDX-License-Identifier: MIT
// Keys, alone or with their positions, that are divided in any order without having been counted, and their groups
// sorted: the kernels one after the other, on tiles and homes of a size that lets bins crowd, spill and give up.
#include "src/cuda/kernels/divide_uncounted.cuh"
#include "src/cuda/kernels/sort_rests.cuh"
#include "tests/emulated/division.hpp"

#include <span>

namespace {

using namespace pradix;
using namespace pradix::cuda;
using test::emulated::division;
using test::emulated::division_case;
using test::emulated::run_grid;

// Values, if there are any, are made.
template <class Bits, class Value>
class division_in_any_order : division<Bits, Value> {
    using base = division<Bits, Value>;
    using base::with_, base::like_, base::state_, base::keys_, base::keys_out_, base::values_out_, base::cursors_,
        base::starts_, base::unsorted_, base::image;
    using items = divided_items<Bits, Value>;
    static constexpr tile_shape shape_of_group = rest_tile(sizeof(typename items::word));
    using tile_of_pass = tile<512, 4, 1>;
    using tile_of_group = tile<shape_of_group.threads, shape_of_group.items, 1>;

public:
    using base::base, base::place_outliers;

    // Returns whether there was room for all. The second pass by few blocks, which take turns.
    bool divide(std::uint64_t seed) {
        auto const tiles = static_cast<unsigned>((keys_.size() + tile_of_pass::size - 1) / tile_of_pass::size);
        run_grid(tiles, tile_of_pass::threads, seed,
                 [&] { divide_into_buckets<tile_input::keys, Bits, Value, tile_of_pass, bins>(with_); });
        run_grid(4, tile_of_pass::threads, seed, [&] { divide_into_groups<Bits, Value, tile_of_pass, bins>(with_); });
        return !state_->prefix.lacks_room;
    }

    // By three blocks.
    void sort_groups(std::uint64_t seed) {
        base::plan_groups(seed);
        run_grid(3, tile_of_group::threads, seed, [&] { sort_rests<items, Bits, Value, tile_of_group>(with_); });
    }

    // Of a group that was left, images, in any order.
    void expect_sorted() {
        ASSERT_EQ(state_->prefix.unsorted[0], like_.leaves);
        auto const left = std::span(unsorted_).first(like_.leaves);
        EXPECT_EQ(std::ranges::count(left, base::chosen), like_.leaves > 0 ? 1 : 0);
        std::vector<unsigned> order(keys_.size());
        std::iota(order.begin(), order.end(), 0u);
        std::ranges::stable_sort(order, {}, [&](unsigned i) { return with_.codec.encode(keys_[i]); });
        std::vector<Bits> expected;
        for (unsigned const i : order)
            expected.push_back(keys_[i]);
        for (unsigned const group : left) {
            auto const first = starts_[group] + state_->prefix.starts[group / bins];
            auto const end = first + cursors_[group];
            std::sort(&keys_out_[first], &keys_out_[end]);
            std::transform(&expected[first], &expected[end], &expected[first], [&](Bits key) { return image(key); });
        }
        expected.push_back(base::beside); // nothing is written beside the output
        EXPECT_EQ(keys_out_, expected);
        if constexpr (base::pairs) {
            order.push_back(base::beside);
            EXPECT_EQ(values_out_, order);
        }
    }
};

template <class Bits, class Value>
void check(division_case like) {
    like.makes_positions = has_values<Value>;
    test::emulated::check<division_in_any_order<Bits, Value>>(like);
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
    check<Bits, Value>({.what = "a group too large", .bits = bits, .more_of_group = 500, .expects_room = false});
    check<Bits, Value>({.what = "a key beyond others", .bits = bits, .keys_beyond = 1, .expects_room = false});
    check<Bits, Value>({.what = "outliers", .bits = bits, .items_of_group = 59, .keys_beyond = 4, .most_outliers = 40});
    check<Bits, Value>({.what = "one full home after the other, and outliers",
                        .bits = bits,
                        .items_of_group = 59,
                        .by_bucket = true,
                        .keys_beyond = 4,
                        .most_outliers = 40});
    check<Bits, Value>({.what = "more outliers than may be",
                        .bits = bits,
                        .items_of_group = 59,
                        .keys_beyond = 4,
                        .most_outliers = 3,
                        .expects_room = false});
    check<Bits, Value>({.what = "spread", .bits = bits, .is_spread = true});
    check<Bits, Value>(
        {.what = "spread, one full home after the other", .bits = bits, .by_bucket = true, .is_spread = true});
    check<Bits, Value>({.what = "spread, and outliers",
                        .bits = bits,
                        .items_of_group = 59,
                        .keys_beyond = 4,
                        .most_outliers = 40,
                        .is_spread = true});
    check<Bits, Value>({.what = "spread, one full home after the other, and outliers",
                        .bits = bits,
                        .items_of_group = 59,
                        .by_bucket = true,
                        .keys_beyond = 4,
                        .most_outliers = 40,
                        .is_spread = true});
    check<Bits, Value>({.what = "spread, and a key beyond others",
                        .bits = bits,
                        .keys_beyond = 1,
                        .is_spread = true,
                        .expects_room = false});
}

TEST(divide_uncounted, sorts_narrow_keys) {
    check_all<std::uint32_t, no_value>(25);
    check<std::uint32_t, no_value>({.what = "few bits left", .bits = 14});
    check<std::uint32_t, no_value>({.what = "a group larger than its area", .bits = 25, .more_of_group = 60});
    check<std::uint32_t, no_value>(
        {.what = "spread, and a group larger than its area", .bits = 25, .more_of_group = 60, .is_spread = true});
    check<std::uint32_t, no_value>({.what = "descending", .bits = 25, .direction = order::descending});
    check<std::uint32_t, no_value>({.what = "equal ones", .bits = 25, .equal_in_group = 30});
    check<std::uint32_t, no_value>({.what = "many equal ones",
                                    .bits = 25,
                                    .items_of_group = 100,
                                    .equal_in_group = 70,
                                    .leaves = most_areas_together});
    check<std::uint32_t, no_value>({.what = "spread, many equal ones",
                                    .bits = 25,
                                    .items_of_group = 100,
                                    .equal_in_group = 70,
                                    .is_spread = true,
                                    .leaves = most_areas_together});
}
TEST(divide_uncounted, sorts_wide_keys) {
    check_all<std::uint64_t, no_value>(57);
    check<std::uint64_t, no_value>({.what = "equal ones", .bits = 57, .equal_in_group = 30, .leaves = 1});
}
TEST(divide_uncounted, sorts_positions) {
    check_all<std::uint32_t, std::uint32_t>(25);
}

} // namespace
