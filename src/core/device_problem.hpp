// SPDX-License-Identifier: MIT
// What a sort on a device has to do, as far as it decides how much scratch is needed: the same for CUDA and OpenCL.
#pragma once

#include <pradix/key.hpp>

#include <cstddef>
#include <cstdint>

namespace pradix::core {

struct device_problem {
    key_type type;
    std::uint64_t count;
    std::size_t value_bytes;   // of the values, or of the indices
    bool indices_only = false; // argsort
    bool in_place = false;

    // Other values follow an index in the end.
    constexpr bool moves_directly() const {
        return value_bytes == 0 || value_bytes == 4 || value_bytes == 8 || value_bytes == 16;
    }

    // An index has 4 bytes up to so many items.
    constexpr std::size_t bytes_moved_with_key(std::uint64_t narrow_indices) const {
        return moves_directly() ? value_bytes : count <= narrow_indices ? 4 : 8;
    }
};

} // namespace pradix::core
