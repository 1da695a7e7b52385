// SPDX-License-Identifier: MIT
// How the threads of a grid, or of a block, go through keys in memory: 16 bytes at a time.
#pragma once

#include "src/cuda/state/arguments.cuh"

namespace pradix::cuda {

inline constexpr unsigned vectors_at_once = 4; // that a thread has on their way

// A block, of so many that share the keys.
struct sharing_block {
    unsigned block, blocks;

    static __device__ sharing_block of_grid() { return {blockIdx.x, gridDim.x}; }
};

// Calls of_vector(vector, i) for the keys [i, i + size) in this thread's part of the keys, 16 bytes that are loaded as
// a Vector, by all lanes of a warp together; and of_key(i) for the few keys around these, by the first block. Ends soon
// after a call has returned false, and then returns false.
template <unsigned Threads, class Vector, class Bits, class OfVector, class OfKey>
__device__ bool each_vector_of_thread(Bits const* keys, std::uint64_t count, OfVector const& of_vector,
                                      OfKey const& of_key, sharing_block me = sharing_block::of_grid()) {
    static_assert(Threads % warp_lanes == 0);
    constexpr unsigned size = key_vector<Bits>::size;
    static_assert(sizeof(Vector) == sizeof(key_vector<Bits>));
    std::uint64_t const before = min(key_vector<Bits>::keys_before_aligned(keys), count);
    std::uint64_t const vectors = (count - before) / size / warp_lanes * warp_lanes; // for whole warps
    auto const* const aligned = reinterpret_cast<Vector const*>(keys + before);
    std::uint64_t const stride = std::uint64_t{me.blocks} * Threads;
    std::uint64_t at = std::uint64_t{me.block} * Threads + threadIdx.x;
    bool go_on = true;
    for (; at + (vectors_at_once - 1) * stride < vectors && go_on; at += vectors_at_once * stride) {
        Vector loaded[vectors_at_once];
#pragma unroll
        for (unsigned i = 0; i < vectors_at_once; ++i)
            loaded[i] = aligned[at + i * stride];
#pragma unroll
        for (unsigned i = 0; i < vectors_at_once; ++i)
            go_on &= of_vector(loaded[i], before + (at + i * stride) * size);
    }
    for (; at < vectors && go_on; at += stride)
        go_on = of_vector(Vector{aligned[at]}, before + at * size);
    if (me.block == 0) {
        std::uint64_t const behind = before + vectors * size, others = before + (count - behind);
        for (std::uint64_t i = threadIdx.x; i < others && go_on; i += Threads)
            go_on = of_key(i < before ? i : behind + (i - before));
    }
    return go_on;
}

// The same by visit(neighbours, i), which are as many keys as 16 bytes hold, from the i-th one on, or one.
template <unsigned Threads, class Bits, class Visit>
__device__ bool each_key_of_thread(Bits const* keys, std::uint64_t count, Visit const& visit,
                                   sharing_block me = sharing_block::of_grid()) {
    return each_vector_of_thread<Threads, key_vector<Bits>>(
        keys, count, [&](key_vector<Bits> const& vector, std::uint64_t i) { return visit(vector.keys, i); },
        [&](std::uint64_t i) {
            Bits const one[] = {keys[i]};
            return visit(one, i);
        },
        me);
}

} // namespace pradix::cuda
