// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

struct CUstream_st;

namespace pradix::cuda {

// Enqueues out[i] = in[indices[i]] for elements of any size and alignment, for i < count, or < *exact if that is given.
// Indices are 4 or 8 bytes wide. `in` and `out` do not overlap.
void gather(void const* in, void* out, std::size_t element_bytes, void const* indices, std::size_t index_bytes,
            std::uint64_t count, std::uint64_t const* exact, int device, CUstream_st* stream);

} // namespace pradix::cuda
