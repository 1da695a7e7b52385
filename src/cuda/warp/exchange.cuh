// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/warp/words.cuh"

namespace pradix::cuda {

// What the lane whose number differs in these bits has. By all lanes.
template <class Bits>
__device__ Bits of_lane_across(Bits mine, unsigned bits_of_lane) {
    return by_words(mine, [&](unsigned word) { return __shfl_xor_sync(all_lanes, word, bits_of_lane); });
}

} // namespace pradix::cuda
