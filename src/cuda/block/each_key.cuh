// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/arguments.cuh"

namespace pradix::cuda {

// Calls visit(neighbours) for this thread's part of the keys, in any order: arrays of as many as 16 bytes hold, and by
// the first thread of the grid one by one what is around them. Ends soon after a call has returned false, and then
// returns false.
template <unsigned Threads, class Bits, class Visit>
__device__ bool each_key_of_thread(Bits const* keys, std::uint64_t count, Visit const& visit) {
    constexpr unsigned unrolled = 4, size = key_vector<Bits>::size;
    std::uint64_t const before = min(key_vector<Bits>::keys_before_aligned(keys), count);
    std::uint64_t const vectors = (count - before) / size;
    auto const* const aligned = reinterpret_cast<key_vector<Bits> const*>(keys + before);
    std::uint64_t const stride = std::uint64_t{gridDim.x} * Threads;
    std::uint64_t at = std::uint64_t{blockIdx.x} * Threads + threadIdx.x;
    bool go_on = true;
    for (; at + (unrolled - 1) * stride < vectors && go_on; at += unrolled * stride) {
        key_vector<Bits> loaded[unrolled];
#pragma unroll
        for (unsigned i = 0; i < unrolled; ++i)
            loaded[i] = aligned[at + i * stride];
#pragma unroll
        for (unsigned i = 0; i < unrolled; ++i)
            go_on &= visit(loaded[i].keys);
    }
    for (; at < vectors && go_on; at += stride)
        go_on &= visit(key_vector<Bits>{aligned[at]}.keys);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        auto const visit_one = [&](std::uint64_t i) {
            Bits const one[] = {keys[i]};
            go_on &= visit(one);
        };
        for (std::uint64_t i = 0; i < before; ++i)
            visit_one(i);
        for (std::uint64_t i = before + vectors * size; i < count; ++i)
            visit_one(i);
    }
    return go_on;
}

} // namespace pradix::cuda
