// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/warp/match.cuh"

namespace pradix::cuda {

// What of_word makes of each 32-bit word of a value, put together again. Narrower values are a word.
template <class Bits, class OfWord>
__device__ Bits by_words(Bits value, OfWord const& of_word) {
    if constexpr (sizeof(Bits) <= 4) {
        return static_cast<Bits>(of_word(static_cast<unsigned>(value)));
    } else {
        Bits all = 0;
#pragma unroll
        for (unsigned word = 0; word < sizeof(Bits) / 4; ++word)
            all |= static_cast<Bits>(of_word(static_cast<unsigned>(value >> 32 * word))) << 32 * word;
        return all;
    }
}

} // namespace pradix::cuda
