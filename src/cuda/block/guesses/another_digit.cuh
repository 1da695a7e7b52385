// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/state/control.hpp"
#include "src/cuda/warp/seen_now.cuh"

namespace pradix::cuda {

// Looks for another digit of the same width, which tells a key that the survey has not seen from all known ones, too.
// True if there is one: known keys are left by it, to be counted anew. By all threads of a block, one a bin.
template <class Bits>
__device__ bool find_another_digit(unsigned (&owners)[most_known_keys], known_keys& known, unsigned begin,
                                   unsigned end) {
    auto* const images = reinterpret_cast<Bits*>(known.images);
    unsigned const bin = threadIdx.x;
    core::digit const old = known.digit;
    if (old.width == 0) // all known keys are equal
        return false;
    // The first thread looks after two keys.
    Bits const mine[] = {seen_now(images[bin]), seen_now(*reinterpret_cast<Bits*>(known.other))};
    bool const has[] = {old.of(mine[0]) == bin, bin == 0};
    unsigned const number[] = {bin + 1, most_known_keys + 1};
    for (core::digit digit{begin, old.width}; digit.shift + digit.width <= end; ++digit.shift) {
        owners[bin] = 0;
        __syncthreads(); // bins have no owner
        for (unsigned i = 0; i < 2; ++i)
            if (has[i])
                atomicMax(&owners[digit.of(mine[i])], number[i]);
        __syncthreads(); // bins have their last owner
        bool apart = true;
        for (unsigned i = 0; i < 2; ++i)
            apart &= !has[i] || owners[digit.of(mine[i])] == number[i];
        if (!__syncthreads_and(apart)) // and owners are read
            continue;
        known.counts[bin] = 0;
        if (owners[bin] == 0)
            images[bin] = mine[1]; // which is not of this bin
        for (unsigned i = 0; i < 2; ++i)
            if (has[i])
                images[digit.of(mine[i])] = mine[i];
        if (bin == 0) {
            known.digit = digit;
            known.has_others = 0;
        }
        return true;
    }
    return false;
}

} // namespace pradix::cuda
