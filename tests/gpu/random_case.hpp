// SPDX-License-Identifier: MIT
// Something to sort on a device, drawn from a number: the same number gives the same case.
#pragma once

#include "tests/gpu/random_items.hpp"

#include <pradix/cuda.hpp>

namespace pradix::test {

enum class operation : std::uint8_t { keys, pairs, indices };

struct random_case {
    // Of an array. What begins beyond, digits that are wide and keys of 8 bytes that are not counted, other tests have.
    static constexpr std::size_t most_bytes = std::size_t{1} << 29;

    operation what;
    key_type type;
    std::uint64_t most, count; // items that the arrays hold, and that are sorted: fewer, if only the device knows
    std::size_t value_bytes;   // of values or indices; 0 for keys alone
    bool in_place, little_scratch, count_on_device;
    options how;
    std::size_t misplaced; // elements by which arrays are, and bytes by which the workspace is
    key_mixture keys;

    static random_case draw(std::uint64_t number);

    std::size_t workspace_bytes() const;
    bool tells_places() const { return value_bytes >= 4; } // by values
    bool compares_all_bits() const { return how.bits == bit_range{}; }
};
std::string describe(random_case const& each);

} // namespace pradix::test
