// SPDX-License-Identifier: MIT
// Keys that leading digits divide evenly, and whose groups are not even within.
#pragma once

#include "tests/support/inputs.hpp"

#include <bit>
#include <cstddef>

namespace pradix::test {

// Each shares all but its lowest bits, so many, with so many others on average.
template <class Bits>
Bits near_duplicate(random_bits& random, std::size_t count, std::size_t others, unsigned lowest) {
    random_bits of_some(random.below(count / others));
    return static_cast<Bits>(static_cast<Bits>(of_some()) >> lowest << lowest | random() >> (63 - lowest) >> 1);
}

// One of 4,096 rows, and a number of any size below it, as a float is one: half of a row share its upper bits. So many
// bits are random besides.
template <class Bits>
Bits in_row(random_bits& random, unsigned lowest) {
    constexpr unsigned width = 8 * sizeof(Bits), bits_of_row = 12, bits_of_exponent = 5;
    auto const row = static_cast<Bits>(random() >> (64 - bits_of_row)),
               exponent = static_cast<Bits>(std::countl_zero(random() | 1) / 2);
    auto const high = static_cast<Bits>(row << bits_of_exponent | exponent);
    return static_cast<Bits>(high << (width - bits_of_row - bits_of_exponent) | random() >> (64 - lowest));
}

} // namespace pradix::test
