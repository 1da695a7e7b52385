// SPDX-License-Identifier: MIT
// A pass by a digit that needs none, or over keys in order: items keep their places or, reversed, exchange them.
#pragma once

#include "src/cuda/state/arguments.cuh"

namespace pradix::cuda {

// Items [first, first + size) of an output that begins with the first of all, by all threads of the block. With few
// registers: one key or value of a thread is on its way at a time.
template <unsigned Threads, class Bits, class Value>
__device__ void copy_items(arguments<Bits, Value> const& with, pass const& plan, std::uint64_t first, unsigned size) {
    Bits const* const from = with.keys_of(plan.from);
    Bits* const to = with.keys_of(plan.to);
    std::uint64_t const last = with.count() - 1;
    for (unsigned i = threadIdx.x; i < size; i += Threads) {
        std::uint64_t const out = first + i, in = plan.reverses ? last - out : out;
        if (!plan.last || with.keys_wanted) {
            Bits key = from[in];
            if (plan.first != plan.last)
                key = plan.first ? with.codec.encode(key) : with.codec.decode(key);
            to[out] = key;
        }
        if constexpr (has_values<Value>) {
            Value const* const values_in = with.values_of(plan.from);
            with.values_of(plan.to)[out] = values_in == nullptr ? position<Value>(in) : values_in[in];
        }
    }
}

// The same wherever items begin, with some items of a thread on their way, so that it waits less for memory, and takes
// more registers.
template <unsigned Threads, class Bits, class Value>
__device__ void copy_items_at_once(arguments<Bits, Value> const& with, pass const& plan, std::uint64_t first,
                                   unsigned size) {
    constexpr std::size_t bytes = sizeof(Bits) + value_bytes<Value>;
    constexpr unsigned some = bytes < 8 ? 8 : bytes <= 16 ? 4 : 2;
    // Copies: what is referred to might change with each store, for all that the compiler knows.
    auto const codec = with.codec;
    bool const encodes = plan.first && !plan.last, decodes = plan.last && !plan.first, reverses = plan.reverses;
    bool const copies_keys = !plan.last || with.keys_wanted;
    std::uint64_t const before_in = with.first_of(plan.from), before_out = with.first_of(plan.to) + first;
    Bits const* const keys_in = with.keys_of(plan.from) + before_in;
    Bits* const keys_out = with.keys_of(plan.to) + before_out;
    Value const* const values_in = with.values_of(plan.from);
    Value* const values_out = with.values_of(plan.to) + before_out;
    std::uint64_t const last = with.count() - 1;
    for (unsigned begin = threadIdx.x; begin < size; begin += some * Threads) {
        std::uint64_t in[some];
        Bits keys[some];
        Value values[some];
#pragma unroll
        for (unsigned i = 0; i < some; ++i) { // without a branch: what is behind the end is not stored
            std::uint64_t const out = first + min(begin + i * Threads, size - 1);
            in[i] = reverses ? last - out : out;
        }
        if (copies_keys)
#pragma unroll
            for (unsigned i = 0; i < some; ++i)
                keys[i] = keys_in[in[i]];
        if constexpr (has_values<Value>)
#pragma unroll
            for (unsigned i = 0; i < some; ++i)
                values[i] = values_in == nullptr ? position<Value>(in[i]) : values_in[before_in + in[i]];
#pragma unroll
        for (unsigned i = 0; i < some; ++i) {
            unsigned const place = begin + i * Threads;
            if (place >= size)
                break;
            if (copies_keys)
                keys_out[place] = encodes ? codec.encode(keys[i]) : decodes ? codec.decode(keys[i]) : keys[i];
            if constexpr (has_values<Value>)
                values_out[place] = values[i];
        }
    }
}

} // namespace pradix::cuda
