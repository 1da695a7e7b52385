// SPDX-License-Identifier: MIT
// Groups of items that share leading digits, for the kernels that sort them: where they begin, what is asked for early,
// and which are left to others.
#pragma once

#include "src/cuda/arguments.cuh"
#include "src/cuda/warp/word.cuh"

namespace pradix::cuda {

// Asks for what a block reads next, so that it comes from L2 then. Not as early as can be: what all blocks read and
// write while they sort a group each drives a part of it out of L2 again.
template <unsigned Threads, class T>
__device__ void prefetch(T const* items, unsigned count) {
    constexpr unsigned line = 128;
    auto const* const bytes = reinterpret_cast<char const*>(items);
    for (unsigned at = threadIdx.x * line; at < count * sizeof(T); at += Threads * line)
        prefetch_line(bytes + at);
}

// Where group i begins; behind the last one, where that ends.
template <class Bits, class Value>
__device__ unsigned start_of_group(arguments<Bits, Value> const& with, unsigned groups, unsigned group) {
    return group >= groups ? static_cast<unsigned>(with.count())
                           : with.state->prefix.starts[group / bins] + with.leading.group_starts[group];
}

// Notes a group that sort_groups is to sort after all, or that is too large for it.
template <class Bits, class Value>
__device__ void leave_unsorted(arguments<Bits, Value> const& with, unsigned group) {
    with.leading.unsorted[atomicAdd(&with.state->prefix.unsorted[with.leading.batch], 1u)] = group;
}

} // namespace pradix::cuda
