// SPDX-License-Identifier: MIT
// Keys of one or two bytes without values are not moved but counted, pattern by pattern, and written anew: counting
// sort (Knuth, The Art of Computer Programming 3, section 5.2). Three kernels: count, scan, fill.
#pragma once

#include "src/cuda/block/fill_runs.cuh"
#include "src/cuda/block/scan_bins.cuh"
#include "src/cuda/kernels/arguments.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

// The patterns that one block counts: all 256, each by every lane for itself; or half of the 65,536, which is what fits
// in shared memory, the other half being counted by the neighbouring block from the same keys.
template <class Bits>
struct pattern_counters {
    static constexpr unsigned parts = sizeof(Bits) == 1 ? 1 : 2;
    static constexpr unsigned copies = sizeof(Bits) == 1 ? warp_lanes : 1;
    static constexpr unsigned size = patterns<Bits> / parts;
    static constexpr unsigned threads = sizeof(Bits) == 1 ? 512 : 1024;
    static constexpr unsigned blocks = sizeof(Bits) == 1 ? 2 : 1; // that share a multiprocessor
    unsigned counts[size][copies];
};

// Adds the keys of a 16-byte vector. A warp full of one key, as sorted or constant input has it, adds once.
template <class Bits>
__device__ void count_vector(pattern_counters<Bits>& shared, uint4 const& vector, unsigned part) {
    using counters = pattern_counters<Bits>;
    constexpr unsigned size = sizeof vector / sizeof(Bits);
    auto const add = [&](unsigned key, unsigned times) {
        if (counters::parts == 1 || key / counters::size == part)
            atomicAdd(&shared.counts[key % counters::size][threadIdx.x % counters::copies], times);
    };
    auto const* const keys = reinterpret_cast<Bits const*>(&vector);
    unsigned const repeated = keys[0] * (~0u / (patterns<Bits> - 1)); // the first key, as often as a word holds it
    bool const one_key = vector.x == repeated && vector.y == repeated && vector.z == repeated && vector.w == repeated;
    unsigned const first = __shfl_sync(all_lanes, vector.x, 0);
    if (__all_sync(all_lanes, one_key && vector.x == first)) {
        if (lane_of_thread() == 0)
            add(keys[0], size * warp_lanes);
        return;
    }
#pragma unroll
    for (unsigned i = 0; i < size; ++i)
        add(keys[i], 1);
}

template <class Bits>
__global__ __launch_bounds__(pattern_counters<Bits>::threads,
                             pattern_counters<Bits>::blocks) void count_patterns(arguments<Bits, no_value> const with,
                                                                                 pattern_state<Bits>* state) {
    using counters = pattern_counters<Bits>;
    constexpr unsigned size = sizeof(uint4) / sizeof(Bits), unrolled = 4;
    extern __shared__ __align__(16) unsigned char memory[];
    auto& shared = *reinterpret_cast<counters*>(memory);
    for (unsigned i = threadIdx.x; i < counters::size * counters::copies; i += counters::threads)
        (&shared.counts[0][0])[i] = 0;
    wait_for_previous_kernel();
    __syncthreads(); // counters are cleared before they count

    unsigned const part = blockIdx.x % counters::parts;
    std::uint64_t const worker = blockIdx.x / counters::parts, workers = gridDim.x / counters::parts;
    Bits const* const keys = with.keys_of(buffer::in);
    std::uint64_t const count = with.count();

    // Whole vectors from the first 16-byte boundary on; the first worker takes what is around them, key by key.
    auto const misaligned = reinterpret_cast<std::uintptr_t>(keys) / sizeof(Bits) % size;
    std::uint64_t const before = min((size - misaligned) % size, count);
    std::uint64_t const vectors = (count - before) / size;
    auto const* const aligned = reinterpret_cast<uint4 const*>(keys + before);
    std::uint64_t const stride = workers * counters::threads;
    std::uint64_t const warp_begin = worker * counters::threads + warp_of_thread() * warp_lanes;
    std::uint64_t at = warp_begin + lane_of_thread();
    std::uint64_t base = warp_begin; // the same for the whole warp, which counts together
    for (; base + (unrolled - 1) * stride + warp_lanes <= vectors; base += unrolled * stride, at += unrolled * stride) {
        uint4 loaded[unrolled];
#pragma unroll
        for (unsigned i = 0; i < unrolled; ++i)
            loaded[i] = aligned[at + i * stride];
#pragma unroll
        for (unsigned i = 0; i < unrolled; ++i)
            count_vector(shared, loaded[i], part);
    }
    auto const count_one = [&](Bits key) {
        if (counters::parts == 1 || key / counters::size == part)
            atomicAdd(&shared.counts[key % counters::size][threadIdx.x % counters::copies], 1u);
    };
    for (; at < vectors; at += stride)
        for (unsigned i = 0; i < size; ++i)
            count_one(keys[before + at * size + i]);
    if (worker == 0) {
        if (threadIdx.x < before)
            count_one(keys[threadIdx.x]);
        std::uint64_t const behind = before + vectors * size + threadIdx.x;
        if (behind < count)
            count_one(keys[behind]);
    }
    __syncthreads(); // counts are complete

    for (unsigned i = threadIdx.x; i < counters::size; i += counters::threads) {
        unsigned long long all = 0;
        for (unsigned copy = 0; copy < counters::copies; ++copy)
            all += shared.counts[i][(copy + i) % counters::copies]; // staggered: lanes read different banks
        if (all > 0)
            atomicAdd(&state->counts[with.codec.encode(static_cast<Bits>(part * counters::size + i))], all);
    }
}

// A block a group: the group's count.
template <class Bits>
__global__ void count_groups(pattern_state<Bits>* state) {
    __shared__ unsigned long long sums[bin_warps];
    wait_for_previous_kernel();
    unsigned long long const mine = state->counts[blockIdx.x * bins + threadIdx.x];
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
    unsigned long long const mine = state->counts[pattern];
    unsigned long long const base = group_base + scan_bins(mine, sums);
    state->bases[pattern] = base;
    if (pattern == patterns<Bits> - 1)
        state->bases[pattern + 1] = base + mine;
}

inline constexpr unsigned fill_threads = 256;
inline constexpr unsigned fill_bytes = fill_threads * 16 * 4; // of output a block

template <class Bits>
__global__ __launch_bounds__(fill_threads) void fill_patterns(arguments<Bits, no_value> const with,
                                                              pattern_state<Bits> const* state) {
    constexpr unsigned chunk = fill_bytes / sizeof(Bits);
    __shared__ unsigned ends[2];
    wait_for_previous_kernel();
    std::uint64_t const count = with.count(), begin = std::uint64_t{blockIdx.x} * chunk;
    if (begin < count)
        fill_runs<fill_threads>(
            with.keys_of(buffer::out), begin, min(begin + chunk, count), state->bases, patterns<Bits> - 1,
            [&](unsigned pattern) { return with.codec.decode(static_cast<Bits>(pattern)); }, ends);
}

} // namespace pradix::cuda
