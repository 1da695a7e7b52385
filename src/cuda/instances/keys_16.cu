// SPDX-License-Identifier: MIT
// The engine for keys of 16 bytes.
#include "src/cuda/instances/engine.cuh"

template void pradix::cuda::sort_items<pradix::core::uint128>(request const&, tuning const&, std::byte*, cudaStream_t);
