// SPDX-License-Identifier: MIT
// What stands for a key where samples of keys are compared in tables of words: different keys hardly ever have the
// same.
#pragma once

#include "src/cuda/block/mixed.cuh"
#include "src/cuda/state/arguments.cuh"
#include "src/cuda/warp/seen_now.cuh"

namespace pradix::cuda {

// Never 0, which says that there is none.
template <class Bits>
__device__ unsigned tag_of(Bits image) {
    return static_cast<unsigned>(mixed(image) >> 32) | 1;
}

// Where it is noted, of a power of two of slots. Mixed twice, for one product leaves multiples of a number as regular
// as they are, and many of them would share slots.
template <class Bits>
__device__ unsigned slot_of(Bits image, unsigned slots) {
    return static_cast<unsigned>(mixed(mixed(image)) >> 32) % slots;
}

// Notes a tag if the slot is free, and returns what was there before. Looks first: threads with equal ones would wait
// for each other.
inline __device__ unsigned note(unsigned& slot, unsigned tag) {
    unsigned const noted = seen_now(slot);
    return noted != 0 ? noted : atomicCAS(&slot, 0u, tag);
}

} // namespace pradix::cuda
