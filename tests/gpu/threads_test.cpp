// SPDX-License-Identifier: MIT
// Threads that sort at the same time, each on a stream and with memory of its own, from the first call of the process
// on: what is found out about a device and its kernels is shared.
#include "tests/gpu/device_engine.hpp"
#include "tests/gpu/guarded_device.hpp"
#include "tests/support/table.hpp"

#include <gtest/gtest.h>

#include <latch>
#include <thread>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::test;

TEST(threads, sort_at_the_same_time) {
    SKIP_WITHOUT_CUDA_DEVICE();
    constexpr unsigned size = 8, rounds = 3;
    constexpr key_type types[] = {key_type::u32, key_type::f64};
    std::latch ready(size);
    std::vector<::testing::AssertionResult> results(size, ::testing::AssertionSuccess());
    {
        std::vector<std::jthread> team;
        for (unsigned rank = 0; rank < size; ++rank)
            team.emplace_back([&, rank] {
                cuda::owned_stream const stream = cuda::make_stream();
                engine const with = device_engine("cuda", {.stream = stream.get()});
                ready.arrive_and_wait();
                for (unsigned round = 0; round < rounds && results[rank]; ++round)
                    for (std::size_t const count : {2'000u, 50'000u, 3'500'000u}) {
                        sort_case row = make_row(types[rank % 2], count, shape::uniform, rank + size * round);
                        row.how.threads = 1;
                        if (results[rank])
                            results[rank] = rank % 4 < 2 ? sorts_keys(with, row) : sorts_pairs(with, row);
                    }
            });
    }
    for (auto const& each : results)
        EXPECT_TRUE(each);
}

} // namespace
