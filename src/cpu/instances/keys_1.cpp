// SPDX-License-Identifier: MIT
// The engine for keys of 1 byte.
#include "src/cpu/instances/engine.inl"

PRADIX_INSTANTIATE_ENGINE(std::uint8_t)
