// SPDX-License-Identifier: MIT
// Keys of a narrow range, counted by their places in it and written anew; and that there may be others.
#include "src/cuda/block/ends_last.cuh"
#include "src/cuda/block/groups/place_outliers.cuh"
#include "src/cuda/block/guesses/count_narrow_range.cuh"
#include "tests/emulated/guarded_keys.hpp"
#include "tests/emulator/grid.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::cuda;
using test::emulated::guarded_keys, test::emulated::zero_words, test::emulated::run_grid;

template <class Bits>
class narrow_range_sort {
    struct space {
        union {
            narrow_range_space range;
            outlier_space outliers;
        };
        bool is_last;

        static space& of_block() { return *reinterpret_cast<space*>(memory); }
    };

public:
    // Of a range of images from `first` on.
    narrow_range_sort(std::vector<Bits> const& keys, Bits first, std::size_t misalignment, bool descends = false,
                      unsigned most_outliers = 0)
        : keys_(keys, misalignment, descends) {
        with_.leading.prefix_counts = counts_.data();
        with_.leading.group_starts = starts_.data();
        std::memcpy(state_.range.first, &first, sizeof first);
        state_.guessed = guess::narrow_range;
        state_.otherwise = guess::even_prefixes;
        state_.outliers.count(noted::by_counting).most = most_outliers;
        run_grid(3, guess_threads, keys.size(), [&] {
            narrow_range_counter<Bits, no_value> counter{space::of_block().range, with_};
            counter.run();
            if (ends_last(state_.finished_blocks, space::of_block().is_last))
                counter.plan();
        });
    }

    bool is_given_up() const {
        bool const given_up = state_.guessed == guess::even_prefixes && state_.tries_again;
        EXPECT_NE(given_up, state_.guessed == guess::narrow_range && state_.plan.made_early());
        EXPECT_TRUE(!given_up || counts_.are_zero());
        return given_up;
    }
    std::vector<Bits> sorted() {
        run_grid(3, guess_threads, 1, [&] { find_runs_of_narrow_range(space::of_block().range, with_); });
        run_grid(3, 512, 1, [&] { write_narrow_range<512>(with_); });
        run_grid(1, 512, 1, [&] { place_counted_outliers<512>(space::of_block().outliers, with_); });
        return keys_.written();
    }

private:
    guarded_keys<Bits> keys_;
    arguments<Bits, no_value>& with_ = keys_.with;
    control& state_ = *keys_.state;
    zero_words counts_{most_of_range}, starts_{most_of_range};
};

template <class Bits>
class narrow_range : public ::testing::Test {
protected:
    // A range of images that no multiple of its size is in the middle of; and the last one of all.
    static constexpr Bits firsts[] = {Bits{1} << (8 * sizeof(Bits) - 1), static_cast<Bits>(-Bits{most_of_range}), 777};

    // Places in the range make keys.
    template <class Make>
    static void expect_sorted(std::size_t count, Make const& make) {
        std::size_t turn = 0;
        for (Bits const first : firsts)
            for (bool const descends : {false, true}) {
                auto keys = test::make_keys<Bits>(count, [&](test::random_bits& random, std::size_t i) {
                    auto const image = static_cast<Bits>(first + static_cast<Bits>(make(random, i)));
                    return descends ? static_cast<Bits>(~image) : image;
                });
                narrow_range_sort<Bits> sort(keys, first, turn++ % 5, descends);
                ASSERT_FALSE(sort.is_given_up());
                std::sort(keys.begin(), keys.end());
                if (descends)
                    std::reverse(keys.begin(), keys.end());
                ASSERT_TRUE(sort.sorted() == keys) << "from " << first << (descends ? ", descending" : "");
            }
    }
};
using keys = ::testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(narrow_range, keys);

TYPED_TEST(narrow_range, is_counted) {
    auto const any = [](test::random_bits& random, std::size_t) { return random.below(most_of_range); };
    TestFixture::expect_sorted(0, any);
    TestFixture::expect_sorted(1, any);
    TestFixture::expect_sorted(9'001, any);
}

// Long runs, most places of the range without keys, and either end of it.
TYPED_TEST(narrow_range, is_counted_where_few_are_different) {
    TestFixture::expect_sorted(20'003, [](test::random_bits& random, std::size_t) {
        return std::uint64_t{most_of_range - 1} * random.below(3) / 2;
    });
}

// Skewed ones, of which one is likely.
TYPED_TEST(narrow_range, is_counted_where_one_key_is_frequent) {
    TestFixture::expect_sorted(20'003, [](test::random_bits& random, std::size_t) {
        return random.below(3) == 0 ? 4'711 : random.below(random.below(most_of_range) + 1);
    });
}

// In order: warps, or threads, are full of one key.
TYPED_TEST(narrow_range, is_counted_where_neighbours_are_equal) {
    TestFixture::expect_sorted(30'011, [](test::random_bits&, std::size_t i) { return i / 900; });
    TestFixture::expect_sorted(30'011, [](test::random_bits&, std::size_t i) { return i / 3; });
}

// More than a counter of a block holds, of two that share a word.
TYPED_TEST(narrow_range, is_counted_where_counters_run_over) {
    using bits = TypeParam;
    auto keys = test::make_keys<bits>(400'009, [](test::random_bits& random, std::size_t i) {
        return i % 7 == 0 ? random.below(most_of_range) : 30'000 + random.below(2);
    });
    narrow_range_sort<bits> sort(keys, 0, 0);
    ASSERT_FALSE(sort.is_given_up());
    std::sort(keys.begin(), keys.end());
    EXPECT_TRUE(sort.sorted() == keys);
}

// Before the range and behind it, some more than once, in vectors and beside them.
TYPED_TEST(narrow_range, may_have_outliers) {
    using bits = TypeParam;
    constexpr bits first = bits{5} << 20;
    constexpr unsigned outliers = 40;
    for (bool const descends : {false, true}) {
        auto keys = test::make_keys<bits>(20'003, [&](test::random_bits& random, std::size_t i) {
            auto image = static_cast<bits>(first + random.below(most_of_range));
            if (i % 512 == 0 || i == 20'002)
                image =
                    i % 1024 == 0 ? static_cast<bits>(random.below(20) * 1000) : static_cast<bits>(~random.below(7));
            return descends ? static_cast<bits>(~image) : image;
        });
        EXPECT_TRUE(narrow_range_sort<bits>(keys, first, 1, descends, outliers).is_given_up());
        narrow_range_sort<bits> sort(keys, first, 1, descends, outliers + 1);
        ASSERT_FALSE(sort.is_given_up());
        std::sort(keys.begin(), keys.end());
        if (descends)
            std::reverse(keys.begin(), keys.end());
        EXPECT_TRUE(sort.sorted() == keys) << (descends ? "descending" : "ascending");
    }
}

TYPED_TEST(narrow_range, is_given_up_if_there_are_others) {
    using bits = TypeParam;
    constexpr bits first = 1000;
    auto const with = [&](bits other, std::size_t at) {
        auto keys = test::make_keys<bits>(
            20'003, [&](test::random_bits& random, std::size_t) { return first + random.below(most_of_range); });
        keys[at] = other;
        return narrow_range_sort<bits>(keys, first, 1).is_given_up();
    };
    EXPECT_FALSE(with(first, 9'999));
    EXPECT_FALSE(with(first + most_of_range - 1, 20'002));
    for (std::size_t const at : {0u, 9'999u, 20'002u}) { // among those of whole vectors, and others
        EXPECT_TRUE(with(first - 1, at));
        EXPECT_TRUE(with(first + most_of_range, at));
        EXPECT_TRUE(with(~bits{0}, at));
    }
}

} // namespace
