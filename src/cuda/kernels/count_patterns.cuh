// SPDX-License-Identifier: MIT
// Keys of one or two bytes without values are not moved but counted, pattern by pattern, and written anew: counting
// sort (Knuth, The Art of Computer Programming 3, section 5.2). Three kernels: count, scan, fill.
#pragma once

#include "src/cuda/block/fill_runs.cuh"
#include "src/cuda/block/scan_bins.cuh"
#include "src/cuda/kernels/arguments.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

// Of what one block has seen.
template <class Bits>
struct pattern_counters;

// Each lane counts for itself.
template <>
struct pattern_counters<std::uint8_t> {
    static constexpr unsigned threads = 512, blocks = 2; // that share a multiprocessor
    static constexpr unsigned words = bins * warp_lanes;
    static constexpr bool are_rests = false;
    unsigned counts[bins][warp_lanes];

    template <class Later>
    __device__ void add(unsigned key, unsigned times, Later const&) {
        atomicAdd(&counts[key][lane_of_thread()], times);
    }
    __device__ unsigned count_of(unsigned key) const {
        unsigned all = 0;
        for (unsigned copy = 0; copy < warp_lanes; ++copy)
            all += counts[key][(copy + key) % warp_lanes]; // staggered: lanes read different banks
        return all;
    }
};

// Two counters a word, for there is no room for more: modulo 2^16. Whoever makes one run over calls later(key, 2^16).
template <>
struct pattern_counters<std::uint16_t> {
    static constexpr unsigned threads = 1024, blocks = 1;
    static constexpr unsigned words = patterns<std::uint16_t> / 2;
    static constexpr unsigned most = 0xffff;
    static constexpr bool are_rests = true; // so that those of all blocks together fit 32 bits, which are faster to add
    unsigned pairs[words];

    template <class Later>
    __device__ void add(unsigned key, unsigned times, Later const& later) {
        unsigned const half = key % 2 * 16;
        unsigned const before = atomicAdd(&pairs[key / 2], times << half);
        if ((before >> half & most) + times > most)
            run_over(key, before, later);
    }
    __device__ unsigned count_of(unsigned key) const { return pairs[key / 2] >> key % 2 * 16 & most; }

private:
    // What has run over the lower counter is in the upper one now, and has to be taken back. Either may make that run
    // over, or under.
    template <class Later>
    __device__ void run_over(unsigned key, unsigned before, Later const& later) {
        constexpr long long over = most + 1;
        later(key, over);
        if (key % 2 != 0)
            return;
        if (before >> 16 == most)
            later(key + 1, over);
        if (atomicSub(&pairs[key / 2], 1u << 16) >> 16 == 0)
            later(key + 1, -over);
    }
};

// Adds the keys of a 16-byte vector. A warp full of one key, as sorted or constant input has it, adds once.
template <class Bits, class Later>
__device__ void count_vector(pattern_counters<Bits>& shared, uint4 const& vector, Later const& later) {
    constexpr unsigned size = sizeof vector / sizeof(Bits);
    auto const* const keys = reinterpret_cast<Bits const*>(&vector);
    unsigned const repeated = keys[0] * (~0u / (patterns<Bits> - 1)); // the first key, as often as a word holds it
    bool const one_key = vector.x == repeated && vector.y == repeated && vector.z == repeated && vector.w == repeated;
    unsigned const first = __shfl_sync(all_lanes, vector.x, 0);
    if (__all_sync(all_lanes, one_key && vector.x == first)) {
        if (lane_of_thread() == 0)
            shared.add(keys[0], size * warp_lanes, later);
        return;
    }
#pragma unroll
    for (unsigned i = 0; i < size; ++i)
        shared.add(keys[i], 1, later);
}

template <class Bits>
__global__ __launch_bounds__(pattern_counters<Bits>::threads,
                             pattern_counters<Bits>::blocks) void count_patterns(arguments<Bits, no_value> const with,
                                                                                 pattern_state<Bits>* state) {
    using counters = pattern_counters<Bits>;
    constexpr unsigned size = sizeof(uint4) / sizeof(Bits), unrolled = 4;
    extern __shared__ __align__(16) unsigned char memory[];
    auto& shared = *reinterpret_cast<counters*>(memory);
    for (unsigned i = threadIdx.x; i < counters::words; i += counters::threads)
        reinterpret_cast<unsigned*>(&shared)[i] = 0;
    wait_for_previous_kernel();
    __syncthreads(); // counters are cleared before they count

    auto const add_to_all = [&](unsigned key, long long times) {
        atomicAdd(&state->counts[with.codec.encode(static_cast<Bits>(key))], static_cast<unsigned long long>(times));
    };
    Bits const* const keys = with.keys_of(buffer::in);
    std::uint64_t const count = with.count();

    // Whole vectors from the first 16-byte boundary on; the first block takes what is around them, key by key.
    auto const misaligned = reinterpret_cast<std::uintptr_t>(keys) / sizeof(Bits) % size;
    std::uint64_t const before = min((size - misaligned) % size, count);
    std::uint64_t const vectors = (count - before) / size;
    auto const* const aligned = reinterpret_cast<uint4 const*>(keys + before);
    std::uint64_t const stride = std::uint64_t{gridDim.x} * counters::threads;
    std::uint64_t const warp_begin = std::uint64_t{blockIdx.x} * counters::threads + warp_of_thread() * warp_lanes;
    std::uint64_t at = warp_begin + lane_of_thread();
    std::uint64_t base = warp_begin; // the same for the whole warp, which counts together
    for (; base + (unrolled - 1) * stride + warp_lanes <= vectors; base += unrolled * stride, at += unrolled * stride) {
        uint4 loaded[unrolled];
#pragma unroll
        for (unsigned i = 0; i < unrolled; ++i)
            loaded[i] = aligned[at + i * stride];
#pragma unroll
        for (unsigned i = 0; i < unrolled; ++i)
            count_vector(shared, loaded[i], add_to_all);
    }
    auto const count_one = [&](Bits key) { shared.add(key, 1, add_to_all); };
    for (; at < vectors; at += stride)
        for (unsigned i = 0; i < size; ++i)
            count_one(keys[before + at * size + i]);
    if (blockIdx.x == 0) {
        if (threadIdx.x < before)
            count_one(keys[threadIdx.x]);
        std::uint64_t const behind = before + vectors * size + threadIdx.x;
        if (behind < count)
            count_one(keys[behind]);
    }
    __syncthreads(); // counts are complete

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

inline constexpr unsigned fill_threads = 256, fill_blocks = 8; // that share a multiprocessor
// By a block: finding its runs takes as long as writing that many bytes, but neighbouring blocks should write together.
inline constexpr std::size_t least_bytes_to_fill = fill_threads * 16 * 4, most_bytes_to_fill = 4 * least_bytes_to_fill;

template <class Bits>
__global__ __launch_bounds__(fill_threads) void fill_patterns(arguments<Bits, no_value> const with,
                                                              pattern_state<Bits> const* state) {
    __shared__ unsigned ends[2];
    wait_for_previous_kernel();
    fill_runs<fill_threads>(
        with.keys_of(buffer::out), with.count(), state->bases, patterns<Bits> - 1,
        [&](unsigned pattern) { return with.codec.decode(static_cast<Bits>(pattern)); }, ends);
}

} // namespace pradix::cuda
