// SPDX-License-Identifier: MIT
// Hillis and Steele's inclusive plus-scan within one block (Data Parallel Algorithms, 1986).
//
// Every value adds its neighbour at distance 1, then 2, 4, 8 ...: log2 n steps, n log n additions. Few steps, but not
// work-efficient: one processor alone needs n additions.
#pragma once

#include <cstdint>

namespace pradix::gallery::cuda {

// One value a thread, n threads. `steps`, unless null, receives the values after every step.
__device__ inline std::uint32_t scan_hillis_steele(std::uint32_t* values, unsigned n, std::uint32_t* steps) {
    unsigned const i = threadIdx.x;
    __syncthreads(); // all values are written
    for (unsigned offset = 1; offset < n; offset *= 2) {
        std::uint32_t const left = i >= offset ? values[i - offset] : 0;
        __syncthreads(); // all have read their left neighbour
        values[i] += left;
        __syncthreads(); // all have written their sum
        if (steps) {
            steps[i] = values[i];
            steps += n;
        }
    }
    return values[i];
}

} // namespace pradix::gallery::cuda
