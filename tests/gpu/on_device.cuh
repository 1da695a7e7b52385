// SPDX-License-Identifier: MIT
// How kernels of tests go over many items.
#pragma once

#include <cstdint>

namespace pradix::test {

inline constexpr unsigned test_blocks = 1056, test_threads = 256;

// Calls work(i) for this thread's share of so many.
template <class Work>
__device__ void each_of_thread(std::uint64_t count, Work const& work) {
    for (std::uint64_t i = blockIdx.x * std::uint64_t{test_threads} + threadIdx.x; i < count;
         i += test_blocks * test_threads)
        work(i);
}

} // namespace pradix::test
