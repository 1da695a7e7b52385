// SPDX-License-Identifier: MIT
// Numbers as they are measured, of whose images some octaves are denser than others.
#pragma once

#include "tests/support/inputs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace pradix::test {

// From 0 to 1.
template <class Float>
Float share(random_bits& random) {
    return static_cast<Float>(static_cast<double>(random() >> 11) * 0x1p-53);
}

// Of the standard normal distribution (Box and Muller, 1958).
template <class Float>
Float normal(random_bits& random) {
    constexpr Float below_one = 1 - std::numeric_limits<Float>::epsilon() / 2;
    Float const any = std::min(share<Float>(random), below_one), turn = share<Float>(random);
    return std::sqrt(-2 * std::log1p(-any)) * std::cos(2 * std::numbers::pi_v<Float> * turn);
}

} // namespace pradix::test
