// SPDX-License-Identifier: MIT
// Keys of one or two bytes without values are not moved but counted, pattern by pattern, and written anew: counting
// sort (Knuth, The Art of Computer Programming 3, section 5.2). Kernels: count, scan, and fill_patterns.
#pragma once

#include "src/cuda/block/counted/pattern_counters.cuh"
#include "src/cuda/block/scan_bins.cuh"
#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/kernels/chain.cuh"
#include "src/cuda/state/pattern_state.hpp"

namespace pradix::cuda {

template <class Bits>
__global__ __launch_bounds__(pattern_counters<Bits>::threads,
                             pattern_counters<Bits>::blocks) void count_patterns(arguments<Bits, no_value> const with,
                                                                                 pattern_state<Bits>* state) {
    using counters = pattern_counters<Bits>;
    auto& shared = at_kept_address(dynamic_space<counters>());
    clear_counters<counters::threads>(shared);
    wait_for_previous_kernel();
    auto const add_to_all = [state, codec = with.codec](unsigned key, long long times) {
        atomicAdd(&state->counts[codec.encode(static_cast<Bits>(key))], static_cast<unsigned long long>(times));
    };
    count_keys<counters::threads>(shared, with.keys_of(buffer::in), with.count(), add_to_all);

    // Blocks begin at different patterns, so that they do not all add to the same words.
    for (unsigned i = threadIdx.x; i < patterns<Bits>; i += counters::threads) {
        unsigned const key = (i + blockIdx.x * bins) % patterns<Bits>, times = shared.count_of(key);
        if (times == 0)
            continue;
        if constexpr (counters::are_rests)
            atomicAdd(&state->rests[with.codec.encode(static_cast<Bits>(key))], times);
        else
            add_to_all(key, times);
    }
}

// A block a group: the group's count.
template <class Bits>
__global__ void count_groups(pattern_state<Bits>* state) {
    __shared__ unsigned long long sums[bin_warps];
    wait_for_previous_kernel();
    unsigned const pattern = blockIdx.x * bins + threadIdx.x;
    unsigned long long const mine = state->counts[pattern] + state->rests[pattern];
    unsigned long long const before = scan_bins(mine, sums);
    if (threadIdx.x == bins - 1)
        state->group_counts[blockIdx.x] = before + mine;
}

// A block a group: the base of each of its patterns.
template <class Bits>
__global__ void scan_patterns(pattern_state<Bits>* state) {
    __shared__ unsigned long long sums[bin_warps];
    __shared__ unsigned long long group_base;
    wait_for_previous_kernel();
    constexpr unsigned groups = pattern_state<Bits>::groups;
    unsigned const group = blockIdx.x, pattern = group * bins + threadIdx.x;
    unsigned long long const base_of_group =
        scan_bins(threadIdx.x < groups ? state->group_counts[threadIdx.x] : 0, sums);
    if (threadIdx.x == group)
        group_base = base_of_group;
    __syncthreads(); // the base is known, and sums are read
    unsigned long long const mine = state->counts[pattern] + state->rests[pattern];
    unsigned long long const base = group_base + scan_bins(mine, sums);
    state->bases[pattern] = base;
    if (pattern == patterns<Bits> - 1)
        state->bases[pattern + 1] = base + mine;
}

} // namespace pradix::cuda
