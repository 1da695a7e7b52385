// SPDX-License-Identifier: MIT
// Blelloch's exclusive plus-scan within one block (Scans as Primitive Parallel Operations, 1989).
//
// A tree of sums is built on the values (upsweep), its root is cleared, and on the way down each node hands its value
// to the left child and the sum of both to the right one. 2 log2 n steps, 2 n additions: work-efficient, for twice the
// steps of Hillis and Steele.
#pragma once

#include <cstdint>

namespace pradix::gallery::cuda {

// Copies a level of the tree to `steps`, unless null, and returns where the next one goes.
__device__ inline std::uint32_t* note_level(std::uint32_t const* tree, unsigned size, std::uint32_t* steps) {
    if (steps == nullptr)
        return nullptr;
    __syncthreads(); // this level is complete
    for (unsigned k = threadIdx.x; k < size; k += blockDim.x)
        steps[k] = tree[k];
    return steps + size;
}

// `size` values, a power of two, of which every thread looks after two; more threads than that may take part.
// Returns their sum. `steps`, unless null, receives the values after every step.
__device__ inline std::uint32_t scan_blelloch(std::uint32_t* tree, unsigned size, std::uint32_t* steps) {
    unsigned const i = threadIdx.x;
    unsigned stride = 1;
    for (unsigned nodes = size / 2; nodes > 0; nodes /= 2) {
        __syncthreads(); // the level below is complete
        if (i < nodes) {
            unsigned const left = stride * (2 * i + 1) - 1, right = left + stride;
            tree[right] += tree[left];
        }
        stride *= 2;
        steps = note_level(tree, size, steps);
    }
    __syncthreads(); // the root is complete
    std::uint32_t const sum = tree[size - 1];
    __syncthreads(); // all have read the root
    if (i == 0)
        tree[size - 1] = 0;
    for (unsigned nodes = 1; nodes < size; nodes *= 2) {
        stride /= 2;
        __syncthreads(); // the level above is complete
        if (i < nodes) {
            unsigned const left = stride * (2 * i + 1) - 1, right = left + stride;
            std::uint32_t const below = tree[left];
            tree[left] = tree[right];
            tree[right] += below;
        }
        steps = note_level(tree, size, steps);
    }
    __syncthreads(); // all values are scanned
    return sum;
}

} // namespace pradix::gallery::cuda
