// SPDX-License-Identifier: MIT
// The engine for keys of 8 bytes.
#include "src/cpu/instances/engine.inl"

PRADIX_INSTANTIATE_ENGINE(std::uint64_t)
