// SPDX-License-Identifier: MIT
// Sorting with little scratch, of so many items that it is little: in batches of buckets, or range by range of keys.
#include "tests/gpu/sort_and_look.hpp"
#include "tests/support/table.hpp"

#include <pradix/cuda.hpp>

namespace {

using namespace pradix;
using namespace pradix::test;

// So many that two leading digits leave buckets which little scratch has room for.
template <class T>
class batches : public ::testing::Test {
protected:
    void SetUp() override { SKIP_WITHOUT_CUDA_DEVICE(); }

    static void check(taken expected, unsigned bits) {
        cuda::tuning tuned = cuda::tune(sizeof(T));
        tuned.ranged_items = cuda::least_ranged_items;
        tuned.rest_items = 0;
        auto const keys = make_keys<T>(
            9'500'003, [&](random_bits& random, std::size_t) { return static_cast<T>(random() >> (64 - bits)); });
        EXPECT_EQ(sort_keys_and_check(keys, tuned, false, scratch::least), expected);
        EXPECT_EQ(sort_and_check(keys, tuned, false, scratch::least), expected) << "with values";
    }
};

using key_types = ::testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(batches, key_types);

TYPED_TEST(batches, of_buckets_are_sorted_one_after_the_other) {
    this->check(taken::no_ranges, 8 * sizeof(TypeParam));
}

// So few bits that groups of narrow keys alone have only what is left of these.
TYPED_TEST(batches, of_buckets_leave_rests) {
    this->check(taken::no_ranges, 27);
}

// Three passes by all digits would do for these.
TYPED_TEST(batches, are_not_made_of_few_bits) {
    this->check(taken::ranges, 20);
}

class ranges : public ::testing::TestWithParam<shape> {
protected:
    void SetUp() override { SKIP_WITHOUT_CUDA_DEVICE(); }
    static sort_case row(key_type type, std::size_t value_bytes) {
        auto made = make_row(type, (std::size_t{1} << 24) + 12'345, GetParam(), 47);
        made.how.bits = {};
        made.value_bytes = value_bytes;
        return made;
    }
};

// As users have it, without any tuning.
TEST_P(ranges, are_sorted_one_after_the_other) {
    engine const with = device_engine("cuda, least scratch", {.least_scratch = true});
    EXPECT_TRUE(sorts_keys(with, row(key_type::u32, 0)));
    EXPECT_TRUE(sorts_pairs(with, row(key_type::f64, 8)));
}

auto const shape_name = [](auto const& info) { return "shape_" + std::to_string(static_cast<int>(info.param)); };
INSTANTIATE_TEST_SUITE_P(of_keys, ranges,
                         ::testing::Values(shape::uniform, shape::constant, shape::zipf, shape::one_heavy_bucket,
                                           shape::outliers),
                         shape_name);

// Nothing is known of narrow keys: the pass by ranges is the first one. Its launches take turns with two rows of state.
TEST(narrow_ranges, are_partitioned_in_an_odd_number_of_portions) {
    SKIP_WITHOUT_CUDA_DEVICE();
    constexpr std::size_t count = 1'500'007;
    cuda::tuning tuned = shrunken_to_ranges();
    tuned.portion_items = count / 9;
    auto const cut = cuda::range_cutting::of(count, cuda::large_tile(2, 4), tuned).all;
    ASSERT_EQ(cut.portions % 2, 1u);
    ASSERT_GT(cut.portion_tiles, 8u);
    auto row = make_row(key_type::u16, count, shape::uniform, 48);
    row.value_bytes = 4;
    EXPECT_TRUE(sorts_pairs(device_engine("cuda, narrow ranges", {.tuned = tuned, .least_scratch = true}), row));
}

TEST(least_workspace, is_a_tenth_of_many_items) {
    struct items {
        key_type type;
        std::size_t value_bytes;
    };
    for (std::size_t const count : {std::size_t{1} << 27, std::size_t{1} << 28, std::size_t{1} << 32})
        for (items const each :
             {items{key_type::u32, 0}, {key_type::f64, 0}, {key_type::u32, 4}, {key_type::u64, 4}, {key_type::u64, 8}})
            EXPECT_LE(cuda::least_workspace_bytes(each.type, count, each.value_bytes),
                      count * (key_bytes(each.type) + each.value_bytes) / 10)
                << count << " of " << name(each.type) << " with " << each.value_bytes;
}

TEST(least_workspace, is_the_usual_one_where_little_is_not_enough) {
    std::size_t const many = std::size_t{1} << 26;
    EXPECT_EQ(cuda::least_workspace_bytes(key_type::u32, many, 0, cuda::placement::in_place),
              cuda::workspace_bytes(key_type::u32, many, 0, cuda::placement::in_place));
    EXPECT_EQ(cuda::least_workspace_bytes(key_type::u32, many, 3), cuda::workspace_bytes(key_type::u32, many, 3));
    EXPECT_EQ(cuda::least_workspace_bytes(key_type::u32, 1 << 20), cuda::workspace_bytes(key_type::u32, 1 << 20));
}

} // namespace
