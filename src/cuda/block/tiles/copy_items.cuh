// SPDX-License-Identifier: MIT
// A pass in which all keys share the digit, or are in order: items keep their places or, reversed, exchange them.
#pragma once

#include "src/cuda/arguments.cuh"

namespace pradix::cuda {

// What of a thread's items is on its way at a time. The more, the less they wait for memory, and the more registers
// does a kernel need, some of which it may miss elsewhere.
enum class copied { a_part, an_item, some_items };

template <copied AtOnce, class Bits, class Value>
constexpr unsigned items_at_once() {
    return AtOnce != copied::some_items ? 1 : sizeof(Bits) + value_bytes<Value> <= 8 ? 8 : 4;
}

// Items [first, first + size) of the output, by all threads of the block.
template <unsigned Threads, copied AtOnce = copied::a_part, class Bits, class Value>
__device__ void copy_items(arguments<Bits, Value> const& with, pass const& plan, std::uint64_t first, unsigned size) {
    constexpr unsigned some = items_at_once<AtOnce, Bits, Value>();
    std::uint64_t const before_in = with.first_of(plan.from), before_out = with.first_of(plan.to);
    Bits const* const from = with.keys_of(plan.from) + before_in;
    Bits* const to = with.keys_of(plan.to) + before_out;
    std::uint64_t const last = with.count() - 1;
    for (unsigned begin = threadIdx.x; begin < size; begin += some * Threads) {
        std::uint64_t in[some];
        Bits keys[some];
        Value values[some];
#pragma unroll
        for (unsigned i = 0; i < some; ++i) { // without a branch: what is behind the end is not stored
            std::uint64_t const place = first + (i == 0 ? begin : min(begin + i * Threads, size - 1));
            in[i] = plan.reverses ? last - place : place;
        }
        auto const holds = [&](unsigned i) { return i == 0 || begin + i * Threads < size; };
        auto const store_keys = [&] {
#pragma unroll
            for (unsigned i = 0; i < some; ++i) {
                if (plan.first != plan.last)
                    keys[i] = plan.first ? with.codec.encode(keys[i]) : with.codec.decode(keys[i]);
                if (holds(i))
                    to[first + begin + i * Threads] = keys[i];
            }
        };
        bool const copies_keys = !plan.last || with.keys_wanted;
        if (copies_keys) {
#pragma unroll
            for (unsigned i = 0; i < some; ++i)
                keys[i] = from[in[i]];
            if (AtOnce == copied::a_part || !has_values<Value>)
                store_keys();
        }
        if constexpr (has_values<Value>) {
            Value const* const values_in = with.values_of(plan.from);
#pragma unroll
            for (unsigned i = 0; i < some; ++i)
                values[i] = values_in == nullptr ? position<Value>(in[i]) : values_in[before_in + in[i]];
            if (AtOnce != copied::a_part && copies_keys)
                store_keys();
#pragma unroll
            for (unsigned i = 0; i < some; ++i)
                if (holds(i))
                    with.values_of(plan.to)[before_out + first + begin + i * Threads] = values[i];
        }
    }
}

} // namespace pradix::cuda
