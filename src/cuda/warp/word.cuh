// SPDX-License-Identifier: MIT
// Accesses to memory that are made as they are written: of a word by which blocks of a running grid tell each other
// something, for which no fence is needed if it says all; of a vector.
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

// In one access to memory of the device: the compiler takes an assignment apart where others to parts of it are near.
__device__ inline void store_vector(uint4* vector, uint4 const& value) {
    asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(vector), "r"(value.x), "r"(value.y), "r"(value.z),
                 "r"(value.w)
                 : "memory");
}

// Asks for a line of memory, so that it comes from L2 later.
__device__ inline void prefetch_line(void const* bytes) {
    asm volatile("prefetch.global.L2 [%0];" ::"l"(bytes));
}

} // namespace pradix::cuda
