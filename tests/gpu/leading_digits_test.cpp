// SPDX-License-Identifier: MIT
// Sorting by leading digits first: that it is done where it should be, left alone where it would not end well, and
// right when the groups that it makes are large, small, uneven inside, or as large as a block can take.
#include "tests/gpu/taken_path.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;

// Whether the survey may look at key i of so many: samples and what is behind them, and the end.
constexpr bool may_be_sampled(std::size_t i, std::size_t count) {
    return i % cuda::survey_stride(count) < 2 || i + 1100 > count;
}

template <class T>
class leading_digits : public ::testing::Test {
protected:
    static constexpr unsigned width = 8 * sizeof(T);
    // Of wider keys, those that are left to tallies are always counted.
    static constexpr taken uncounted = sizeof(T) == 4 ? taken::uncounted_tallies : taken::tallies;
    static T any(random_bits& random, std::size_t) { return static_cast<T>(random()); }

    // All but every fiftieth.
    static std::vector<T> sort_nearly(std::vector<T> const& keys) {
        std::vector<T> sorted(keys);
        std::sort(sorted.begin(), sorted.end());
        for (std::size_t i = 0; i < keys.size(); i += 50)
            sorted[i] = keys[i];
        return sorted;
    }

    void SetUp() override { SKIP_WITHOUT_CUDA_DEVICE(); }
    static cuda::tuning tuned() { return tuned_to_passes<T>(); }
    static void check(taken expected, std::vector<T> const& keys, cuda::tuning const& with) {
        EXPECT_EQ(sort_and_check(keys, with, false), expected);
        EXPECT_EQ(sort_and_check(keys, with, true), expected) << "in place";
        sort_and_check(keys, cuda::tune(sizeof(T)), false); // in one launch, if they are few
    }
};

using key_types = ::testing::Types<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>;
TYPED_TEST_SUITE(leading_digits, key_types);

TYPED_TEST(leading_digits, sort_uniform_keys) {
    using T = TypeParam;
    for (std::size_t const count : {100'003u, 1'000'003u, 5'000'001u})
        this->check(taken::groups, make_keys<T>(count, this->any), this->tuned());
}

TYPED_TEST(leading_digits, sort_in_portions) {
    using T = TypeParam;
    cuda::tuning tuned = this->tuned();
    tuned.portion_items = 2 * cuda::large_tile(sizeof(T), 4).size();
    for (std::size_t const count : {100'003u, 3'000'001u})
        this->check(taken::groups, make_keys<T>(count, this->any), tuned);
}

// The low bits are one of a few: that is left alone, or, where no sample shows it, a block finds its bins uneven and
// sorts by passes.
TYPED_TEST(leading_digits, sort_groups_that_are_uneven_inside) {
    using T = TypeParam;
    constexpr std::size_t count = 1'000'003;
    for (bool const is_hidden : {false, true}) {
        auto const keys = make_keys<T>(count, [&](random_bits& random, std::size_t i) {
            T const key = static_cast<T>(random());
            if (is_hidden && may_be_sampled(i, count))
                return key;
            T const low =
                static_cast<T>(random.below(5) * 0x0123'4567'89ab'cdefull >> 8 & ~std::make_unsigned_t<T>{0} >> 9);
            return static_cast<T>(static_cast<T>(random.below(256)) << (TestFixture::width - 8) | low);
        });
        this->check(is_hidden ? taken::groups : taken::passes, keys, this->tuned());
    }
}

// Exactly as many as fit a block, and one more.
TYPED_TEST(leading_digits, leave_alone_groups_that_do_not_fit) {
    using T = TypeParam;
    for (std::size_t const more : {0u, 1u}) {
        std::size_t const heavy = cuda::group_tile.size() + more;
        auto const keys = make_keys<T>(600'000, [&](random_bits& random, std::size_t i) {
            T const key = static_cast<T>(random());
            T const low = static_cast<T>(key & (~std::make_unsigned_t<T>{0} >> 16));
            T const bin = static_cast<T>(i < heavy ? 77 : 78 + random.below(170));
            return static_cast<T>(bin << (TestFixture::width - 8) | low);
        });
        this->check(more == 0 ? taken::groups : taken::passes, keys, this->tuned());
    }
}

TYPED_TEST(leading_digits, leave_alone_keys_with_a_heavy_prefix) {
    using T = TypeParam;
    auto const keys = make_keys<T>(3'000'001, [](random_bits& random, std::size_t) {
        return static_cast<T>(random.one_in(100) ? T{5} : static_cast<T>(random()));
    });
    this->check(taken::passes, keys, this->tuned());
}

// Each is there fifty times: spread evenly, but not within their groups.
TYPED_TEST(leading_digits, leave_alone_keys_that_repeat) {
    using T = TypeParam;
    random_bits different(20'000);
    std::vector<T> some(20'000);
    for (T& key : some)
        key = static_cast<T>(different());
    auto const keys =
        make_keys<T>(1'000'003, [&](random_bits& random, std::size_t) { return some[random.below(some.size())]; });
    this->check(taken::passes, keys, this->tuned());
}

// Of keys of 8 bytes alone, groups may be uneven: keys repeat, few times or often, or most of a group are the same one.
TYPED_TEST(leading_digits, sort_keys_alone_that_repeat) {
    using T = TypeParam;
    constexpr taken expected = sizeof(T) == 8 ? taken::groups : taken::passes;
    constexpr std::size_t count = 1'000'003;
    for (std::size_t const different : {5'000u, 20'000u, 100'000u}) {
        random_bits any(different);
        std::vector<T> some(different);
        for (T& key : some)
            key = static_cast<T>(any());
        auto const keys =
            make_keys<T>(count, [&](random_bits& random, std::size_t) { return some[random.below(different)]; });
        for (bool const in_place : {false, true})
            EXPECT_EQ(sort_keys_and_check(keys, this->tuned(), in_place), expected) << different;
    }
    // Behind the prefix, a third is anything. The others are zeros; or, which no sample shows, one of some that a block
    // splits into the same bin: more than it can put beside the first one.
    unsigned const prefix = cuda::prefix_width(count, cuda::group_tile.size());
    auto const left = static_cast<T>(~std::make_unsigned_t<T>{0} >> prefix);
    for (unsigned const values : {1u, 5u}) {
        auto const keys = make_keys<T>(count, [&](random_bits& random, std::size_t i) {
            T const key = static_cast<T>(random());
            unsigned const low = may_be_sampled(i, count) ? 0 : static_cast<unsigned>(random.below(values));
            return random.one_in(3) ? key : static_cast<T>((key & ~left) | static_cast<T>(low));
        });
        for (bool const in_place : {false, true})
            EXPECT_EQ(sort_keys_and_check(keys, this->tuned(), in_place), expected) << values;
    }
}

// Two bits of the prefix are the same in all keys, so that all groups are too large: some for each block.
TYPED_TEST(leading_digits, sort_many_large_groups_of_keys_alone) {
    using T = TypeParam;
    constexpr std::size_t count = 3'000'001;
    constexpr taken expected = sizeof(T) == 8 ? taken::groups : taken::passes;
    auto tuned = this->tuned();
    tuned.large_group_items = 0;
    auto const same = static_cast<T>(T{3} << (TestFixture::width - 6));
    for (unsigned const different : {0u, 40u}) { // in a group; 0: all
        auto const keys = make_keys<T>(count, [&](random_bits& random, std::size_t) {
            auto const left = static_cast<T>(~std::make_unsigned_t<T>{0} >> 11);
            T const key = static_cast<T>(static_cast<T>(random()) | same);
            T const low = static_cast<T>(static_cast<T>(random.below(different + 1)) * (left / 64));
            return different == 0 ? key : static_cast<T>((key & ~left) | low);
        });
        for (bool const in_place : {false, true})
            EXPECT_EQ(sort_keys_and_check(keys, tuned, in_place), expected) << different;
    }
}

// One group of so many keys, of which a block sorts those of 8 bytes nevertheless: whatever they are like, and up to
// the part of all that other blocks have to do meanwhile. The survey cannot see it.
TYPED_TEST(leading_digits, sort_a_large_group_of_keys_alone) {
    using T = TypeParam;
    constexpr std::size_t count = 3'000'001, most = cuda::most_items_of_large_group(count);
    auto tuned = this->tuned();
    tuned.large_group_items = 0;
    auto const check = [&](char const* what, std::size_t large, taken expected,
                           std::function<std::uint64_t(random_bits&, std::size_t)> const& in_group) {
        std::size_t made = 0;
        auto const keys = make_keys<T>(count, [&](random_bits& random, std::size_t i) {
            auto const left = static_cast<T>(~std::make_unsigned_t<T>{0} >> 16);
            bool const is_in_group = made < large && !may_be_sampled(i, count);
            made += is_in_group;
            T const bin = static_cast<T>(is_in_group ? 77 : 78 + random.below(170));
            T const below = is_in_group ? static_cast<T>(static_cast<T>(in_group(random, i)) & left)
                                        : static_cast<T>(random() & (~std::make_unsigned_t<T>{0} >> 8));
            return static_cast<T>(bin << (TestFixture::width - 8) | below);
        });
        for (bool const in_place : {false, true})
            EXPECT_EQ(sort_keys_and_check(keys, tuned, in_place), expected) << what << (in_place ? ", in place" : "");
    };
    constexpr taken usual = sizeof(T) == 8 ? taken::groups : taken::passes;
    auto const any = [](random_bits& random, std::size_t) { return random(); };
    check("spread evenly", most, usual, any);
    check("one too many", most + 1, taken::passes, any);
    check("all equal", most, usual, [](auto&, std::size_t) { return 4711; });
    check("some equal", most, usual, [](auto& random, std::size_t) { return random.below(3) << 40 | 1; });
    check("of few low bits", most, usual, [](auto& random, std::size_t) { return random.below(60'000); });
    check("one in a thousand is another one", most, usual,
          [](auto& random, std::size_t) { return random.one_in(1000) ? random() : 4711; });
    check("in order", most, usual, [](auto&, std::size_t i) { return i * 3; });
}

// The survey looks at some keys only and cannot have seen this one.
TYPED_TEST(leading_digits, notice_a_key_outside_of_what_the_survey_saw) {
    using T = TypeParam;
    auto const keys = make_keys<T>(3'000'001, [](random_bits& random, std::size_t i) {
        T const key = static_cast<T>(random() >> 3 & (~std::make_unsigned_t<T>{0} >> 3));
        return i == 1'234'567 ? static_cast<T>(T{1} << (TestFixture::width - 2) | key) : key;
    });
    this->check(taken::passes, keys, this->tuned());
}

// Keys of a smaller range than their type has: the digits are cut from the bits that differ.
TYPED_TEST(leading_digits, start_at_the_highest_bit_that_differs) {
    using T = TypeParam;
    auto const keys = make_keys<T>(3'000'001, [](random_bits& random, std::size_t) {
        return static_cast<T>(random() & (~std::make_unsigned_t<T>{0} >> 5));
    });
    this->check(taken::groups, keys, this->tuned());
}

// Of keys alone, so few bits are left in a group that each possible key has a tally. Some repeat more often than that
// can tell, or most do.
TYPED_TEST(leading_digits, tally_keys_alone) {
    using T = TypeParam;
    auto tuned = this->tuned();
    tuned.tallied_items = tuned.uncounted_items = 0;
    for (unsigned const step : {1u, 8u}) {
        // 1,024 groups of 15 bits.
        auto const keys = make_keys<T>(2'600'007, [&](random_bits& random, std::size_t) {
            return static_cast<T>(random.below(1u << 25) / step * step);
        });
        EXPECT_EQ(sort_keys_and_check(keys, tuned, false), this->uncounted) << step;
        EXPECT_EQ(sort_keys_and_check(keys, tuned, true), taken::tallies) << step << ", in place";
    }
}

// 1,024 groups of 15 bits, in 4 buckets. What the survey looks at is even, whatever `other` does with the rest.
constexpr unsigned in_first_bucket = (1u << 23) - 1, in_first_group = (1u << 15) - 1;
template <class T>
std::vector<T> make_keys_of_25_bits(std::function<unsigned(random_bits&, std::size_t, unsigned)> const& other) {
    constexpr std::size_t count = 2'600'007;
    return make_keys<T>(count, [&](random_bits& random, std::size_t i) {
        unsigned const key = static_cast<unsigned>(random.below(1u << 25));
        return static_cast<T>(may_be_sampled(i, count) ? key : other(random, i, key));
    });
}

TYPED_TEST(leading_digits, divide_keys_that_were_not_counted) {
    using T = TypeParam;
    auto tuned = this->tuned();
    tuned.tallied_items = tuned.uncounted_items = 0;
    auto const check = [&](char const* what, taken expected, auto const& other) {
        EXPECT_EQ(sort_keys_and_check(make_keys_of_25_bits<T>(other), tuned, false), expected) << what;
    };
    check("a bucket larger than its home", this->uncounted,
          [](auto& random, std::size_t, unsigned key) { return random.one_in(20) ? key & in_first_bucket : key; });
    check("a bucket for which there is no room", taken::tallies,
          [](auto& random, std::size_t, unsigned key) { return random.one_in(6) ? key & in_first_bucket : key; });
    check("a group for which there is no room", taken::tallies,
          [](auto&, std::size_t i, unsigned key) { return i < 2000 ? key & in_first_group : key; });
    check("a group that no block can sort", taken::passes,
          [](auto&, std::size_t i, unsigned key) { return i < 4000 ? key & in_first_group : key; });
    check("a key beyond all others", taken::passes,
          [](auto&, std::size_t i, unsigned key) { return i == 1'234'567 ? key + (1u << 29) : key; });
    check("tiles that are uneven", this->uncounted, [](auto&, std::size_t i, unsigned key) {
        return (key & ~0x7f8000u) | static_cast<unsigned>(i / 10'157) << 15; // one after the other
    });
}

TYPED_TEST(leading_digits, divide_sorted_keys_that_were_not_counted) {
    using T = TypeParam;
    auto tuned = this->tuned();
    tuned.tallied_items = tuned.uncounted_items = 0;
    auto const uniform = make_keys_of_25_bits<T>([](auto&, std::size_t, unsigned key) { return key; });
    EXPECT_EQ(sort_keys_and_check(this->sort_nearly(uniform), tuned, false), this->uncounted);
}

// Too many bits are left for tallies: groups of so few narrow keys that two bytes hold what is left, or wide keys. What
// the survey looks at is even, whatever `other` does with the rest.
template <class T>
std::vector<T> make_keys_of_bits(unsigned bits, std::size_t count,
                                 std::function<T(random_bits&, std::size_t, T)> const& other = nullptr) {
    return make_keys<T>(count, [&](random_bits& random, std::size_t i) {
        T const key = static_cast<T>(random() & ((std::uint64_t{1} << bits) - 1));
        return other == nullptr || may_be_sampled(i, count) ? key : other(random, i, key);
    });
}
template <class T>
constexpr unsigned many_bits = sizeof(T) == 4 ? 28 : 58;

// From 16 groups of narrow keys a block to four, and one of wide keys; all two or six bytes are left, or not.
TYPED_TEST(leading_digits, divide_keys_of_many_bits_that_were_not_counted) {
    using T = TypeParam;
    auto tuned = this->tuned();
    tuned.uncounted_items = 0;
    tuned.tallied_items = ~std::uint64_t{0};
    for (std::size_t const count : {1'400'003u, 2'600'007u, 3'500'001u})
        for (unsigned const fewer : {0u, 1u, 2u, 3u}) {
            unsigned const bits = many_bits<T> - fewer;
            EXPECT_EQ(sort_keys_and_check(make_keys_of_bits<T>(bits, count), tuned, false), taken::uncounted_groups)
                << count << " of " << bits << " bits";
        }
    if (sizeof(T) > 4)
        return;
    for (std::size_t const count : {30'000'001u, 60'000'001u})
        for (unsigned const bits : {26u, 31u})
            EXPECT_EQ(sort_keys_and_check(make_keys_of_bits<T>(bits, count), tuned, false), taken::uncounted_groups)
                << count << " of " << bits << " bits";
}

TYPED_TEST(leading_digits, divide_uneven_keys_of_many_bits) {
    using T = TypeParam;
    constexpr std::size_t count = 2'600'007;
    constexpr unsigned bits = many_bits<T>, narrow = sizeof(T) == 4, left = narrow ? 15 : 48;
    auto tuned = this->tuned();
    tuned.uncounted_items = 0;
    tuned.tallied_items = ~std::uint64_t{0};
    auto const check = [&](char const* what, taken expected,
                           std::function<T(random_bits&, std::size_t, T)> const& other) {
        EXPECT_EQ(sort_keys_and_check(make_keys_of_bits<T>(bits, count, other), tuned, false), expected) << what;
    };
    auto const lowest = [](T key, unsigned of) {
        return static_cast<T>(key & static_cast<T>((std::uint64_t{1} << of) - 1));
    };
    unsigned const higher = narrow ? 5 : 2; // bits of the first digit
    check("a bucket larger than its home", taken::uncounted_groups, [&](auto& random, std::size_t, T key) {
        return random.one_in(narrow ? 320 : 60) ? lowest(key, bits - higher) : key;
    });
    check("a bucket for which there is no room", taken::groups, [&](auto& random, std::size_t, T key) {
        return random.one_in(narrow ? 40 : 12) ? lowest(key, bits - higher) : key;
    });
    check("a group for which there is no room", taken::groups,
          [&](auto&, std::size_t i, T key) { return i < 1000 ? lowest(key, left) : key; });
    check("groups that are uneven inside", taken::uncounted_groups,
          [&](auto&, std::size_t i, T key) { return i % 3 == 0 ? key : static_cast<T>(key >> left << left); });
    check("a key beyond all others", taken::passes,
          [&](auto&, std::size_t i, T key) { return i == 1'234'567 ? static_cast<T>(key | T{1} << bits) : key; });
    auto const nearly_sorted = this->sort_nearly(make_keys_of_bits<T>(bits, count));
    EXPECT_EQ(sort_keys_and_check(nearly_sorted, tuned, false), taken::uncounted_groups) << "nearly sorted";
    auto const coarse = make_keys<T>(count, [&](random_bits& random, std::size_t) {
        return static_cast<T>((random() & ((std::uint64_t{1} << bits) - 1)) >> (left - 8) << (left - 8));
    });
    EXPECT_EQ(sort_keys_and_check(coarse, tuned, false), taken::groups) << "of few leading bits";
}

// Keys of 4 bytes and their positions are divided without having been counted, too.
template <class T>
class positions_of : public leading_digits<T> {};
using narrow_types = ::testing::Types<std::uint32_t, std::int32_t>;
TYPED_TEST_SUITE(positions_of, narrow_types);

TYPED_TEST(positions_of, uniform_keys) {
    using T = TypeParam;
    auto tuned = this->tuned();
    tuned.uncounted_positions = 0;
    for (std::size_t const count : {1'400'003u, 2'600'007u, 20'000'001u})
        EXPECT_EQ(argsort_and_check(make_keys<T>(count, this->any), tuned), taken::uncounted_groups) << count;
    EXPECT_EQ(argsort_and_check(this->sort_nearly(make_keys<T>(2'600'007, this->any)), tuned), taken::uncounted_groups);
    EXPECT_EQ(argsort_and_check(make_keys<T>(1'900'001, this->any), tuned, 3'000'000), taken::uncounted_groups);
}

TYPED_TEST(positions_of, uneven_keys) {
    using T = TypeParam;
    auto tuned = this->tuned();
    tuned.uncounted_positions = 0;
    auto const check = [&](char const* what, taken expected, auto const& other) {
        EXPECT_EQ(argsort_and_check(make_keys_of_25_bits<T>(other), tuned), expected) << what;
    };
    check("even", taken::uncounted_groups, [](auto&, std::size_t, unsigned key) { return key; });
    check("many keys are there eight times", taken::uncounted_groups,
          [](auto& random, std::size_t, unsigned key) { return random.one_in(3) ? key : key / 8 * 8; });
    check("most keys of a group are the same one", taken::uncounted_groups,
          [](auto& random, std::size_t, unsigned key) { return random.one_in(3) ? key : key & ~in_first_group; });
    check("a bucket larger than its home", taken::uncounted_groups,
          [](auto& random, std::size_t, unsigned key) { return random.one_in(60) ? key & in_first_bucket : key; });
    check("a bucket for which there is no room", taken::groups,
          [](auto& random, std::size_t, unsigned key) { return random.one_in(6) ? key & in_first_bucket : key; });
    check("a group for which there is no room", taken::groups,
          [](auto&, std::size_t i, unsigned key) { return i < 2000 ? key & in_first_group : key; });
    check("a key beyond all others", taken::passes,
          [](auto&, std::size_t i, unsigned key) { return i == 1'234'567 ? key + (1u << 29) : key; });
}

// Values that follow an index: keys are wanted, too.
TYPED_TEST(positions_of, wide_values) {
    using T = TypeParam;
    using value = std::array<std::uint32_t, 3>;
    auto tuned = this->tuned();
    tuned.uncounted_positions = 0;
    auto const keys = make_keys<T>(
        2'600'007, [&](random_bits& random, std::size_t) { return static_cast<T>(random.below(1u << 25) / 2); });
    std::vector<value> values(keys.size());
    for (std::uint32_t i = 0; i < values.size(); ++i)
        values[i] = {i, ~i, 7};
    auto const [sorted, moved] = sort_with_values(keys, values, tuned);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        std::uint32_t const from = moved[i][0];
        bool const in_order =
            i == 0 || sorted[i - 1] < sorted[i] || (sorted[i - 1] == sorted[i] && moved[i - 1][0] < from);
        ASSERT_TRUE(in_order && keys[from] == sorted[i] && moved[i][1] == ~from && moved[i][2] == 7) << i;
    }
}

// Keys alone need no stable passes; where most of a tile share a digit they take their slots together.
TYPED_TEST(leading_digits, pass_keys_alone_in_any_order) {
    using T = TypeParam;
    auto const uniform = make_keys<T>(2'000'003, this->any);
    for (auto const& keys : {uniform, this->sort_nearly(uniform)})
        for (bool const in_place : {false, true})
            EXPECT_EQ(sort_keys_and_check(keys, this->tuned(), in_place), taken::groups) << in_place;
}

} // namespace
