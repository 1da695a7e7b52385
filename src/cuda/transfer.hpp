// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

struct CUstream_st;

namespace pradix::cuda {

// Copy between ordinary host memory and the current device, and return when all has arrived. Small arrays take the
// stream (a plain cudaMemcpy returns before the last bytes are on the device), large ones go through
// pinned chunks, filled by threads, as many as are allowed and of use, while others are under way: about as fast as the
// bus.
void upload(std::byte const* host, std::byte* device, std::size_t bytes, CUstream_st* stream, unsigned threads);
void download(std::byte const* device, std::byte* host, std::size_t bytes, CUstream_st* stream, unsigned threads);

} // namespace pradix::cuda
