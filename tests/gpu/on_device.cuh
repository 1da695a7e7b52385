// SPDX-License-Identifier: MIT
// What kernels of tests share.
#pragma once

#include "tests/support/oracle.hpp"

namespace pradix::test {

inline constexpr unsigned test_blocks = 1056, test_threads = 256;

// Calls work(i) for this thread's share of so many.
template <class Work>
__device__ void each_of_thread(std::uint64_t count, Work const& work) {
    for (std::uint64_t i = blockIdx.x * std::uint64_t{test_threads} + threadIdx.x; i < count;
         i += test_blocks * test_threads)
        work(i);
}

// Calls work(a zero as wide as the keys).
template <class Work>
void with_bits(key_type type, Work const& work) {
    switch (key_bytes(type)) {
    case 1:
        return work(std::uint8_t{});
    case 2:
        return work(std::uint16_t{});
    case 4:
        return work(std::uint32_t{});
    case 8:
        return work(std::uint64_t{});
    default:
        return work(wide{});
    }
}

} // namespace pradix::test
