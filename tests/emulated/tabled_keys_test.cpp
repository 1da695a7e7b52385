// SPDX-License-Identifier: MIT
// Few different keys, counted in a hash table and written anew, all together or bucket by bucket; and that there may be
// too many of them.
#include "tests/emulated/counted_division.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::cuda;
using test::emulated::counted_division, test::emulated::guarded_keys, test::emulated::zero_words;

// Of the kernels that these are parts of.
template <class Bits>
struct shared_space {
    tabled_keys_space<Bits> keys;
    bool is_last;

    static shared_space& of_block() { return *reinterpret_cast<shared_space*>(memory); }
};

template <class Bits>
class tabled_sort {
public:
    explicit tabled_sort(std::vector<Bits> const& keys, std::size_t misalignment = 0, bool descends = false)
        : keys_(keys, misalignment, descends) {
        with_.leading.may_table_keys = true;
        with_.leading.prefix_counts = counts_.data();
        with_.leading.group_starts = starts_.data();
        with_.leading.group_cursors = cursors_.data();
        state_.guessed = guess::tabled_keys;
        run(guess_threads, [&] {
            count_tabled_keys(space::of_block().keys.table, with_);
            if (ends_last(state_.finished_blocks, space::of_block().is_last))
                plan_tabled_keys(space::of_block().keys, with_);
        });
    }

    bool has_fit() const { return state_.guessed == guess::tabled_keys; }
    bool has_left_no_trace() const { return counts_.are_zero(); }
    std::vector<Bits> sorted() {
        run(guess_threads, [&] { order_tabled_keys(space::of_block().keys.different, with_); });
        run(512, [&] { write_tabled_keys<512>(with_); });
        return keys_.written();
    }
    Bits image(Bits key) const { return with_.codec.encode(key); }

private:
    using space = shared_space<Bits>;

    void run(unsigned threads, std::function<void()> const& kernel) const {
        test::emulated::run_grid(3, threads, with_.most, kernel);
    }

    guarded_keys<Bits> keys_;
    arguments<Bits, no_value>& with_ = keys_.with;
    control& state_ = *keys_.state;
    zero_words counts_{prefixes}, starts_{prefixes}, cursors_{prefixes};
};

template <class Bits>
std::vector<Bits> some_of(std::size_t count, std::vector<Bits> const& different) {
    return test::make_keys<Bits>(count, [&](test::random_bits& random, std::size_t i) {
        return different[i < different.size() ? i : random.below(different.size())];
    });
}
template <class Bits>
std::vector<Bits> random_keys(std::size_t count) {
    return test::make_keys<Bits>(count, [](test::random_bits& random, std::size_t) { return random(); });
}

template <class Bits>
class tabled_keys : public ::testing::Test {};
using keys = ::testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(tabled_keys, keys);

TYPED_TEST(tabled_keys, are_counted_and_written_in_order) {
    using bits = TypeParam;
    for (std::size_t const different : {std::size_t{1}, std::size_t{50}, std::size_t{most_tabled_keys}})
        for (bool const descends : {false, true}) {
            auto several = random_keys<bits>(different);
            several[0] = bits{0};
            if (different > 1)
                several[1] = ~bits{0}, several[2] = bits{1} << (8 * sizeof(bits) - 1);
            auto keys = some_of(different + 9'001, several);
            tabled_sort<bits> sort(keys, different % 3, descends);
            ASSERT_TRUE(sort.has_fit()) << different;
            std::sort(keys.begin(), keys.end(), [&](bits a, bits b) { return sort.image(a) < sort.image(b); });
            ASSERT_TRUE(sort.sorted() == keys) << different << (descends ? ", descending" : "");
        }
}

// For a block, or for all blocks together.
TYPED_TEST(tabled_keys, are_given_up_if_they_are_too_many) {
    using bits = TypeParam;
    for (std::size_t const count : {std::size_t{5'000}, std::size_t{9'000}, std::size_t{20'000}}) {
        tabled_sort<bits> const sort(random_keys<bits>(count));
        EXPECT_FALSE(sort.has_fit());
        EXPECT_TRUE(sort.has_left_no_trace());
    }
}

// Where all keys would be sought at the same place, nobody looks for long.
TYPED_TEST(tabled_keys, are_given_up_if_they_share_a_home) {
    using bits = TypeParam;
    auto const home = key_table<bits>::home_of(12'345);
    std::vector<bits> alike;
    for (bits key = 1; alike.size() < key_table<bits>::most_probes + 1; ++key)
        if (key_table<bits>::home_of(key) == home)
            alike.push_back(key);
    EXPECT_FALSE(tabled_sort<bits>(alike).has_fit());
    alike.pop_back();
    EXPECT_TRUE(tabled_sort<bits>(alike).has_fit());
}

// So many that lie evenly in a range.
template <class Bits>
std::vector<Bits> even_keys(std::size_t count, key_range<Bits> range) {
    Bits const apart = static_cast<Bits>(range.span / count);
    return test::make_keys<Bits>(count, [&](test::random_bits& random, std::size_t i) {
        return static_cast<Bits>(range.first + apart * i + (i == 0 ? 0 : random.below(apart)));
    });
}

TYPED_TEST(tabled_keys, are_counted_by_bucket) {
    using bits = TypeParam;
    constexpr unsigned width = 8 * sizeof(bits) - 3;
    bits const span = core::low_mask<bits>(width);
    for (bool const is_spread : {false, true}) {
        key_range<bits> const range{bits{3} << width, is_spread ? static_cast<bits>(span / 3 * 2) : span};
        auto const images = some_of(60'003, even_keys<bits>(2000, range)); // 0, once it is spread, is one of them
        for (bool const descends : {false, true}) {
            std::vector<bits> keys(images);
            if (descends)
                std::transform(keys.begin(), keys.end(), keys.begin(), [](bits image) { return ~image; });
            counted_division<bits> division(keys, range, is_spread, descends);
            ASSERT_TRUE(division.has_fit());
            std::sort(keys.begin(), keys.end());
            if (descends)
                std::reverse(keys.begin(), keys.end());
            EXPECT_TRUE(division.sorted() == keys) << (is_spread ? "spread" : "") << (descends ? ", descending" : "");
        }
    }
}

TYPED_TEST(tabled_keys, are_given_up_if_a_bucket_has_too_many) {
    using bits = TypeParam;
    auto const all = key_range<bits>::like(0, 8 * sizeof(bits));
    auto keys = some_of(50'000, even_keys<bits>(2000, all));
    bits const bucket = bits{77} << (8 * sizeof(bits) - radix_bits);
    auto const home = key_table<bits>::home_of(bucket);
    unsigned alike = 0;
    for (bits key = bucket; alike < key_table<bits>::most_probes + 3; ++key)
        if (key_table<bits>::home_of(key) == home)
            keys[11 * alike++] = key;
    EXPECT_FALSE((counted_division<bits>(keys, all, false).has_fit()));
}

// Of which each bucket would have room for its own.
TYPED_TEST(tabled_keys, are_given_up_early_if_many_are_different) {
    using bits = TypeParam;
    auto const all = key_range<bits>::like(0, 8 * sizeof(bits));
    auto keys = some_of(60'000, even_keys<bits>(2000, all));
    EXPECT_FALSE((counted_division<bits>(keys, all, false).is_given_up_early()));
    unsigned watched = 0;
    test::random_bits random(5);
    for (std::size_t i = 0; i < keys.size() && watched < watched_keys::most_of_some + 200; i += 5) {
        if (i / 2048 % watched_keys::tiles_apart != 0)
            continue;
        do
            keys[i] = static_cast<bits>(random());
        while (mixed(keys[i]) >> 56 != 0);
        ++watched;
    }
    counted_division<bits> const division(keys, all, false);
    EXPECT_TRUE(division.is_given_up_early());
    EXPECT_FALSE(division.has_fit());
}

// More than its home and what is behind all homes.
TYPED_TEST(tabled_keys, are_given_up_if_a_bucket_is_too_large) {
    using bits = TypeParam;
    auto const all = key_range<bits>::like(0, 8 * sizeof(bits));
    auto keys = some_of(50'000, even_keys<bits>(2000, all));
    EXPECT_TRUE((counted_division<bits>(keys, all, false).has_fit()));
    std::fill(keys.begin(), keys.begin() + 400, bits{5});
    EXPECT_FALSE((counted_division<bits>(keys, all, false).has_fit()));
}

} // namespace
