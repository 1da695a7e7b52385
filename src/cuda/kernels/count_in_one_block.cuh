// SPDX-License-Identifier: MIT
// Few keys of one byte without values: one block counts them and writes them anew.
#pragma once

#include "src/cuda/block/fill_runs.cuh"
#include "src/cuda/block/pattern_counters.cuh"
#include "src/cuda/block/scan_bins.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

template <class Bits>
struct counting_block_space {
    pattern_counters<Bits> counters;
    unsigned long long starts[patterns<Bits> + 1]; // of runs of equal keys; behind the last, where it ends
    unsigned sums[bin_warps];
    unsigned ends[2];
};

inline constexpr unsigned counting_block_threads = 1024;

template <class Bits>
__global__ __launch_bounds__(counting_block_threads) void count_in_one_block(arguments<Bits, no_value> const with) {
    static_assert(patterns<Bits> == bins, "a thread a pattern");
    extern __shared__ __align__(16) unsigned char memory[];
    auto& shared = *reinterpret_cast<counting_block_space<Bits>*>(memory);
    shared.counters.template clear<counting_block_threads>();
    wait_for_previous_kernel();
    __syncthreads(); // counters are cleared before they count
    std::uint64_t const count = with.count();
    auto const nothing_later = [](auto...) {}; // counters are wide enough
    count_keys<counting_block_threads, 1>(shared.counters, with.keys_of(buffer::in), count, nothing_later);

    auto const key = [&](unsigned image) { return with.codec.decode(static_cast<Bits>(image)); };
    unsigned const image = threadIdx.x, mine = image < bins ? shared.counters.count_of(key(image)) : 0;
    unsigned const start = scan_bins(mine, shared.sums);
    if (image < bins)
        shared.starts[image] = start;
    if (image == bins - 1)
        shared.starts[bins] = start + mine;
    __syncthreads(); // it is known where runs start
    fill_runs<counting_block_threads>(with.keys_of(buffer::out), count, shared.starts, bins - 1, key, shared.ends);
}

} // namespace pradix::cuda
