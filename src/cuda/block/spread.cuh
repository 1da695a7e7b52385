// SPDX-License-Identifier: MIT
// Keys that become images which are spread (key_spread.hpp, key_spreading.hpp), and back.
#pragma once

#include "src/cuda/arguments.cuh"
#include "src/cuda/key_spread.hpp"

namespace pradix::cuda {

// How images are spread over a power of two in this sort, once the survey has decided it; null: they are not. Not to be
// asked of equalized ones.
template <class Bits, class Value>
__device__ key_spread<Bits> const* spread_of(arguments<Bits, Value> const& with, bool are_spread) {
    static_assert(!may_spread(sizeof(Bits)) || sizeof(key_spread<Bits>) <= sizeof(prefix_state::spread));
    return may_spread(sizeof(Bits)) && are_spread ? reinterpret_cast<key_spread<Bits> const*>(with.state->prefix.spread)
                                                  : nullptr;
}

// The same of keys that are counted, which may be equalized.
template <class Bits, class Value>
__device__ auto const* spreading_of(arguments<Bits, Value> const& with, bool are_spread) {
    if constexpr (may_equalize(sizeof(Bits), value_bytes<Value>))
        return are_spread ? &with.state->spreading : nullptr;
    else
        return spread_of(with, are_spread);
}
template <class Bits, class Value>
__device__ bool are_equalized(arguments<Bits, Value> const& with) {
    if constexpr (may_equalize(sizeof(Bits), value_bytes<Value>))
        return with.state->prefix.are_spread && with.state->spreading.equalizes;
    return false;
}

// The images of each of some threads, by way of their room in shared memory: a loop that is short, for passes in which
// images are not spread have to fetch what lies around it. Returns whether those images that count can be spread.
template <class How, class Bits, std::size_t Size, class Counts>
__device__ bool apply(How const* how, Bits (&images)[Size], Bits* room, unsigned threads, Counts const& counts) {
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
                all &= how->holds(image) || !counts(i);
                image = how->apply(image);
            }
#pragma unroll
            for (unsigned i = 0; i < Size; ++i)
                images[i] = room[i * threads];
        }
    return all;
}

template <class How, class Bits>
__device__ Bits apply(How const* how, Bits image) {
    if constexpr (may_spread(sizeof(Bits)))
        if (how != nullptr)
            return how->apply(image);
    return image;
}

} // namespace pradix::cuda
