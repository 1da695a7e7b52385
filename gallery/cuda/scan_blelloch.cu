// SPDX-License-Identifier: MIT
// Blelloch's scan of any length: each tile by itself; then, if there are several, their sums in the same way.
#include "gallery/cuda/scan.hpp"
#include "gallery/cuda/scan_blelloch.cuh"

namespace pradix::gallery::cuda {

namespace {

// Scans each tile of two values a thread by itself, and notes the tile's sum.
__global__ void scan_tiles(std::uint32_t* values, unsigned n, std::uint32_t* sums, std::uint32_t* steps) {
    extern __shared__ std::uint32_t tree[];
    unsigned const i = threadIdx.x, threads = blockDim.x;
    unsigned const first = blockIdx.x * 2 * threads;
    for (unsigned k = i; k < 2 * threads; k += threads)
        tree[k] = first + k < n ? values[first + k] : 0;
    std::uint32_t const sum = scan_blelloch(tree, 2 * threads, steps);
    for (unsigned k = i; k < 2 * threads; k += threads)
        if (first + k < n)
            values[first + k] = tree[k];
    if (i == 0)
        sums[blockIdx.x] = sum;
}

// Adds to each tile the sum of all tiles before it.
__global__ void add_sums(std::uint32_t* values, unsigned n, std::uint32_t const* sums) {
    unsigned const first = blockIdx.x * 2 * blockDim.x + threadIdx.x;
    for (unsigned k = first; k < first + 2 * blockDim.x && k < n; k += blockDim.x)
        values[k] += sums[blockIdx.x];
}

} // namespace

std::vector<std::uint32_t*> scan_space(stage& on, std::size_t count) {
    std::vector<std::uint32_t*> sums;
    do {
        count = blocks_of(2 * on.work.block, count);
        sums.push_back(on.scratch(count));
    } while (count > 1);
    return sums;
}

void scan_exclusive(stage& on, std::uint32_t* values, std::size_t count, std::vector<std::uint32_t*> const& sums,
                    std::uint32_t* steps, std::size_t level) {
    unsigned const threads = on.work.block, tiles = blocks_of(2 * threads, count);
    auto const n = static_cast<unsigned>(count);
    scan_tiles<<<tiles, threads, 2 * threads * sizeof(std::uint32_t)>>>(values, n, sums[level], steps);
    if (tiles == 1)
        return;
    scan_exclusive(on, sums[level], tiles, sums, nullptr, level + 1);
    add_sums<<<tiles, threads>>>(values, n, sums[level]);
}

} // namespace pradix::gallery::cuda
