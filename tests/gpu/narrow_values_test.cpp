// SPDX-License-Identifier: MIT
// Values of 1 to 3 bytes: few follow an index, many travel in words.
#include "src/cuda/narrow_values.hpp"
#include "tests/gpu/device_engine.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pradix;
using namespace pradix::test;

constexpr std::size_t least = cuda::least_items_with_words;

class narrow_values : public ::testing::TestWithParam<std::size_t> {
protected:
    void SetUp() override { SKIP_WITHOUT_CUDA_DEVICE(); }

    static void sort(device_case const& like, sort_case const& row) {
        EXPECT_TRUE(sorts_pairs(device_engine("device", like), row)) << describe(row);
    }
};

TEST_P(narrow_values, follow_keys) {
    for (std::size_t const count : {least - 1, least, least + 1, least + 1021})
        for (bool const in_place : {false, true})
            sort({.in_place = in_place}, {.type = key_type::u32, .count = count, .value_bytes = GetParam()});
}

TEST_P(narrow_values, follow_keys_of_other_widths) {
    sort({}, {.type = key_type::u8, .count = least + 5, .value_bytes = GetParam()});
    sort({.in_place = true},
         {.type = key_type::f64, .count = least + 5, .like = shape::few_distinct, .value_bytes = GetParam()});
    sort({}, {.type = key_type::u128, .count = least + 5, .value_bytes = GetParam()});
}

TEST_P(narrow_values, stay_behind_a_count_on_the_device) {
    for (bool const in_place : {false, true})
        for (std::size_t const count : {std::size_t{1}, least - 50, least + 50})
            sort({.in_place = in_place, .count_on_device = true}, {.count = count, .value_bytes = GetParam()});
}

TEST_P(narrow_values, lie_at_any_address) {
    sort({}, {.type = key_type::u8, .count = least + 7, .value_bytes = GetParam(), .misalignment = GetParam()});
}

TEST_P(narrow_values, follow_keys_in_graphs) {
    sort({.in_graph = true}, {.count = least + 9, .value_bytes = GetParam()});
}

INSTANTIATE_TEST_SUITE_P(bytes, narrow_values, ::testing::Values(1, 2, 3));

// Also where fewer items follow an index, and their values are copied in place.
TEST(scratch_of_narrow_values, is_enough_for_fewer_items) {
    for (std::size_t const value_bytes : {1u, 2u, 3u})
        for (cuda::placement const where : {cuda::placement::out_of_place, cuda::placement::in_place})
            for (std::size_t const count : {least / 2, least - 1}) {
                cuda::problem const fewer{.type = key_type::u32,
                                          .count = count,
                                          .value_bytes = value_bytes,
                                          .in_place = where == cuda::placement::in_place};
                EXPECT_LE(cuda::workspace_bytes(fewer, cuda::tune_for(fewer)),
                          cuda::workspace_bytes(key_type::u32, least, value_bytes, where));
            }
}

} // namespace
