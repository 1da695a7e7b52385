// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/kernels/arguments.cuh"

namespace pradix::cuda {

// Neighbouring items that one block sorts by itself. Input and output may be the same memory. Encoded: keys_in are
// images already.
template <class Bits, class Value, bool Encoded>
struct segment {
    Bits const* keys_in;
    Bits* keys_out;         // null: sorted keys are not wanted
    Value const* values_in; // null: the positions 0, 1, 2 ...
    Value* values_out;
    unsigned count;
    Bits base; // less this, in the bits that are compared, each image is under 2^width, but for bits that all share
    unsigned width;

    __device__ Bits image(arguments<Bits, Value> const& with, Bits key) const {
        return Encoded ? key : with.codec.encode(key);
    }
    __device__ Value value(unsigned place) const {
        return values_in == nullptr ? position<Value>(place) : values_in[place];
    }
};

} // namespace pradix::cuda
