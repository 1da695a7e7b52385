// SPDX-License-Identifier: MIT
// A pass in which all keys share the digit, or are in order: items keep their places or, reversed, exchange them.
#pragma once

#include "src/cuda/arguments.cuh"

namespace pradix::cuda {

// Items [first, first + size) of the output, by all threads of the block. AtOnce of a thread are on their way together:
// one after the other, each waits for memory, but takes fewer registers and less code.
template <unsigned Threads, unsigned AtOnce = 1, class Bits, class Value>
__device__ void copy_items(arguments<Bits, Value> const& with, pass const& plan, std::uint64_t first, unsigned size) {
    std::uint64_t const before_in = with.first_of(plan.from), before_out = with.first_of(plan.to);
    Bits const* const from = with.keys_of(plan.from) + before_in;
    Bits* const to = with.keys_of(plan.to) + before_out;
    std::uint64_t const last = with.count() - 1;
    for (unsigned begin = threadIdx.x; begin < size; begin += AtOnce * Threads) {
        std::uint64_t in[AtOnce];
#pragma unroll
        for (unsigned i = 0; i < AtOnce; ++i) { // without a branch: what is behind the end is not stored
            std::uint64_t const place = first + (i == 0 ? begin : min(begin + i * Threads, size - 1));
            in[i] = plan.reverses ? last - place : place;
        }
        auto const holds = [&](unsigned i) { return i == 0 || begin + i * Threads < size; };
        if (!plan.last || with.keys_wanted) {
            Bits keys[AtOnce];
#pragma unroll
            for (unsigned i = 0; i < AtOnce; ++i) {
                keys[i] = from[in[i]];
                if (plan.first != plan.last)
                    keys[i] = plan.first ? with.codec.encode(keys[i]) : with.codec.decode(keys[i]);
            }
#pragma unroll
            for (unsigned i = 0; i < AtOnce; ++i)
                if (holds(i))
                    to[first + begin + i * Threads] = keys[i];
        }
        if constexpr (has_values<Value>) {
            Value const* const values = with.values_of(plan.from);
            Value some[AtOnce];
#pragma unroll
            for (unsigned i = 0; i < AtOnce; ++i)
                some[i] = values == nullptr ? position<Value>(in[i]) : values[before_in + in[i]];
#pragma unroll
            for (unsigned i = 0; i < AtOnce; ++i)
                if (holds(i))
                    with.values_of(plan.to)[before_out + first + begin + i * Threads] = some[i];
        }
    }
}

} // namespace pradix::cuda
