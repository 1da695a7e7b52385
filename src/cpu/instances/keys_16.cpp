// SPDX-License-Identifier: MIT
// The engine for keys of 16 bytes.
#include "src/cpu/instances/engine.inl"

PRADIX_INSTANTIATE_ENGINE(core::uint128)
