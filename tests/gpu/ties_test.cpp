// SPDX-License-Identifier: MIT
// Passes by leading digits alone, and then what ties in these: runs of items of every size, in every place.
#include "tests/gpu/leading_digits.hpp"

#include <bit>
#include <ranges>

namespace {

using namespace pradix;
using namespace pradix::test;

constexpr std::size_t count = 300'007; // a prime number
constexpr unsigned own_bits = 24;      // of a key, which are not of its run

// Whether ties were settled, and which runs were listed.
struct settled {
    bool at_all;
    unsigned runs, long_runs;
    bool operator==(settled const&) const = default;
};

settled settled_by_last_sort(guarded_device const& workspace) {
    cuda::tie_state const ties = part_of_last_sort(workspace, &cuda::control::ties);
    return {ties.plan.active, ties.runs, ties.long_runs};
}

template <class T>
class ties : public ::testing::Test {
protected:
    void SetUp() override { SKIP_WITHOUT_CUDA_DEVICE(); }

    // Runs of so many items, in any order; the last one has what is left. Samples do not show any: these are others.
    static std::vector<T> in_runs_of(std::size_t size) {
        random_bits random{size};
        std::vector<T> keys(count);
        for (std::size_t i = 0, hidden = 0; i < count; ++i)
            keys[i] = may_be_sampled(i, count) ? any(random)
                                               : static_cast<T>(key_of_run(hidden++ * 104'729 % hidden_count / size) |
                                                                static_cast<T>(random.below(1u << own_bits)));
        return keys;
    }
    static inline std::size_t const hidden_count = [] {
        std::size_t hidden = 0;
        for (std::size_t i = 0; i < count; ++i)
            hidden += may_be_sampled(i, count) ? 0 : 1;
        return hidden;
    }();
    // What becomes of them: of the last run, too, if it is not short.
    static settled settled_runs_of(std::size_t size) {
        settled all{true, 0, 0};
        auto const add = [&](std::size_t items, std::size_t runs) {
            if (items > cuda::most_tied_items)
                (items > cuda::group_tile.size() ? all.long_runs : all.runs) += static_cast<unsigned>(runs);
        };
        add(size, hidden_count / size);
        add(hidden_count % size, 1);
        return all;
    }
    static T key_of_run(std::size_t run) {
        std::uint64_t const mixed = (run + 1) * 0x9e3779b97f4a7c15 >> own_bits << own_bits;
        if constexpr (sizeof(T) == 16)
            return T{mixed} << 64;
        else
            return static_cast<T>(mixed);
    }
    static T any(random_bits& random) {
        if constexpr (sizeof(T) == 16)
            return random.wide_number();
        else
            return static_cast<T>(random());
    }

    static void check(settled expected, std::vector<T> const& keys, cuda::tuning const& like = tuned_to_digits<T>()) {
        for (bool const in_place : {false, true}) {
            SCOPED_TRACE(in_place ? "in place" : "out of place");
            auto const tuned = in_place ? without_clusters(like) : like;
            EXPECT_EQ(sort_and_look(keys, tuned, in_place, scratch::usual, settled_by_last_sort), expected) << "pairs";
            EXPECT_EQ(sort_keys_and_look(keys, tuned, in_place, scratch::usual, settled_by_last_sort), expected)
                << "keys alone";
        }
    }
};

using key_types = ::testing::Types<std::uint64_t, std::int64_t, wide>;
TYPED_TEST_SUITE(ties, key_types);

// Where they meet tiles and what these see of the next ones, too.
TYPED_TEST(ties, settle_short_runs) {
    for (std::size_t const size : {1u, 2u, 3u, 31u, 33u, 127u, 128u})
        this->check({true, 0, 0}, this->in_runs_of(size));
}

TYPED_TEST(ties, settle_runs_that_fit_a_block) {
    for (std::size_t const size : {129u, 200u, 2048u, 2049u, 2176u, 4500u, 5120u})
        this->check(this->settled_runs_of(size), this->in_runs_of(size));
}

// One member, some, and as many as there can be.
TYPED_TEST(ties, settle_long_runs) {
    for (std::size_t const size :
         {std::size_t{5121}, std::size_t{16'384}, std::size_t{32'768}, std::size_t{100'000}, this->hidden_count})
        this->check(this->settled_runs_of(size), this->in_runs_of(size));
}

// Two for each pass, which leave less room for lists.
TYPED_TEST(ties, settle_in_portions) {
    auto tuned = tuned_to_digits<TypeParam>();
    tuned.portion_items = 200'000;
    for (std::size_t const size : {3u, 1000u, 50'000u})
        this->check(this->settled_runs_of(size), this->in_runs_of(size), tuned);
}

// What samples show, and as many as they take for seldom.
TYPED_TEST(ties, settle_what_samples_show) {
    using T = TypeParam;
    auto const keys = make_keys<T>(count, [&](random_bits& random, std::size_t) {
        return static_cast<T>(this->key_of_run(random.below(100'000)) | static_cast<T>(random.below(1u << own_bits)));
    });
    this->check({true, 0, 0}, keys);
}

TYPED_TEST(ties, take_all_digits_where_many_tie) {
    using T = TypeParam;
    auto const keys = make_keys<T>(count, [&](random_bits& random, std::size_t) {
        return static_cast<T>(this->key_of_run(random.below(1000)) | static_cast<T>(random.below(1u << 16)));
    });
    this->check({false, 0, 0}, keys);
}

// Runs of equal keys are in order already. A run with one larger key that is not its last one has to be sorted.
TYPED_TEST(ties, leave_equal_keys_alone) {
    using T = TypeParam;
    auto const key = [](std::size_t i) {
        std::uint64_t const mixed = (i + 1) * 0x9e3779b97f4a7c15 ^ 0x5555;
        return static_cast<T>(TestFixture::key_of_run(i) | static_cast<T>(mixed));
    };
    auto const keys = make_keys<T>(count, [&](random_bits& random, std::size_t) { return key(random.below(5000)); });
    this->check({true, 0, 0}, keys);
    for (std::size_t const at : {std::size_t{0}, count / 2, count - 9000}) {
        auto most_equal = make_keys<T>(
            count, [&](random_bits& random, std::size_t i) { return key(i % 3 > 0 ? 0 : random.below(5000)); });
        auto const hidden = std::ranges::find_if(std::views::iota(at, count), [&](std::size_t i) {
            return most_equal[i] == key(0) && !may_be_sampled(i, count);
        });
        most_equal[*hidden] = static_cast<T>(key(0) + 1);
        this->check({true, 0, 1}, most_equal);
    }
}

// Values of every size, and positions, of which keys are not wanted; as many as the device knows.
TYPED_TEST(ties, settle_with_values_of_any_size) {
    using T = TypeParam;
    for (std::size_t const size : {3u, 1000u, 50'000u}) {
        auto const keys = this->in_runs_of(size);
        settled const expected = this->settled_runs_of(size);
        auto const tuned = tuned_to_digits<T>();
        EXPECT_EQ(sort_values_and_look<8>(keys, tuned, settled_by_last_sort), expected);
        EXPECT_EQ(sort_values_and_look<16>(keys, tuned, settled_by_last_sort), expected);
        for (std::size_t const more : {0u, 5000u})
            EXPECT_EQ(argsort_and_look(keys, tuned, more, settled_by_last_sort), expected) << more;
    }
}

TYPED_TEST(ties, settle_in_descending_order) {
    for (std::size_t const size : {3u, 1000u, 50'000u})
        EXPECT_EQ(sort_values_and_look<4>(this->in_runs_of(size), tuned_to_digits<TypeParam>(), settled_by_last_sort,
                                          {.direction = order::descending}),
                  this->settled_runs_of(size));
}

// Of which the lowest ones are not compared, so that keys that differ are equal.
TYPED_TEST(ties, settle_by_ranges_of_bits) {
    using T = TypeParam;
    constexpr unsigned begin = 13;
    for (std::size_t const size : {3u, 1000u, 50'000u})
        EXPECT_TRUE(sort_values_and_look<4>(this->in_runs_of(size), tuned_to_digits<T>(), settled_by_last_sort,
                                            {.bits = {begin, 8 * sizeof(T)}})
                        .at_all)
            << size;
}

// Of either sign.
TEST(ties_of_floats, are_settled) {
    SKIP_WITHOUT_CUDA_DEVICE();
    constexpr std::size_t runs = 100'000;
    auto const keys = make_keys<double>(count, [](random_bits& random, std::size_t) {
        std::uint64_t const run = (random.below(runs) + 1) * 0x9e3779b97f4a7c15 >> own_bits << own_bits;
        std::uint64_t const without_exponent = run & ~(std::uint64_t{0x7ff} << 52);
        return std::bit_cast<double>(without_exponent | std::uint64_t{0x3ff} << 52 | random.below(1u << own_bits));
    });
    auto const tuned = tuned_to_digits<double>();
    settled const expected{true, 0, 0};
    EXPECT_EQ(sort_values_and_look<4>(keys, tuned, settled_by_last_sort), expected);
    EXPECT_EQ(sort_values_and_look<4>(keys, tuned, settled_by_last_sort, {.direction = order::descending}), expected);
}

} // namespace
