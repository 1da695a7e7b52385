// SPDX-License-Identifier: MIT
// From slots in shared memory, which are in order, to memory: 16 bytes at a time, where these lie in one vector.
#pragma once

#include "src/cuda/kernels/arguments.cuh"

namespace pradix::cuda {

// So many slots are left free before the first one, so that vectors of the output are vectors of slots.
template <class T>
__device__ unsigned slots_aside(T const* out) {
    return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(out) / sizeof(T) % key_vector<T>::size);
}

// item(slot) is what goes from there to the output.
template <unsigned Threads, class T, class Item>
__device__ void write_slots(T* out, unsigned count, Item const& item) {
    using vector = key_vector<T>;
    unsigned const begin = slots_aside(out), end = begin + count;
    out -= begin;
    for (unsigned at = threadIdx.x * vector::size; at < end; at += Threads * vector::size) {
        vector items;
#pragma unroll
        for (unsigned i = 0; i < vector::size; ++i)
            items.keys[i] = item(at + i);
        if (at >= begin && at + vector::size <= end)
            *reinterpret_cast<vector*>(out + at) = items;
        else
#pragma unroll
            for (unsigned i = 0; i < vector::size; ++i)
                if (at + i >= begin && at + i < end)
                    out[at + i] = items.keys[i];
    }
}

} // namespace pradix::cuda
