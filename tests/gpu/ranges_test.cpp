// SPDX-License-Identifier: MIT
// Sorting with little scratch at sizes at which users want it: ranges of keys that have thousands of tiles.
#include "tests/gpu/device_engine.hpp"
#include "tests/support/table.hpp"

#include <pradix/cuda.hpp>

namespace {

using namespace pradix;
using namespace pradix::test;

class ranges : public ::testing::TestWithParam<shape> {
protected:
    static constexpr std::size_t count = (std::size_t{1} << 24) + 12'345;

    void SetUp() override { SKIP_WITHOUT_CUDA_DEVICE(); }
    sort_case row(key_type type, std::size_t value_bytes) const {
        auto made = make_row(type, count, GetParam(), 47);
        made.how.bits = {};
        made.value_bytes = value_bytes;
        return made;
    }
};

TEST_P(ranges, are_sorted_one_after_the_other) {
    engine const with = device_engine("cuda, least scratch", {.least_scratch = true});
    EXPECT_TRUE(sorts_keys(with, row(key_type::u32, 0)));
    EXPECT_TRUE(sorts_keys(with, row(key_type::f64, 0)));
    EXPECT_TRUE(sorts_pairs(with, row(key_type::u32, 4)));
    EXPECT_TRUE(sorts_pairs(with, row(key_type::i16, 8)));
}

auto const shape_name = [](auto const& info) { return "shape_" + std::to_string(static_cast<int>(info.param)); };
INSTANTIATE_TEST_SUITE_P(of_keys, ranges,
                         ::testing::Values(shape::uniform, shape::constant, shape::sorted, shape::nearly_sorted,
                                           shape::few_distinct, shape::zipf, shape::one_heavy_bucket,
                                           shape::shared_high_bits, shape::outliers),
                         shape_name);

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
