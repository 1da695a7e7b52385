// SPDX-License-Identifier: MIT
// The end of a sort by leading digits, or of one that has counted keys by their places, in which outliers were replaced
// (outliers.hpp): where the output begins, where it ends, and around zero, a block writes them in order, with their
// values, which are there in the order of the input.
#pragma once

#include "src/cuda/block/ends_last.cuh"
#include "src/cuda/block/spread.cuh"

namespace pradix::cuda {

struct outlier_space {
    outlier all[most_outliers];
    bool is_last;
};

// Of equalized floats, some lie around zero: they have been through the sort as zeros, of their sign.
struct zeros_in_output {
    std::uint64_t minus;    // image of the lesser zero
    std::uint64_t of_minus; // what outliers below the zeros have before them, less the outliers among these
    std::uint64_t of_plus;  // the same of those above them

    __device__ std::uint64_t shift_of(outlier const& one) const { return one.image < minus ? of_minus : of_plus; }
};

// By all threads of a block: how many sorted keys have images below each of these.
template <unsigned Threads, class Bits, class Value, std::size_t Size>
__device__ void count_below(arguments<Bits, Value> const& with, Bits const (&bounds)[Size],
                            std::uint64_t (&below)[Size]) {
    Bits const* const keys = with.keys_of(buffer::out);
    std::uint64_t left[Size]; // keys of which it is not known
#pragma unroll
    for (unsigned i = 0; i < Size; ++i) {
        below[i] = 0;
        left[i] = with.count();
    }
    auto const step_of = [&](unsigned i) { return left[i] / Threads + 1; };
    while (left[0] > 0 || left[1] > 0) {
        bool passed[Size];
#pragma unroll
        for (unsigned i = 0; i < Size; ++i) {
            std::uint64_t const at = (threadIdx.x + 1) * step_of(i) - 1;
            passed[i] = at < left[i] && with.codec.encode(keys[below[i] + at]) < bounds[i];
        }
#pragma unroll
        for (unsigned i = 0; i < Size; ++i) {
            auto const steps = static_cast<unsigned>(__syncthreads_count(passed[i])); // a vote
            std::uint64_t const step = step_of(i);
            below[i] += steps * step;
            left[i] = min(left[i] - steps * step, step - 1);
        }
    }
}

// By all threads of a block, which know so many outliers.
template <unsigned Threads, class Bits, class Value>
__device__ zeros_in_output find_zeros(outlier_space const& shared, arguments<Bits, Value> const& with,
                                      key_range<Bits> const& range, unsigned found) {
    zeros_in_output zeros{};
    if constexpr (may_equalize(sizeof(Bits), value_bytes<Value>) ||
                  may_equalize_narrow(sizeof(Bits), value_bytes<Value>)) {
        unsigned less = 0, not_greater = 0; // than images of the range
#pragma unroll
        for (unsigned first = 0; first < most_outliers; first += Threads) {
            unsigned const i = first + threadIdx.x;
            auto const image = static_cast<Bits>(shared.all[i].image);
            less += __syncthreads_count(i < found && image < range.first); // votes
            not_greater += __syncthreads_count(i < found && image <= range.last());
        }
        if (less == not_greater)
            return zeros;
        Bits const greater = greater_zero<Bits>(with.codec), lesser = greater - 1;
        Bits const bounds[] = {lesser, static_cast<Bits>(greater + 1)};
        std::uint64_t below[2];
        count_below<Threads>(with, bounds, below);
        zeros = {lesser, below[0] - less, below[1] - not_greater};
    }
    return zeros;
}

// Stable: each is compared with all others.
template <unsigned Threads, class Bits, class Value>
__device__ void place_outliers(outlier_space& shared, arguments<Bits, Value> const& with, unsigned found) {
    static_assert(most_outliers % Threads == 0);
    constexpr unsigned rows = most_outliers / Threads;
    for (unsigned i = threadIdx.x; i < found; i += Threads)
        shared.all[i] = with.state->outliers.items[i];
    __syncthreads(); // all are known
    auto const range = range_of_others(with);
    auto const is_less = [&](outlier const& one) { return one.image < range.first; };
    Value* const values = has_values<Value> ? with.values_of(buffer::out) : nullptr;
    std::uint64_t const behind = with.count() - found; // of those that are not less, before the first one of all
    zeros_in_output const zeros = find_zeros<Threads>(shared, with, range, found);
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
        to[row] = before + (is_less(mine)                                ? 0
                            : range.holds(static_cast<Bits>(mine.image)) ? zeros.shift_of(mine)
                                                                         : behind);
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
