// SPDX-License-Identifier: MIT
// Stands for CUDA's header of this name.
#pragma once

#include "tests/emulator/grid.hpp"

__attribute__((noinline)) inline void __pipeline_memcpy_async(void* to, void const* from, std::size_t bytes) {
    pradix::test::emulated::copy_async(to, from, bytes, __builtin_return_address(0));
}
inline void __pipeline_commit() {}
// As kernels wait for all that they have asked for.
inline void __pipeline_wait_prior(int) {
    pradix::test::emulated::end_copies();
}
