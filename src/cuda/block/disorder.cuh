// SPDX-License-Identifier: MIT
#pragma once

#include "src/core/key_codec.hpp"
#include "src/cuda/state/control.hpp"

namespace pradix::cuda {

// What a key and the one behind it say about the order of all, masked to what is compared. Items can be reversed if
// keys fall; equal ones may stay only where nothing tells them apart. Strictly: something does.
template <class Bits>
__device__ unsigned disorder_of(Bits mine, Bits next, bool strictly) {
    return next < mine ? not_sorted : next > mine || strictly ? not_reversed : 0;
}

// Calls see(key, the one behind it) for a thread's part of so many pairs of neighbours, some of which it may see again;
// four of them are on their way.
template <unsigned Threads, class Bits, class See>
__device__ void each_pair_of_neighbours(Bits const* keys, unsigned pairs, See const& see) {
    constexpr unsigned at_once = 4;
    for (unsigned begin = threadIdx.x; begin < pairs; begin += at_once * Threads) {
        Bits mine[at_once], next[at_once];
#pragma unroll
        for (unsigned i = 0; i < at_once; ++i) {
            unsigned const place = min(begin + i * Threads, pairs - 1);
            mine[i] = keys[place];
            next[i] = keys[place + 1];
        }
#pragma unroll
        for (unsigned i = 0; i < at_once; ++i)
            see(mine[i], next[i]);
    }
}

// Whether one of these keys is less than the one before it, in a thread's part. Not inlined, for the same reason as
// told_apart.
template <unsigned Threads, class Bits>
__device__ __noinline__ bool is_falling(Bits const* keys, unsigned pairs, core::key_order<Bits> const codec,
                                        Bits compared) {
    bool falls = false;
    each_pair_of_neighbours<Threads>(keys, pairs, [&](Bits mine, Bits next) {
        falls |= (codec.encode(next) & compared) < (codec.encode(mine) & compared);
    });
    return falls;
}

} // namespace pradix::cuda
