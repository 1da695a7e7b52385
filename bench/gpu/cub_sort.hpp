// SPDX-License-Identifier: MIT
// CUB's DeviceRadixSort as the rival. Which width of count is faster depends on the type of the keys: both are
// measured.
#pragma once

#include "bench/gpu/cases.hpp"

#include <cuda_runtime_api.h>

namespace pradix::bench::gpu {

// keys[0] and values[0] are the input. Out of place the result is in keys[1] and values[1]; with a double buffer the
// input is overwritten and the result is in either.
struct cub_arrays {
    void* keys[2];
    void* values[2];
    std::uint64_t count;
    bool double_buffer;
    bool wide_count; // 64 bits; else 32, where n allows
    unsigned begin_bit, end_bit;
    bool descending;
    void* scratch;
    std::size_t scratch_bytes; // with scratch null: set to what is needed, and nothing is sorted
};

void cub_sort(items const& what, cub_arrays& with, cudaStream_t stream);

} // namespace pradix::bench::gpu
