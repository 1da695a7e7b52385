// SPDX-License-Identifier: MIT
// The end of a sort by leading digits, or of one that has counted keys by their places, in which outliers were replaced
// (outliers.hpp): where the output begins, and where it ends, a block writes them in order, with their values, which
// are there in the order of the input.
#pragma once

#include "src/cuda/block/ends_last.cuh"
#include "src/cuda/block/spread.cuh"

namespace pradix::cuda {

struct outlier_space {
    outlier all[most_outliers];
    bool is_last;
};

// Stable: each is compared with all others.
template <unsigned Threads, class Bits, class Value>
__device__ void place_outliers(outlier_space& shared, arguments<Bits, Value> const& with, unsigned found) {
    static_assert(most_outliers % Threads == 0);
    constexpr unsigned rows = most_outliers / Threads;
    for (unsigned i = threadIdx.x; i < found; i += Threads)
        shared.all[i] = with.state->outliers.items[i];
    __syncthreads(); // all are known
    Bits const first = range_of_others(with).first;
    auto const is_less = [&](outlier const& one) { return one.image < first; };
    Value* const values = has_values<Value> ? with.values_of(buffer::out) : nullptr;
    std::uint64_t const behind = with.count() - found; // of those that are not less, before the first one of all
    std::uint64_t to[rows];
    Value moved[rows]{};
#pragma unroll
    for (unsigned row = 0; row < rows; ++row) {
        if (row * Threads + threadIdx.x >= found)
            break;
        outlier const mine = shared.all[row * Threads + threadIdx.x];
        unsigned less = 0, before = 0, before_in_input = 0; // the latter of those on the same side
#pragma unroll 1
        for (unsigned i = 0; i < found; ++i) {
            outlier const other = shared.all[i];
            bool const is_earlier = other.place < mine.place;
            less += is_less(other) ? 1 : 0;
            before += other.image < mine.image || (other.image == mine.image && is_earlier) ? 1 : 0;
            before_in_input += is_earlier && is_less(other) == is_less(mine) ? 1 : 0;
        }
        to[row] = before + (is_less(mine) ? 0 : behind);
        if constexpr (has_values<Value>)
            moved[row] = values[before_in_input + (is_less(mine) ? 0 : behind + less)];
    }
    __syncthreads(); // values are read
#pragma unroll
    for (unsigned row = 0; row < rows; ++row) {
        if (row * Threads + threadIdx.x >= found)
            break;
        if constexpr (has_values<Value>)
            values[to[row]] = moved[row];
        if (with.keys_wanted)
            with.keys_of(buffer::out)[to[row]] =
                with.codec.decode(static_cast<Bits>(shared.all[row * Threads + threadIdx.x].image));
    }
}

// By all blocks of the kernel that sorts the last groups, with memory that may be used by now: the block that ends last
// places outliers, if there are any.
template <unsigned Threads, class Space, class Bits, class Value>
__device__ void end_with_outliers(Space& memory, arguments<Bits, Value> const& with) {
    if constexpr (may_spread(sizeof(Bits))) {
        static_assert(sizeof(outlier_space) <= sizeof(Space));
        auto& shared = reinterpret_cast<outlier_space&>(memory);
        control& state = *with.state;
        unsigned const found = state.outliers_found();
        if (found > 0 && ends_last(state.finished_blocks, shared.is_last))
            place_outliers<Threads>(shared, with, found);
    }
}

// Where keys were counted by their places, and all are written; by one block.
template <unsigned Threads, class Space, class Bits, class Value>
__device__ void place_counted_outliers(Space& memory, arguments<Bits, Value> const& with) {
    static_assert(sizeof(outlier_space) <= sizeof(Space));
    control const& state = *with.state;
    if (!state.counts_places())
        return;
    if (unsigned const found = state.outliers_found(); found > 0)
        place_outliers<Threads>(reinterpret_cast<outlier_space&>(memory), with, found);
}

} // namespace pradix::cuda
