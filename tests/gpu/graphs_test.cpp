// SPDX-License-Identifier: MIT
// Sorts that are captured in a CUDA graph and run from there, by each kind of launch: a cluster, all multiprocessors,
// kernels that start before the one in front has ended, memsets and copies.
#include "tests/gpu/device_engine.hpp"
#include "tests/support/table.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;

class graphs : public ::testing::Test {
protected:
    void SetUp() override { SKIP_WITHOUT_CUDA_DEVICE(); }

    // Values of `value_bytes`, keys alone, and positions.
    static void check(key_type type, std::size_t value_bytes, std::initializer_list<std::size_t> counts,
                      device_case like = {}) {
        like.in_graph = true;
        engine const with = device_engine("cuda", like);
        for (std::size_t const count : counts)
            for (shape const each : {shape::uniform, shape::zipf}) {
                sort_case row = make_row(type, count, each, 82);
                row.how.bits = {};
                row.value_bytes = value_bytes;
                ASSERT_TRUE(sorts_pairs(with, row));
                ASSERT_TRUE(sorts_indices(with, row));
                ASSERT_TRUE(sorts_keys(with, row));
            }
    }
};

TEST_F(graphs, of_keys_that_are_counted) {
    check(key_type::u8, 4, {3'000, 30'000, 2'000'003});
    check(key_type::i16, 4, {3'000, 2'000'003});
}

TEST_F(graphs, of_one_block_or_a_cluster) {
    check(key_type::u32, 4, {500, 5'000, 8'000});
    check(key_type::f64, 8, {500, 5'000});
}

TEST_F(graphs, of_all_multiprocessors) {
    check(key_type::f32, 4, {100'003, 1'000'003});
    check(key_type::u128, 16, {100'003});
}

TEST_F(graphs, of_passes_and_groups) {
    check(key_type::u32, 4, {3'500'003});
    check(key_type::i64, 8, {3'500'003}, {.in_place = true});
}

TEST_F(graphs, of_values_that_follow_an_index) {
    check(key_type::u32, 3, {5'000, 1'000'003});
    check(key_type::u32, 24, {1'000'003}, {.in_place = true});
}

TEST_F(graphs, of_sorts_with_little_scratch) {
    check(key_type::u32, 4, {std::size_t{1} << 24}, {.least_scratch = true});
}

} // namespace
