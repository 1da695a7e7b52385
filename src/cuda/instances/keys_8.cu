// SPDX-License-Identifier: MIT
// The engine for keys of 8 bytes.
#include "src/cuda/instances/engine.cuh"

template void pradix::cuda::sort_items<std::uint64_t>(request const&, tuning const&, std::byte*, cudaStream_t);
