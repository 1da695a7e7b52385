// SPDX-License-Identifier: MIT
// Keys that become images which are spread (key_spread.hpp), and back.
#pragma once

#include "src/cuda/arguments.cuh"
#include "src/cuda/key_spread.hpp"

namespace pradix::cuda {

// How images are spread in this sort, once the survey has decided it; null: they are not.
template <class Bits, class Value>
__device__ key_spread<Bits> const* spread_of(arguments<Bits, Value> const& with, bool are_spread) {
    static_assert(!may_spread(sizeof(Bits)) || sizeof(key_spread<Bits>) <= sizeof(prefix_state::spread));
    return may_spread(sizeof(Bits)) && are_spread ? reinterpret_cast<key_spread<Bits> const*>(with.state->prefix.spread)
                                                  : nullptr;
}

// The images of each of some threads, by way of their room in shared memory: a loop that is short, for passes in which
// images are not spread have to fetch what lies around it. Returns whether the range holds those images that count.
template <class Bits, std::size_t Size, class Counts>
__device__ bool apply(key_spread<Bits> const* how, Bits (&images)[Size], Bits* room, unsigned threads,
                      Counts const& counts) {
    bool all = true;
    if constexpr (may_spread(sizeof(Bits)))
        if (how != nullptr) {
            room += threadIdx.x;
#pragma unroll
            for (unsigned i = 0; i < Size; ++i)
                room[i * threads] = images[i];
#pragma unroll 1
            for (unsigned i = 0; i < Size; ++i) {
                Bits& image = room[i * threads];
                all &= how->range.holds(image) || !counts(i);
                image = how->apply(image);
            }
#pragma unroll
            for (unsigned i = 0; i < Size; ++i)
                images[i] = room[i * threads];
        }
    return all;
}

template <class Bits>
__device__ Bits apply(key_spread<Bits> const* how, Bits image) {
    if constexpr (may_spread(sizeof(Bits)))
        if (how != nullptr)
            return how->apply(image);
    return image;
}

} // namespace pradix::cuda
