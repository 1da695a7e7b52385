// SPDX-License-Identifier: MIT
#pragma once

#include "src/core/bits.hpp"

#include <pradix/key.hpp>

namespace pradix::core {

// Calls work(Bits{}) with the unsigned type that is as wide as the key.
template <class Work>
decltype(auto) with_bits(key_type type, Work const& work) {
    switch (key_bytes(type)) {
    case 1:
        return work(std::uint8_t{});
    case 2:
        return work(std::uint16_t{});
    case 4:
        return work(std::uint32_t{});
    case 8:
        return work(std::uint64_t{});
    default:
        return work(uint128{});
    }
}

} // namespace pradix::core
