// SPDX-License-Identifier: MIT
// Keys of a narrow range, counted by their places in it and written anew; and that there may be others.
#include "src/cuda/block/ends_last.cuh"
#include "src/cuda/block/guesses/count_narrow_range.cuh"
#include "tests/emulator/grid.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::cuda;

template <class Bits>
class narrow_range_sort {
    static constexpr Bits untouched = 0x5a;
    struct space {
        narrow_range_space range;
        bool is_last;

        static space& of_block() { return *reinterpret_cast<space*>(memory); }
    };

public:
    // Of a range of images from `first` on.
    narrow_range_sort(std::vector<Bits> const& keys, Bits first, std::size_t misalignment, bool descends = false)
        : misalignment_(misalignment), in_(misalignment), out_(keys.size() + misalignment + 1, untouched) {
        in_.insert(in_.end(), keys.begin(), keys.end());
        with_.keys_wanted = true;
        with_.most = keys.size();
        with_.digits = tabulate(0, 8 * sizeof(Bits), false, false);
        with_.codec = core::make_codec<Bits>(sizeof(Bits) == 4 ? key_type::u32 : key_type::u64,
                                             descends ? order::descending : order::ascending, {}, {});
        with_.keys[static_cast<unsigned>(buffer::in)] = in_.data() + misalignment;
        with_.keys[static_cast<unsigned>(buffer::out)] = out_.data() + misalignment;
        with_.leading.prefix_counts = reinterpret_cast<unsigned*>(counts_.data());
        with_.leading.group_starts = reinterpret_cast<unsigned*>(starts_.data());
        with_.state = state_.get();
        std::memcpy(state_->range.first, &first, sizeof first);
        state_->guessed = guess::narrow_range;
        state_->otherwise = guess::even_prefixes;
        test::emulated::run_grid(3, guess_threads, keys.size(), [&] {
            narrow_range_counter<Bits, no_value> counter{space::of_block().range, with_};
            counter.run();
            if (ends_last(state_->finished_blocks, space::of_block().is_last))
                counter.plan();
        });
    }

    bool is_given_up() const {
        bool const given_up = state_->guessed == guess::even_prefixes && state_->tries_again;
        EXPECT_NE(given_up, state_->guessed == guess::narrow_range && state_->plan.made_early());
        EXPECT_TRUE(!given_up || std::all_of(counts_.begin(), counts_.end(), [](auto word) { return word == 0; }));
        return given_up;
    }
    std::vector<Bits> sorted() {
        test::emulated::run_grid(3, guess_threads, 1,
                                 [&] { find_runs_of_narrow_range(space::of_block().range, with_); });
        test::emulated::run_grid(3, 512, 1, [&] { write_narrow_range<512>(with_); });
        auto const begin = out_.begin() + static_cast<std::ptrdiff_t>(misalignment_);
        EXPECT_TRUE(std::all_of(out_.begin(), begin, [](Bits key) { return key == untouched; }));
        EXPECT_EQ(out_.back(), untouched);
        return {begin, out_.end() - 1};
    }

private:
    arguments<Bits, no_value> with_{};
    std::unique_ptr<control> const state_ = std::make_unique<control>();
    std::size_t const misalignment_;
    std::vector<Bits> in_, out_;
    std::vector<std::uint64_t> counts_ = std::vector<std::uint64_t>(most_of_range / 2), starts_ = counts_;
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
