// SPDX-License-Identifier: MIT
// Keys divided into buckets that are counted and written anew.
#pragma once

#include "src/cuda/block/ends_last.cuh"
#include "src/cuda/block/groups/place_outliers.cuh"
#include "src/cuda/block/guesses/count_narrow_buckets.cuh"
#include "src/cuda/block/guesses/count_tabled_buckets.cuh"
#include "src/cuda/kernels/divide_uncounted.cuh"
#include "tests/emulated/guarded_keys.hpp"
#include "tests/emulator/grid.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace pradix::test::emulated {

using namespace cuda;

// Keys that differ in so many bits, and may be spread over them.
template <class Bits>
class counted_division {
    struct space {
        union {
            tabled_buckets_space<Bits> tabled;
            narrow_range_space narrow;
            bucket_writer_space written;
            outlier_space outliers;
        };
        bool is_last;

        static space& of_block() { return *reinterpret_cast<space*>(memory); }
    };
    using tile_of_pass = tile<512, 4, 1>;

public:
    // In one of two ways. The range is one of images.
    counted_division(std::vector<Bits> const& keys, key_range<Bits> range, bool is_spread, bool descends = false,
                     guess how_to_count = guess::tabled_buckets, unsigned most_outliers = 0)
        : how_to_count_(how_to_count), keys_(keys, 0, descends),
          scratch_(keys.size() + (how_to_count == guess::tabled_buckets
                                      ? bins * different_keys<Bits>::words
                                      : std::size_t{1} << core::bit_width(range.span))) {
        with_.keys[static_cast<unsigned>(buffer::scratch)] = scratch_.data();
        with_.leading.group_cursors = cursors_.data();
        with_.leading.prefix_counts = counts_.data();
        state_.guessed = how_to_count;
        state_.outliers.count(noted::by_division).most = most_outliers;
        state_.counted.most_watched = watched_keys::most_of_some;
        state_.prefix.are_spread = is_spread;
        auto& how = state_.spreading.template over_range<Bits>();
        how = is_spread ? key_spread<Bits>::of(range) : key_spread<Bits>::of_power_of_two(range);
        range_of_others(with_) = range;
        state_.prefix.uncounted = {how.width() - 2 * radix_bits, 2 * radix_bits};
        std::uint64_t const seed = keys.size();
        auto const tiles = static_cast<unsigned>((keys.size() + tile_of_pass::size - 1) / tile_of_pass::size);
        run_grid(tiles, tile_of_pass::threads, seed,
                 [&] { divide_into_buckets<tile_input::keys, Bits, no_value, tile_of_pass, bins>(with_); });
        run_grid(3, guess_threads, seed, [&] {
            if (how_to_count_ == guess::tabled_buckets)
                tally_buckets(space::of_block().tabled, with_);
            else
                count_narrow_buckets(space::of_block().narrow, with_);
            if (ends_last(state_.finished_blocks, space::of_block().is_last))
                plan_counted_buckets(with_);
        });
    }

    bool is_given_up_early() const { return state_.counted.watched > state_.counted.most_watched; }
    bool has_fit() const {
        EXPECT_TRUE(state_.guessed == how_to_count_ || counts_.are_zero());
        EXPECT_EQ(state_.prefix.lacks_room, state_.guessed != how_to_count_);
        return state_.guessed == how_to_count_;
    }
    std::vector<Bits> sorted() {
        run_grid(3, 512, 1, [&] {
            if (how_to_count_ == guess::tabled_buckets)
                write_tabled_buckets<512>(space::of_block().written, with_);
            else
                write_narrow_buckets<512>(space::of_block().written, with_);
        });
        run_grid(1, 512, 1, [&] { place_counted_outliers<512>(space::of_block().outliers, with_); });
        return keys_.written();
    }

private:
    guess const how_to_count_;
    guarded_keys<Bits> keys_;
    arguments<Bits, no_value>& with_ = keys_.with;
    control& state_ = *keys_.state;
    std::vector<Bits> scratch_;
    std::vector<unsigned> cursors_ = std::vector<unsigned>(prefixes);
    zero_words counts_{prefixes};
};

} // namespace pradix::test::emulated
