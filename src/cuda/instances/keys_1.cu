// SPDX-License-Identifier: MIT
// The engine for keys of 1 byte.
#include "src/cuda/instances/engine.cuh"

template void pradix::cuda::sort_items<std::uint8_t>(request const&, tuning const&, std::byte*, cudaStream_t);
