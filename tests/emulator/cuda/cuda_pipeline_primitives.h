// SPDX-License-Identifier: MIT
// Stands for CUDA's header of this name: copies are complete at once.
#pragma once

#include <cstddef>
#include <cstring>

inline void __pipeline_memcpy_async(void* to, void const* from, std::size_t bytes) {
    std::memcpy(to, from, bytes);
}
inline void __pipeline_commit() {}
inline void __pipeline_wait_prior(int) {}
