// SPDX-License-Identifier: MIT
// Where a block's items change places: in shared memory, from where each one goes.
#pragma once

#include "src/cuda/state/arguments.cuh"
#include "src/cuda/warp/match.cuh"

namespace pradix::cuda {

// Gaps: one behind every 32 slots, so that neighbouring keys in bins of equal size do not meet in a bank, as keys do
// that grow evenly.
template <class T, unsigned Size, bool Gaps>
struct item_slots {
    alignas(16) T at[Gaps ? Size + Size / warp_lanes : Size];
    __device__ T& operator[](unsigned slot) { return at[Gaps ? slot + slot / warp_lanes : slot]; }
    // Of a lane in a row behind the one where its slot is `first`.
    __device__ T& of_row(unsigned first, unsigned row) {
        return at[(Gaps ? first + first / warp_lanes : first) + row * (warp_lanes + Gaps)];
    }
};

// Of values, if there are any.
template <class Value, unsigned Size, bool Gaps>
using value_slots = item_slots<std::conditional_t<has_values<Value>, Value, char>, has_values<Value> ? Size : 1, Gaps>;

} // namespace pradix::cuda
