// SPDX-License-Identifier: MIT
#include "src/cuda/plans/tuning.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pradix::cuda;

// The first block of a cluster makes no run of items that it can hold.
TEST(tuning, gives_runs_of_a_cluster_room_for_all_items) {
    for (std::size_t const key_bytes : {4u, 8u}) {
        ASSERT_TRUE(clusters_pay(key_bytes, 0));
        unsigned const most = most_clustered_items(key_bytes), of_block = large_single_tile(key_bytes, 0).size();
        EXPECT_GE(most, of_block);
        EXPECT_LE(of_block, (sorting_cluster - 1) * most_items_of_run);
        EXPECT_LE(most, sorting_cluster * most_items_of_run);
        EXPECT_EQ(most > of_block, clusters_beyond_a_block(key_bytes));
    }
}

} // namespace
