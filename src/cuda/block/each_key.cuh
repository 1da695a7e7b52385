// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/kernels/arguments.cuh"

namespace pradix::cuda {

// Calls visit(key) for this thread's part of the keys, in any order: 16-byte vectors, and by the first thread of the
// grid what is around them. Ends soon after a call has returned false, and then returns false.
template <unsigned Threads, class Bits, class Visit>
__device__ bool each_key_of_thread(Bits const* keys, std::uint64_t count, Visit const& visit) {
    constexpr unsigned unrolled = 4, size = key_vector<Bits>::size;
    auto const misaligned = reinterpret_cast<std::uintptr_t>(keys) / sizeof(Bits) % size;
    std::uint64_t const before = min((size - misaligned) % size, count);
    std::uint64_t const vectors = (count - before) / size;
    auto const* const aligned = reinterpret_cast<key_vector<Bits> const*>(keys + before);
    std::uint64_t const stride = std::uint64_t{gridDim.x} * Threads;
    std::uint64_t at = std::uint64_t{blockIdx.x} * Threads + threadIdx.x;
    bool go_on = true;
    auto const visit_vector = [&](key_vector<Bits> const& vector) {
#pragma unroll
        for (unsigned i = 0; i < size; ++i)
            go_on &= visit(vector.keys[i]);
    };
    for (; at + (unrolled - 1) * stride < vectors && go_on; at += unrolled * stride) {
        key_vector<Bits> loaded[unrolled];
#pragma unroll
        for (unsigned i = 0; i < unrolled; ++i)
            loaded[i] = aligned[at + i * stride];
#pragma unroll
        for (unsigned i = 0; i < unrolled; ++i)
            visit_vector(loaded[i]);
    }
    for (; at < vectors && go_on; at += stride)
        visit_vector(aligned[at]);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        for (std::uint64_t i = 0; i < before; ++i)
            go_on &= visit(keys[i]);
        for (std::uint64_t i = before + vectors * size; i < count; ++i)
            go_on &= visit(keys[i]);
    }
    return go_on;
}

} // namespace pradix::cuda
