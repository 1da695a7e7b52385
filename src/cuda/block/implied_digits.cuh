// SPDX-License-Identifier: MIT
// Digits that upper bits imply: keys that share these bits share the digits, too. Small numbers of either sign have
// nothing but copies of the sign in their upper digits; images of rounded floats of either sign have them in their
// lower ones; and a key that stands for something else, as all bits set often do, differs from small numbers in all
// upper digits. A stable pass by the digit of the upper bits makes passes by these needless.
#pragma once

#include "src/cuda/state/control.hpp"
#include "src/cuda/warp/seen_now.cuh"

#include <cuda_runtime.h>

namespace pradix::cuda {

// Bits that are set, or not, in some key. In both: keys differ there.
template <class Bits>
struct seen_bits {
    Bits set, unset;

    // Other threads may add some meanwhile.
    __device__ seen_bits now() const { return {seen_now(set), seen_now(unset)}; }
    __device__ Bits differing() const { return set & unset; }
};

// In the keys of all blocks, for each value of the upper bits.
template <class Bits>
__device__ seen_bits<Bits>* seen_by_all(control& state) {
    return reinterpret_cast<seen_bits<Bits>*>(state.implied.seen);
}

// Other threads may do so, too.
template <class Bits>
__device__ void or_into(Bits& all, Bits bits) {
    auto* const words = reinterpret_cast<unsigned*>(&all);
#pragma unroll
    for (unsigned word = 0; word < sizeof(Bits) / sizeof(unsigned); ++word)
        if (auto const of_word = static_cast<unsigned>(bits >> 32 * word); of_word != 0)
            atomicOr(words + word, of_word);
}

// What another thread adds meanwhile may be added once more.
template <class Bits>
__device__ void add_bits(seen_bits<Bits>& seen, Bits set, Bits unset) {
    seen_bits<Bits> const before = seen.now();
    set &= ~before.set;
    unset &= ~before.unset;
    if ((set | unset) == 0)
        return;
    or_into(seen.set, set);
    or_into(seen.unset, unset);
}
template <class Bits>
__device__ void add_key(seen_bits<Bits>& seen, Bits image) {
    add_bits(seen, image, static_cast<Bits>(~image));
}

} // namespace pradix::cuda
