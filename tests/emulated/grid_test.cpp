// SPDX-License-Identifier: MIT
// The emulated grid itself: that it finds what tests on it rely on.
#include "src/cuda/block/cluster.cuh"
#include "src/cuda/block/scan.cuh"
#include "tests/emulator/grid.hpp"

#include <cuda_pipeline_primitives.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
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

// Whether threads of a block, each in a word of its own, race where it is not seen by what they compute.
template <class Kernel>
bool race(unsigned threads, Kernel const& kernel) {
    try {
        run_grid(1, threads, 4, [&] { kernel(reinterpret_cast<unsigned*>(cuda::memory)); });
        return false;
    } catch (std::logic_error const& error) {
        EXPECT_NE(std::string(error.what()).find("race"), std::string::npos) << error.what();
        return true;
    }
}

TEST(emulated_grid, finds_that_a_meeting_of_the_block_is_missing) {
    auto const write_and_read = [](bool meet) {
        return [=](unsigned* words) {
            words[threadIdx.x] = threadIdx.x;
            if (meet)
                __syncthreads();
            [[maybe_unused]] unsigned volatile const other = words[threadIdx.x ^ 63];
        };
    };
    EXPECT_FALSE(race(64, write_and_read(true)));
    EXPECT_TRUE(race(64, write_and_read(false)));
    // The next turn's writes, while others read.
    EXPECT_TRUE(race(64, [&](unsigned* words) {
        write_and_read(true)(words);
        words[threadIdx.x] = 7 * threadIdx.x;
    }));
}

// Lanes run in any order; only __syncwarp orders memory, and only that of their warp.
TEST(emulated_grid, finds_that_a_meeting_of_the_warp_is_missing) {
    auto const write_and_read = [](unsigned apart, auto const& meet) {
        return [=](unsigned* words) {
            words[threadIdx.x] = threadIdx.x;
            meet();
            [[maybe_unused]] unsigned volatile const other = words[threadIdx.x ^ apart];
        };
    };
    EXPECT_FALSE(race(64, write_and_read(1, [] { __syncwarp(); })));
    EXPECT_TRUE(race(64, write_and_read(32, [] { __syncwarp(); })));
    EXPECT_TRUE(race(64, write_and_read(1, [] { __all_sync(~0u, true); })));
}

TEST(emulated_grid, takes_atomic_operations_and_equal_values_for_no_race) {
    auto const begin = [](unsigned* words) {
        words[0] = 0;
        __syncthreads();
    };
    EXPECT_FALSE(race(64, [&](unsigned* words) {
        begin(words);
        atomicAdd(&words[0], 1u);
    }));
    EXPECT_TRUE(race(64, [&](unsigned* words) {
        begin(words);
        if (threadIdx.x > 0)
            atomicAdd(&words[0], 1u);
        else
            words[0] = 1;
    }));
    EXPECT_FALSE(race(64, [](unsigned* words) { words[0] = 5; }));
    EXPECT_TRUE(race(64, [](unsigned* words) { words[0] = threadIdx.x; }));
}

TEST(emulated_grid, finds_that_copies_are_not_waited_for) {
    unsigned const source = 5;
    auto const copy_and_read = [&](bool wait_early) {
        return [&source, wait_early](unsigned* words) {
            __pipeline_memcpy_async(&words[threadIdx.x], &source, sizeof source);
            if (wait_early)
                __pipeline_wait_prior(0);
            __syncthreads();
            [[maybe_unused]] unsigned volatile const other = words[threadIdx.x ^ 63];
            __pipeline_wait_prior(0);
        };
    };
    EXPECT_FALSE(race(64, copy_and_read(true)));
    EXPECT_TRUE(race(64, copy_and_read(false)));
    EXPECT_THROW(run_grid(1, 64, 4, [&] { __pipeline_memcpy_async(cuda::memory, &source, sizeof source); }),
                 std::logic_error);
}

TEST(emulated_grid, knows_that_a_cluster_orders_what_comes_before_and_behind) {
    auto const write_and_read = [](bool reads_early) {
        return [=](unsigned* words) {
            auto const cluster = cooperative_groups::this_cluster();
            words[threadIdx.x] = threadIdx.x;
            cluster.barrier_arrive();
            if (reads_early) [[maybe_unused]]
                unsigned volatile const other = words[threadIdx.x ^ 63];
            cluster.barrier_wait();
            [[maybe_unused]] unsigned volatile const other = words[threadIdx.x ^ 63];
        };
    };
    EXPECT_FALSE(race(64, write_and_read(false)));
    EXPECT_TRUE(race(64, write_and_read(true)));
}

// A warp reads when it has arrived, and another one later, but before it arrives: only what the other one does comes
// before all that is behind the meeting.
TEST(emulated_grid, remembers_the_reading_that_less_is_behind) {
    unsigned have_read = 0;
    EXPECT_TRUE(race(96, [&](unsigned* words) {
        auto const cluster = cooperative_groups::this_cluster();
        auto const read = [&] { [[maybe_unused]] unsigned volatile const word = words[0]; };
        if (threadIdx.x / 32 == 1) {
            while (have_read < 32)
                __nanosleep(1);
            read();
        }
        cluster.barrier_arrive();
        if (threadIdx.x / 32 == 0) {
            read();
            ++have_read;
        }
        cluster.barrier_wait();
        if (threadIdx.x == 64)
            words[0] = 7;
    }));
}

TEST(emulated_grid, knows_that_a_relaxed_arrival_orders_nothing) {
    EXPECT_TRUE(race(64, [](unsigned* words) {
        words[threadIdx.x] = threadIdx.x;
        __cluster_barrier_arrive_relaxed();
        cooperative_groups::this_cluster().barrier_wait();
        [[maybe_unused]] unsigned volatile const other = words[threadIdx.x ^ 63];
    }));
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
