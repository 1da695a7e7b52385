// SPDX-License-Identifier: MIT
// The engine for keys of 4 bytes.
#include "src/cpu/instances/engine.inl"

PRADIX_INSTANTIATE_ENGINE(std::uint32_t)
