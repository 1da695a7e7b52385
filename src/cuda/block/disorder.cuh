// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/control.hpp"

namespace pradix::cuda {

// What a key and the one behind it say about the order of all, masked to what is compared. Items can be reversed if
// keys fall; equal ones may stay only where nothing tells them apart. Strictly: something does.
template <class Bits>
__device__ unsigned disorder_of(Bits mine, Bits next, bool strictly) {
    return next < mine ? not_sorted : next > mine || strictly ? not_reversed : 0;
}

} // namespace pradix::cuda
