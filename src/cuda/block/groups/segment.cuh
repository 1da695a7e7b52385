// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/block/spread.cuh"

namespace pradix::cuda {

// Neighbouring items that one block sorts by itself. Input and output may be the same memory. Encoded: keys_in are
// images already.
template <class Bits, class Value, bool Encoded>
struct segment {
    static constexpr bool may_be_spread = Encoded && may_spread(sizeof(Bits));
    // Whether a thread asks for all of its rows before it uses one: in kernels that do nothing else, whose few warps
    // would wait together.
    template <class Tile>
    static constexpr bool asks_at_once = Tile::has_spare_registers && !Encoded;

    Bits const* keys_in;
    Bits* keys_out;         // null: sorted keys are not wanted
    Value const* values_in; // null: the positions 0, 1, 2 ...
    Value* values_out;
    unsigned count;
    Bits base; // less this, in the bits that are compared, each image is under 2^width, but for bits that all share
    unsigned width;
    bool repeats = false;    // many keys are equal
    bool are_spread = false; // images

    // All items of a sort, from its input to its output.
    static __device__ segment of_all(arguments<Bits, Value> const& with, unsigned count) {
        return {.keys_in = with.keys_of(buffer::in),
                .keys_out = with.keys_wanted ? with.keys_of(buffer::out) : nullptr,
                .values_in = with.values_of(buffer::in),
                .values_out = with.values_of(buffer::out),
                .count = count,
                .base = 0,
                .width = with.digits.end()};
    }

    __device__ Bits image(arguments<Bits, Value> const& with, Bits key) const {
        return Encoded ? key : with.codec.encode(key);
    }
};

// Item i of a thread is at place i * Threads + threadIdx.x of a segment, if it has so many.
template <unsigned Threads>
__device__ bool holds_row(unsigned i, unsigned count) {
    return static_cast<int>(i * Threads) < static_cast<int>(count - threadIdx.x);
}

// Calls work(i) for the items of this thread from `First` on, Rows at most.
template <unsigned Threads, unsigned Rows, unsigned First = 0, class Work>
__device__ void each_row(unsigned count, Work const& work) {
#pragma unroll
    for (unsigned i = First; i < Rows; ++i) {
        if (!holds_row<Threads>(i, count))
            break;
        work(i);
    }
}

// Calls use(i, load(i)) for these. AtOnce: all are on their way before one is waited for, a register or two each.
template <class Tile, bool AtOnce, unsigned First = 0, class Load, class Use>
__device__ void each_loaded_row(unsigned count, Load const& load, Use const& use) {
    using loaded = decltype(load(0u));
    if constexpr (AtOnce && sizeof(loaded) <= 8) {
        loaded all[Tile::items];
        each_row<Tile::threads, Tile::items, First>(count, [&](unsigned i) { all[i] = load(i); });
        each_row<Tile::threads, Tile::items, First>(count, [&](unsigned i) { use(i, all[i]); });
    } else {
        each_row<Tile::threads, Tile::items, First>(count, [&](unsigned i) { use(i, load(i)); });
    }
}

} // namespace pradix::cuda
