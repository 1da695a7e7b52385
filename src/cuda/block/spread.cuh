// SPDX-License-Identifier: MIT
// Keys that become images which are spread (key_spread.hpp, key_spreading.hpp), and back.
#pragma once

#include "src/cuda/state/arguments.cuh"

namespace pradix::cuda {

// How images are spread over a power of two in this sort, once the survey has decided it; null: they are not. Not to be
// asked of equalized ones.
template <class Bits, class Value>
__device__ key_spread<Bits> const* spread_of(arguments<Bits, Value> const& with, bool are_spread) {
    if constexpr (may_spread(sizeof(Bits)))
        return are_spread ? &with.state->spreading.template over_range<Bits>() : nullptr;
    else
        return nullptr;
}

// The same of keys that are counted, which may be equalized.
template <class Bits, class Value>
__device__ auto const* spreading_of(arguments<Bits, Value> const& with, bool are_spread) {
    if constexpr (may_equalize(sizeof(Bits), value_bytes<Value>))
        return are_spread ? &with.state->spreading : nullptr;
    else
        return spread_of(with, are_spread);
}
// Wide floats that are counted, or narrow ones that need not be.
template <class Bits, class Value>
__device__ bool are_equalized(arguments<Bits, Value> const& with) {
    if constexpr (may_equalize(sizeof(Bits), value_bytes<Value>))
        return with.state->prefix.are_spread && with.state->spreading.equalizes;
    else if constexpr (may_equalize_narrow(sizeof(Bits), value_bytes<Value>))
        return with.leading.may_equalize && with.state->spreading.equalizes;
    else
        return false;
}

// Of images that are no outliers.
template <class Bits, class Value>
__device__ key_range<Bits>& range_of_others(arguments<Bits, Value> const& with) {
    static_assert(sizeof(key_range<Bits>) <= sizeof(prefix_state::range));
    return *reinterpret_cast<key_range<Bits>*>(with.state->prefix.range);
}

// The images of each of some threads become map(i, image), by way of their room in shared memory: a loop that is short,
// for passes in which nothing is to be done have to fetch what lies around it.
template <class Bits, std::size_t Size, class Map>
__device__ void map_in_room(Bits (&images)[Size], Bits* room, unsigned threads, Map const& map) {
    room += threadIdx.x;
#pragma unroll
    for (unsigned i = 0; i < Size; ++i)
        room[i * threads] = images[i];
#pragma unroll 1
    for (unsigned i = 0; i < Size; ++i)
        room[i * threads] = map(i, room[i * threads]);
#pragma unroll
    for (unsigned i = 0; i < Size; ++i)
        images[i] = room[i * threads];
}

// Of an image that is no outlier; null: it is not spread.
template <class How, class Bits>
__device__ Bits apply(How const* how, Bits image) {
    if constexpr (may_spread(sizeof(Bits)))
        if (how != nullptr)
            return how->apply(image);
    return image;
}

// Of an image that may be spread; null: it is not.
template <class How, class Bits>
__device__ Bits undo(How const* how, Bits image) {
    return how != nullptr ? how->undo(image) : image;
}

// What images have from a bit upwards, which all share, of one that was sampled: it is no outlier, or has the same.
template <class Bits, class Value>
__device__ Bits bits_above(arguments<Bits, Value> const& with, Bits some, unsigned bit) {
    return static_cast<Bits>(apply(spreading_of(with, with.state->prefix.are_spread), with.codec.encode(some)) &
                             ~core::low_mask<Bits>(bit));
}

} // namespace pradix::cuda
