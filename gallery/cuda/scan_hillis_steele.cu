// SPDX-License-Identifier: MIT
// The scan of scan_hillis_steele.cuh alone, for one block.
#include "gallery/cuda/scan.hpp"
#include "gallery/cuda/scan_hillis_steele.cuh"

namespace pradix::gallery::cuda {

namespace {

__global__ void scan_block(std::uint32_t* values, std::uint32_t* steps) {
    extern __shared__ std::uint32_t sums[];
    unsigned const i = threadIdx.x;
    sums[i] = values[i];
    values[i] = scan_hillis_steele(sums, blockDim.x, steps);
}

} // namespace

void scan_in_block(std::uint32_t* values, unsigned count, std::uint32_t* steps) {
    scan_block<<<1, count, count * sizeof(std::uint32_t)>>>(values, steps);
}

} // namespace pradix::gallery::cuda
