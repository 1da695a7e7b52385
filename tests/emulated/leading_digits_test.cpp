// SPDX-License-Identifier: MIT
// Evenly spread keys by two leading digits and then group by group, from the survey to the end: keys of all numbers, or
// of a range that is no power of two and is spread over one, or floats that are equalized. Outliers, which lie beyond
// what the survey saw, are replaced meanwhile; if they are too many, all digits sort the keys.
#include "src/cuda/instances/each_portion.cuh"
#include "src/cuda/kernels/count_digits.cuh"
#include "src/cuda/kernels/follow_guess.cuh"
#include "src/cuda/kernels/partition.cuh"
#include "src/cuda/kernels/partition_batch.cuh"
#include "src/cuda/kernels/sort_groups.cuh"
#include "src/cuda/kernels/sort_rests.cuh"
#include "src/cuda/kernels/survey.cuh"
#include "src/cuda/kernels/try_guess.cuh"
#include "tests/emulated/sorted_by_kernel.hpp"

#include <bit>
#include <limits>
#include <memory>
#include <numeric>

namespace {

using namespace pradix;
using namespace pradix::cuda;
using namespace pradix::test;
using namespace pradix::test::emulated;

using tile_of_pass = tile<512, 4, 2>;
using group = tile<group_tile.threads, group_tile.items, 2>;
using group_of_rests = tile<rest_tile(4).threads, rest_tile(4).items, 1>;
constexpr std::size_t count = 3 * survey_samples + 3;

// Enough of them for the survey.
template <class Bits, class Value>
class sort_by_leading_digits {
public:
    // Batch items: so many at a time, which scratch has room for; 0: all at once.
    sort_by_leading_digits(arguments<Bits, Value> const& with, std::uint64_t seed, bool may_have_large_groups,
                           unsigned most_outliers, unsigned batch_items)
        : with_(with), seed_(seed), keys_(batch_items > 0 ? batch_items : with.most),
          values_(has_values<Value> ? with.most : 0) {
        with_.state = state_.get();
        with_.keys[static_cast<unsigned>(buffer::scratch)] = keys_.data();
        with_.values[static_cast<unsigned>(buffer::scratch)] = values_.data();
        leading_digits& leading = with_.leading;
        leading.possible = true;
        leading.may_have_large_groups = leading.may_equalize = may_have_large_groups;
        leading.may_leave_rests = may_leave_rests(sizeof(Bits), value_bytes<Value>);
        leading.most_outliers = most_outliers;
        leading.tile_items = tile_of_pass::size;
        leading.batch_items = batch_items;
        leading.group_starts = starts_.data();
        leading.group_cursors = cursors_.data();
        leading.prefix_counts = counts_.data();
    }

    // Returns what came of it.
    control const& run() {
        run_grid(survey_blocks, survey_threads, seed_, [&] { survey<Bits, Value>(with_, {}, {}); });
        EXPECT_EQ(state_->guessed, guess::even_prefixes);
        run_grid(2, guess_threads, seed_, [&] {
            auto& space = dynamic_space<prefix_counters>();
            if constexpr (may_equalize(sizeof(Bits), value_bytes<Value>))
                if (are_equalized(with_))
                    return count_even_prefixes<true>(space, with_);
            count_even_prefixes(space, with_);
        });
        if (state_->guessed == guess::even_prefixes)
            run_grid(bins, follow_threads, seed_, [&] { plan_groups(dynamic_space<group_planner_space>(), with_); });
        run_grid(2, count_threads, seed_, [&] { count_digits<Bits, Value>(with_); });
        partition_all(with_.leading.batch_items > 0 ? 1 : with_.digits.launches());
        if constexpr (!has_values<Value>)
            if (with_.leading.batch_items > 0) {
                sort_batches();
                return *state_;
            }
        sort_all_groups();
        return *state_;
    }

private:
    void sort_all_groups() {
        if constexpr (may_leave_rests(sizeof(Bits), value_bytes<Value>))
            run_grid(3, group_of_rests::threads, seed_,
                     [&] { sort_rests<counted_items, Bits, Value, group_of_rests>(with_); });
        if (state_->plan.groups.active)
            run_grid(3, group::threads, seed_, [&] { sort_groups(); });
    }

    void sort_batches() {
        unsigned const tiles = with_.leading.batch_items / tile_of_pass::size + bins;
        std::vector<std::uint32_t> words[2];
        for (auto& row : words)
            row.assign(std::size_t{tiles} * bins, 0);
        portion part{};
        part.pass_index = 1;
        part.rows_to_clear = tiles;
        for (unsigned& batch = with_.leading.batch; batch < state_->prefix.batches.size; ++batch, ++part.launch) {
            part.take_words({words[0].data(), words[1].data()});
            run_grid(tiles, tile_of_pass::threads, seed_ + batch,
                     [&] { partition_batch<Bits, Value, tile_of_pass>(with_, part); });
            sort_all_groups();
        }
    }

    // As the kernel of this name, which has its span in the memory of a block.
    void sort_groups() {
        group_plan const plan = state_->plan.groups.of_whole_keys();
        group_span const span = plan.of_rests ? group_span::of_left(with_) : group_span::of(with_, plan);
        each_group_of_block<group::threads>(
            with_, plan, span, [&](unsigned at) { return start_of_group(with_, plan.groups, at); },
            [&](auto const& items, unsigned, auto const& ask_for_next) {
                sort_segment(dynamic_space<sort_space<Bits, Value, group>>(), with_, items, ask_for_next);
            },
            plan.of_rests ? with_.leading.unsorted() : nullptr);
        end_with_outliers<group::threads>(dynamic_space<sort_space<Bits, Value, group>>(), with_);
    }

    void partition_all(unsigned launches) {
        tuning tuned{};
        tuned.portion_items = with_.most;
        auto const cut = cutting::of(with_.most, {tile_of_pass::threads, tile_of_pass::items}, tuned);
        std::vector<std::uint32_t> words[2];
        for (auto& row : words)
            row.assign(std::size_t{cut.portion_tiles} * bins, 0);
        each_portion(cut, with_.most, {words[0].data(), words[1].data()}, 0, launches, 0,
                     [&](portion const& part, bool) {
                         unsigned const ends_of_buckets = !has_values<Value> && part.pass_index == 1 ? bins : 0;
                         run_grid(part.tiles + ends_of_buckets, tile_of_pass::threads, seed_ + part.launch,
                                  [&] { partition<Bits, Value, tile_of_pass>(with_, part); });
                     });
    }

    arguments<Bits, Value> with_;
    std::uint64_t seed_;
    std::unique_ptr<control> state_ = std::make_unique<control>();
    std::vector<Bits> keys_;
    std::vector<Value> values_;
    std::vector<unsigned> starts_ = std::vector<unsigned>(prefixes + 1), cursors_ = starts_, counts_ = starts_;
};

struct outcome {
    bool by_groups, is_spread, is_equalized = false;
    unsigned outliers = 0;
    bool of_rests = false; // only what is left of keys is in groups,
    unsigned unsorted = 0; // of which so many are left to be sorted as others are,
    unsigned batches = 0;  // one batch after the other
    bool operator==(outcome const&) const = default;
};

template <class Value, class Bits>
void expect_sorted(std::vector<Bits> const& keys, key_type type, kernel_case how, outcome const& expected,
                   unsigned most_outliers = 0, unsigned batch_items = 0) {
    how.count = keys.size();
    EXPECT_TRUE((sorts_keys<Value>(keys, how, type, [&](auto const& with, std::uint64_t seed) {
        sort_by_leading_digits<Bits, Value> sort{with, seed, expected.is_equalized, most_outliers, batch_items};
        control const& state = sort.run();
        EXPECT_EQ((outcome{state.plan.groups.active, state.prefix.are_spread, state.spreading.equalizes,
                           state.outliers.count(noted::by_counting).found, state.plan.groups.of_rests,
                           std::accumulate(std::begin(state.prefix.unsorted), std::end(state.prefix.unsorted), 0u),
                           state.prefix.batches.size}),
                  expected);
    })));
}

template <class Bits, class Value>
void sort_all_numbers(key_type type, kernel_case const& how = {}) {
    auto const keys = make_keys<Bits>(count, [](random_bits& random, std::size_t) { return Bits(random()); });
    expect_sorted<Value>(keys, type, how, {true, false});
}

// Around the middle of all: divided as they are, so many would not fit a block.
template <class Bits>
constexpr Bits first_of_range = core::low_mask<Bits>(core::bit_count<Bits> - 1) - 4'345'678;
constexpr std::uint32_t span = (1u << 25) / 4 * 5;
template <class Bits>
std::vector<Bits> keys_of_range() {
    return make_keys<Bits>(count, [](random_bits& random, std::size_t) {
        return static_cast<Bits>(first_of_range<Bits> + random.below(span));
    });
}

TEST(leading_digits, sort_keys) {
    sort_all_numbers<std::uint32_t, no_value>(key_type::i32, {.descends = true});
    expect_sorted<no_value>(keys_of_range<std::uint32_t>(), key_type::u32, {}, {true, true});
    expect_sorted<no_value>(keys_of_range<std::uint64_t>(), key_type::u64, {.in_place = true, .descends = true},
                            {true, true});
}
TEST(leading_digits, sort_pairs) {
    sort_all_numbers<std::uint32_t, std::uint32_t>(key_type::u32, {.in_place = true});
    expect_sorted<std::uint64_t>(keys_of_range<std::uint64_t>(), key_type::u64, {}, {true, true});
}

// So few bits that two bytes hold what groups leave of them.
std::vector<std::uint32_t> keys_of_few_bits(std::uint32_t first, std::uint32_t span) {
    return make_keys<std::uint32_t>(count, [=](random_bits& random, std::size_t) {
        return static_cast<std::uint32_t>(first + random.below(span));
    });
}
constexpr std::uint32_t around_middle = first_of_range<std::uint32_t>, most_of_25_bits = (1u << 24) / 4 * 5;

TEST(leading_digits, leave_rests_of_narrow_keys) {
    for (bool const in_place : {false, true}) {
        kernel_case const how{.in_place = in_place, .descends = in_place, .misalignment = 3};
        expect_sorted<no_value>(keys_of_few_bits(0, 1u << 25), key_type::f32, how, {true, false, false, 0, true});
        expect_sorted<no_value>(keys_of_few_bits(around_middle, most_of_25_bits), key_type::u32, how,
                                {true, true, false, 0, true});
    }
    expect_sorted<no_value>(keys_of_few_bits(0, 1u << 26), key_type::u32, {}, {true, false});
    expect_sorted<std::uint32_t>(keys_of_few_bits(0, 1u << 25), key_type::u32, {}, {true, false});
}
// Those of a block, of which one is crowded.
TEST(leading_digits, leave_crowded_groups_of_rests_to_others) {
    auto keys = keys_of_few_bits(around_middle, most_of_25_bits);
    for (std::size_t i = 1; i <= 80; ++i)
        keys[i * 300 + 1] = keys[1]; // which are no samples
    expect_sorted<no_value>(keys, key_type::u32, {.in_place = true}, {true, true, false, 0, true, most_areas_together});
}

// With little scratch, a bucket after the other.
TEST(leading_digits, sort_batches) {
    constexpr unsigned most_of_bucket = count / 2 + 1'000;
    auto keys = keys_of_few_bits(0, 1u << 25);
    expect_sorted<no_value>(keys, key_type::f32, {.descends = true}, {true, false, false, 0, true, 0, 2}, 0,
                            most_of_bucket);
    for (std::size_t i = 1; i <= 80; ++i)
        keys[i * 300 + 1] = keys[1]; // which are no samples
    expect_sorted<no_value>(keys, key_type::u32, {}, {true, false, false, 0, true, most_areas_together, 2}, 0,
                            most_of_bucket);
    expect_sorted<no_value>(keys_of_few_bits(0, 1u << 26), key_type::u32, {}, {true, false, false, 0, false, 0, 2}, 0,
                            most_of_bucket);
}

// So many that the block sorts their group by digits.
TEST(leading_digits, sort_crowded_groups) {
    auto keys = keys_of_range<std::uint64_t>();
    for (std::size_t i = 1; i < 60; ++i)
        keys[i * 401] = keys[0];
    expect_sorted<std::uint32_t>(keys, key_type::u64, {}, {true, true});
}

// In groups of three: of each side, and one in a thousand more than another one of that side, or as much.
template <class Bits>
void put_outliers(std::vector<Bits>& keys, Bits low, Bits high) {
    for (std::size_t i = 0; i < 12; ++i) {
        auto const more = static_cast<Bits>(i / 3 % 2 * 1'000);
        keys[i * (count / 13) + 2] = i % 3 == 0 ? low + more : high - more; // which are no samples
    }
}
template <class Bits>
std::vector<Bits> keys_with_outliers() {
    auto keys = keys_of_range<Bits>();
    put_outliers(keys, first_of_range<Bits> / 2, ~Bits{0});
    return keys;
}

TEST(leading_digits, sort_items_with_outliers) {
    outcome const expected{true, true, false, 12};
    expect_sorted<no_value>(keys_with_outliers<std::uint32_t>(), key_type::u32, {.descends = true}, expected, 12);
    expect_sorted<std::uint64_t>(keys_with_outliers<std::uint64_t>(), key_type::u64, {.in_place = true}, expected, 12);
    auto keys = keys_of_few_bits(around_middle, most_of_25_bits);
    put_outliers<std::uint32_t>(keys, around_middle / 2, ~0u);
    expect_sorted<no_value>(keys, key_type::u32, {.in_place = true}, {true, true, false, 12, true}, 12);
}
// Where images are not spread but for that.
TEST(leading_digits, sort_small_numbers_with_outliers) {
    auto keys = make_keys<std::uint64_t>(count, [](random_bits& random, std::size_t) { return random() >> 30; });
    put_outliers<std::uint64_t>(keys, std::uint64_t{1} << 40, ~std::uint64_t{0});
    keys[3] = 0; // of which the range begins, and which has nothing below
    expect_sorted<std::uint32_t>(keys, key_type::u64, {.descends = true}, {true, true, false, 12}, 12);
}
TEST(leading_digits, are_not_enough_if_outliers_are_too_many) {
    expect_sorted<std::uint32_t>(keys_with_outliers<std::uint32_t>(), key_type::u32, {}, {false, true, false, 11}, 11);
}

TEST(leading_digits, are_not_enough_if_a_key_lies_beyond_the_range) {
    auto keys = keys_of_range<std::uint32_t>();
    for (std::uint32_t const beyond :
         {first_of_range<std::uint32_t> - span / 50, first_of_range<std::uint32_t> + span / 50 * 51}) {
        keys[count / 3 * 2 + 2] = beyond; // which is no sample
        expect_sorted<no_value>(keys, key_type::u32, {}, {false, true});
    }
}

// Floats of either sign, as their bits, most of them near 1; and zeros, of which no sample has any.
std::vector<std::uint64_t> floats_of_any_size() {
    return make_keys<std::uint64_t>(count, [](random_bits& random, std::size_t i) {
        double const share = static_cast<double>(random() >> 11) * 0x1p-53, some = (1 + share) / (1 - share);
        return i % (count / 4) == 2 ? 0 : std::bit_cast<std::uint64_t>(random.below(2) == 0 ? some : -some);
    });
}

TEST(leading_digits, sort_equalized_floats) {
    expect_sorted<no_value>(floats_of_any_size(), key_type::f64, {.in_place = true, .descends = true},
                            {true, true, true});
}

TEST(leading_digits, sort_equalized_floats_with_outliers) {
    auto keys = floats_of_any_size();
    for (std::size_t i = 0; i < 12; ++i)
        keys[i * (count / 13) + 2] = std::bit_cast<std::uint64_t>(i % 3 == 0   ? -1e300
                                                                  : i % 4 == 0 ? std::numeric_limits<double>::infinity()
                                                                               : 1e290);
    expect_sorted<no_value>(keys, key_type::f64, {.descends = true}, {true, true, true, 12}, 12);
    keys[count / 3 * 2 + 2] = std::bit_cast<std::uint64_t>(1e-300); // there is no place for it
    expect_sorted<no_value>(keys, key_type::f64, {}, {false, true, true, 12}, 12);
}

TEST(leading_digits, are_not_enough_if_a_float_lies_where_none_is_expected) {
    auto keys = floats_of_any_size();
    keys[count / 3 * 2 + 2] = std::bit_cast<std::uint64_t>(1e300); // which is no sample
    expect_sorted<no_value>(keys, key_type::f64, {}, {false, true, true});
}

} // namespace
