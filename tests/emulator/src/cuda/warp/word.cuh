// SPDX-License-Identifier: MIT
// Stands for the header of this name in src/, which has instructions of the GPU in it. Whoever reads a word may be
// waiting for it.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace pradix::cuda {

inline void store_word(std::uint32_t* word, std::uint32_t value) {
    *word = value;
}
inline std::uint32_t load_word(std::uint32_t const* word) {
    test::emulated::let_others_run();
    return *word;
}
inline void store_vector(uint4* vector, uint4 const& value) {
    *vector = value;
}
inline void prefetch_line(void const*) {}

} // namespace pradix::cuda
