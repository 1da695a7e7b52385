// SPDX-License-Identifier: MIT
// The emulated grid itself: that it finds what tests on it rely on.
#include "src/cuda/block/cluster.cuh"
#include "src/cuda/block/scan.cuh"
#include "tests/emulator/grid.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::test::emulated;

TEST(emulated_grid, runs_all_threads_of_all_blocks) {
    std::vector<unsigned> runs(3 * 64);
    run_grid(3, 64, 1, [&] { ++runs[blockIdx.x * 64 + threadIdx.x]; });
    EXPECT_EQ(runs, std::vector<unsigned>(runs.size(), 1));
}

TEST(emulated_grid, scans_a_block) {
    std::vector<unsigned> before(128);
    run_grid(1, 128, 2, [&] {
        auto& sums = *reinterpret_cast<unsigned(*)[4]>(cuda::memory);
        before[threadIdx.x] = cuda::scan_in_block(threadIdx.x, sums);
    });
    for (unsigned i = 0; i < before.size(); ++i)
        EXPECT_EQ(before[i], i * (i - 1) / 2) << i;
}

TEST(emulated_grid, lets_blocks_of_a_cluster_write_to_each_other) {
    std::vector<unsigned> heard(4);
    run_grid(4, 32, 3, [&] {
        auto const cluster = cuda::block_cluster::of_this_block();
        auto& word = *reinterpret_cast<unsigned*>(cuda::memory);
        cluster.meet();
        if (threadIdx.x == 0)
            cluster.of_block((cluster.rank + 1) % cluster.size, word) = cluster.rank;
        cluster.meet();
        if (threadIdx.x == 0)
            heard[cluster.rank] = word;
    });
    EXPECT_EQ(heard, (std::vector<unsigned>{3, 0, 1, 2}));
}

// With some seeds, at least.
TEST(emulated_grid, shows_that_a_meeting_is_missing) {
    unsigned wrong = 0;
    for (std::uint64_t seed = 0; seed < 8; ++seed)
        run_grid(1, 64, seed, [&] {
            auto* const words = reinterpret_cast<unsigned*>(cuda::memory);
            words[threadIdx.x] = threadIdx.x;
            if (words[threadIdx.x ^ 63] != (threadIdx.x ^ 63))
                ++wrong;
        });
    EXPECT_GT(wrong, 0u);
}

TEST(emulated_grid, ends_where_threads_wait_for_others_that_do_not_come) {
    EXPECT_THROW(run_grid(1, 64, 4,
                          [] {
                              if (threadIdx.x == 0)
                                  while (true)
                                      __nanosleep(1);
                              __syncthreads();
                          }),
                 std::logic_error);
}

TEST(emulated_grid, does_not_wait_for_threads_that_have_ended) {
    unsigned ended = 0;
    run_grid(1, 64, 5, [&] {
        if (threadIdx.x < 32)
            return;
        __syncthreads();
        ++ended;
    });
    EXPECT_EQ(ended, 32u);
}

TEST(emulated_grid, passes_on_what_a_thread_throws) {
    EXPECT_THROW(run_grid(1, 32, 6, [] { throw std::out_of_range("here"); }), std::out_of_range);
}

} // namespace
