// SPDX-License-Identifier: MIT
// A few thousand keys, which a cluster of blocks sorts whatever they are: by the first block alone if they are spread
// evenly or differ in few bits, else by runs of all blocks. Where there are no clusters, one block does it, or all.
#include "tests/gpu/device_engine.hpp"
#include "tests/gpu/sort_and_look.hpp"
#include "tests/support/table.hpp"

namespace {

using namespace pradix;
using namespace pradix::test;

// Next to where clusters begin and end; where a run has half of what there is room for, or all; and where the first
// block has one, too, for it cannot hold all keys.
constexpr std::size_t counts[] = {1024, 1025, 3583, 3584, 3585, 4095, 4096, 4097,
                                  5120, 5121, 7168, 7169, 8191, 8192, 8193};

class clusters : public ::testing::TestWithParam<key_type> {
protected:
    void SetUp() override { SKIP_WITHOUT_CUDA_DEVICE(); }

    // Keys that are compared whole, of every shape.
    static void check(device_case const& like, std::uint64_t seed) {
        engine const with = device_engine("cuda", like);
        for_each_row(GetParam(), counts, seed, [&](sort_case row) {
            row.how.bits = {};
            return sorts_keys(with, row);
        });
    }
};

TEST_P(clusters, sort_out_of_place) {
    check({}, 71);
}

TEST_P(clusters, sort_in_place) {
    check({.in_place = true}, 72);
}

TEST_P(clusters, sort_a_count_on_the_device) {
    check({.count_on_device = true}, 73);
}

TEST_P(clusters, are_not_needed) {
    check({.tuned = without_clusters(cuda::tune(key_bytes(GetParam())))}, 74);
}

// Far fewer keys than there could be: most blocks have none.
TEST_P(clusters, sort_hardly_any_keys) {
    engine const with = device_engine("cuda", {.count_on_device = true, .spare_items = 2000});
    for (std::size_t const count : {0, 1, 2, 63, 64, 65, 449})
        for (shape const each : {shape::uniform, shape::zipf}) {
            auto row = make_row(GetParam(), count, each, 75);
            row.how.bits = {};
            ASSERT_TRUE(sorts_keys(with, row));
        }
}

// Runs are filled up by keys of all ones, which are thus not to be taken for keys.
TEST(clusters_of, runs_that_end_with_largest_keys) {
    SKIP_WITHOUT_CUDA_DEVICE();
    for (std::size_t const count : {4096u, 5121u, 7168u, 8192u}) {
        auto const keys = make_keys<std::uint32_t>(count, [](random_bits& random, std::size_t) {
            return random.one_in(10) ? static_cast<std::uint32_t>(random()) : ~std::uint32_t{0};
        });
        for (bool const in_place : {false, true})
            sort_keys_and_look(keys, cuda::tune(4), in_place, scratch::usual, nothing_else);
    }
}

auto const type_name = [](auto const& info) { return std::string{name(info.param)}; };

INSTANTIATE_TEST_SUITE_P(types, clusters, ::testing::Values(key_type::i32, key_type::f32, key_type::u64, key_type::f64),
                         type_name);

} // namespace
