// SPDX-License-Identifier: MIT
// A pass in which all keys share the digit, or are in order: items keep their places or, reversed, exchange them.
#pragma once

#include "src/cuda/arguments.cuh"

namespace pradix::cuda {

// Items [first, first + size) of the output, by all threads of the block.
template <unsigned Threads, class Bits, class Value>
__device__ void copy_items(arguments<Bits, Value> const& with, pass const& plan, std::uint64_t first, unsigned size) {
    std::uint64_t const before_in = with.first_of(plan.from), before_out = with.first_of(plan.to);
    Bits const* const from = with.keys_of(plan.from) + before_in;
    Bits* const to = with.keys_of(plan.to) + before_out;
    std::uint64_t const last = with.count() - 1;
    for (unsigned i = threadIdx.x; i < size; i += Threads) {
        std::uint64_t const in = plan.reverses ? last - (first + i) : first + i;
        if (!plan.last || with.keys_wanted) {
            Bits key = from[in];
            if (plan.first != plan.last)
                key = plan.first ? with.codec.encode(key) : with.codec.decode(key);
            to[first + i] = key;
        }
        if constexpr (has_values<Value>) {
            Value const* const values = with.values_of(plan.from);
            with.values_of(plan.to)[before_out + first + i] =
                values == nullptr ? position<Value>(in) : values[before_in + in];
        }
    }
}

} // namespace pradix::cuda
