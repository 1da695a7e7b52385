// SPDX-License-Identifier: MIT
// The engine for keys of 2 bytes.
#include "src/cpu/instances/engine.inl"

PRADIX_INSTANTIATE_ENGINE(std::uint16_t)
