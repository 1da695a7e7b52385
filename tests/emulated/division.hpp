// SPDX-License-Identifier: MIT
// What tests of passes share that divide items which were not counted: cases, their keys, and how the groups that come
// of them are planned.
#pragma once

#include "src/cuda/block/groups/group_planner.cuh"
#include "src/cuda/block/groups/place_outliers.cuh"
#include "src/cuda/block/outliers.cuh"
#include "src/cuda/block/tiles/divided_items.cuh"
#include "src/cuda/state/arguments.cuh"
#include "tests/emulator/grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

namespace pradix::test::emulated {

// Of a key of so many bits, in the bucket and group.
struct division_case {
    char const* what;
    unsigned bits = 25;
    unsigned items_of_group = 31;
    unsigned more_of_first_bucket = 0; // than of groups of the other one
    unsigned different_rests = 0;      // as far apart as the bits left allow; 0: as many as these allow
    bool by_bucket = false;            // one after the other, so that all that a tile has is of one
    unsigned more_of_group = 0;        // than others have, the chosen one
    unsigned equal_in_group = 0;       // so many keys of that group are equal
    unsigned keys_beyond = 0;          // all others
    unsigned most_outliers = 0;        // of these
    bool is_spread = false;            // keys are of a part of the numbers of so many bits
    bool makes_positions = false;
    order direction = order::ascending;
    bool expects_room = true;
    unsigned leaves = 0; // groups to others: the chosen one, and those that are sorted together with it
};

// The arrays of a case. Values are positions, read or made.
template <class Bits, class Value>
class division {
public:
    division(division_case const& like, std::uint64_t seed) : like_(like) {
        make_keys(seed);
        std::size_t const count = keys_.size();
        layout_ = cuda::uncounted_layout::of(count, width, sizeof(word), cuda::group_tile.size());
        scratch_.resize(count);
        keys_out_.assign(count + 1, beside);
        if constexpr (pairs) {
            values_.resize(count);
            std::iota(values_.begin(), values_.end(), Value{0});
            values_out_.assign(count + 1, beside);
        }
        with_.keys_wanted = true;
        with_.most = count;
        with_.digits = cuda::tabulate(0, 8 * sizeof(Bits), false, like.makes_positions);
        with_.codec = core::make_codec<Bits>(sizeof(Bits) == 4 ? key_type::u32 : key_type::u64, like.direction, {}, {});
        auto* const scratch = reinterpret_cast<std::byte*>(scratch_.data());
        set(cuda::buffer::in, keys_.data(), like.makes_positions ? nullptr : values_.data());
        set(cuda::buffer::out, keys_out_.data(), values_out_.data());
        set(cuda::buffer::scratch, reinterpret_cast<Bits*>(scratch),
            pairs ? reinterpret_cast<Value*>(scratch + count * sizeof(Bits)) : nullptr);
        with_.state = state_.get();
        with_.leading.group_starts = starts_.data();
        with_.leading.group_cursors = cursors_.data();
        with_.leading.prefix_counts = unsorted_.data();
        state_->prefix.uncounted = {like.bits - width, width};
        auto const how = how_to_spread();
        state_->prefix.are_spread = like.is_spread;
        state_->spreading.template over_range<Bits>() = how;
        cuda::range_of_others(with_) = pairs && like.most_outliers > 0 ? how.range.inside() : how.range;
        outliers().most = like.most_outliers;
    }

protected:
    static constexpr unsigned width = 9, groups = 1u << width; // in two buckets
    static constexpr unsigned chosen = groups / 2 + 3;         // a group that may be like no other
    static constexpr unsigned beside = 0x5a5a5a5a;             // the output
    static constexpr bool pairs = cuda::has_values<Value>;
    static constexpr Bits highest_bit = Bits{1} << (8 * sizeof(Bits) - 1);
    using word = typename cuda::divided_items<Bits, Value>::word;

    // Outliers as the nearest image.
    Bits image(Bits key) const {
        return cuda::spread_uncounted(with_, cuda::spread_of(with_, like_.is_spread), with_.codec.encode(key));
    }

    void place_outliers(std::uint64_t seed) {
        run_grid(3, 512, seed,
                 [&] { cuda::end_with_outliers<512>(cuda::dynamic_space<cuda::outlier_space>(), with_); });
        EXPECT_EQ(outliers().found, std::ranges::count_if(keys_, [&](Bits key) {
                      return !cuda::range_of_others(with_).holds(with_.codec.encode(key));
                  }));
    }

    // As follow_guess does.
    void plan_groups(std::uint64_t seed) {
        run_grid(groups / cuda::bins + 1, cuda::follow_threads, seed,
                 [&] { cuda::plan_areas(cuda::dynamic_space<cuda::group_planner_space>(), with_); });
    }

private:
    void set(cuda::buffer which, Bits* keys, Value* values) {
        with_.keys[static_cast<unsigned>(which)] = keys;
        with_.values[static_cast<unsigned>(which)] = values;
    }

    // Eleven sixteenths of what so many bits could be; or all of that, as it is.
    cuda::key_spread<Bits> how_to_spread() const {
        if (!like_.is_spread)
            return cuda::key_spread<Bits>::of_power_of_two(
                cuda::key_range<Bits>::like(with_.codec.encode(keys_[0]), like_.bits));
        Bits const part = Bits{1} << (like_.bits - 4);
        return cuda::key_spread<Bits>::of({static_cast<Bits>(3 * part + 7), static_cast<Bits>(11 * part)});
    }
    // A key whose image is the number, or nearly, once it is spread.
    Bits key_of(Bits number) const {
        cuda::key_range<Bits> const range = how_to_spread().range;
        return static_cast<Bits>(range.first + (core::uint128{number} * range.span >> like_.bits));
    }

    // In random order, or random within each bucket.
    void make_keys(std::uint64_t seed) {
        std::mt19937_64 random(seed);
        unsigned const shift = like_.bits - width;
        std::uint64_t const rests = std::uint64_t{1} << shift,
                            different = like_.different_rests > 0 ? like_.different_rests : rests;
        unsigned left_equal = like_.equal_in_group;
        for (unsigned group = 0; group < groups; ++group) {
            unsigned const size = like_.items_of_group + (group < groups / 2 ? like_.more_of_first_bucket : 0) +
                                  (group == chosen ? like_.more_of_group : 0);
            for (unsigned i = 0; i < size; ++i) {
                bool const is_equal = group == chosen && left_equal > 0;
                left_equal -= is_equal ? 1 : 0;
                std::uint64_t const rest = is_equal ? 5 : random() % different * (rests / different);
                keys_.push_back(Bits{group} << shift | static_cast<Bits>(rest));
            }
        }
        if (like_.is_spread)
            std::ranges::transform(keys_, keys_.begin(), [&](Bits number) { return key_of(number); });
        else
            for (Bits& each : keys_)
                each |= highest_bit; // which all share
        auto const second =
            keys_.begin() + (like_.by_bucket ? groups / 2 * (like_.items_of_group + like_.more_of_first_bucket) : 0);
        std::shuffle(keys_.begin(), second, random);
        std::shuffle(second, keys_.end(), random);
        for (unsigned i = 1; i <= like_.keys_beyond; ++i) // the first one is not
            put_beyond(keys_[keys_.size() / (like_.keys_beyond + 1) * i], i, random);
    }

    // Below or above them; there, its image would look like one of the others if it was spread all the same.
    void put_beyond(Bits& key, unsigned i, std::mt19937_64& random) const {
        if (!like_.is_spread) {
            key = i % 2 == 0 ? key ^ highest_bit : key | Bits{1} << (like_.bits + 2);
            return;
        }
        auto const how = how_to_spread();
        if (i % 2 == 0)
            key = static_cast<Bits>(random() % how.range.first);
        else
            while (key <= how.range.last() || how.apply(key) >> like_.bits != 0)
                key = static_cast<Bits>(random());
    }

    cuda::outlier_count& outliers() { return state_->outliers.count(cuda::noted::by_division); }

protected:
    division_case like_;
    std::vector<Bits> keys_, keys_out_;
    std::vector<Value> values_, values_out_;
    std::vector<word> scratch_;
    cuda::uncounted_layout layout_{};
    std::vector<unsigned> cursors_ = std::vector<unsigned>(groups, 77), starts_ = cursors_, unsorted_ = cursors_;
    std::unique_ptr<cuda::control> state_ = std::make_unique<cuda::control>();
    cuda::arguments<Bits, Value> with_{};
};

// Divides and sorts, if there is room for all.
template <class Division>
void check(division_case const& like) {
    static std::uint64_t seed = 0; // another one for each case
    SCOPED_TRACE(like.what);
    Division items{like, ++seed};
    ASSERT_EQ(items.divide(seed), like.expects_room);
    if (like.expects_room) {
        items.sort_groups(seed);
        items.place_outliers(seed);
        items.expect_sorted();
    }
}

} // namespace pradix::test::emulated
