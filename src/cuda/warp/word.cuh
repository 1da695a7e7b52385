// SPDX-License-Identifier: MIT
// A word in memory by which blocks of a running grid tell each other something: no fence is needed if it says all.
#pragma once

#include <cstdint>

namespace pradix::cuda {

__device__ inline void store_word(std::uint32_t* word, std::uint32_t value) {
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(word), "r"(value) : "memory");
}

__device__ inline std::uint32_t load_word(std::uint32_t const* word) {
    std::uint32_t value;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
    return value;
}

// Asks for a line of memory, so that it comes from L2 later.
__device__ inline void prefetch_line(void const* bytes) {
    asm volatile("prefetch.global.L2 [%0];" ::"l"(bytes));
}

} // namespace pradix::cuda
