// SPDX-License-Identifier: MIT
// The end of a sort by leading digits in which outliers were replaced (outliers.hpp): where the output begins, and
// where it ends, a block writes them in order, with their values, which are there in the order of the input.
#pragma once

#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/block/spread.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

// Stable; each thread has one and compares it with all others.
template <class Bits, class Value>
__global__ __launch_bounds__(most_outliers) void place_outliers(arguments<Bits, Value> const with) {
    auto& all = dynamic_space<outlier[most_outliers]>();
    wait_for_previous_kernel();
    control const& state = *with.state;
    noted const by = state.prefix.is_divided() ? noted::by_division : noted::by_counting;
    unsigned const found = state.outliers.count(by).found;
    if (found == 0 || !state.plan.groups.active)
        return;
    bool const has_one = threadIdx.x < found;
    outlier const mine = has_one ? state.outliers.items[threadIdx.x] : outlier{};
    all[threadIdx.x] = mine;
    Bits const first = range_of_others(with).first;
    auto const is_less = [&](outlier const& one) { return one.image < first; };
    unsigned const less = __syncthreads_count(has_one && is_less(mine)); // and all are known
    unsigned before = 0, before_in_input = 0;                            // the latter of those on the same side
    for (unsigned i = 0; i < found; ++i) {
        outlier const other = all[i];
        bool const is_earlier = other.place < mine.place;
        before += other.image < mine.image || (other.image == mine.image && is_earlier) ? 1 : 0;
        before_in_input += is_earlier && is_less(other) == is_less(mine) ? 1 : 0;
    }
    std::uint64_t const others_before = is_less(mine) ? 0 : with.count() - found, to = others_before + before,
                        from = others_before + before_in_input + (is_less(mine) ? 0 : less);
    Value* const values = has_values<Value> ? with.values_of(buffer::out) : nullptr;
    Value value{};
    if (has_values<Value> && has_one)
        value = values[from];
    __syncthreads(); // values are read
    if (!has_one)
        return;
    if constexpr (has_values<Value>)
        values[to] = value;
    if (with.keys_wanted)
        with.keys_of(buffer::out)[to] = with.codec.decode(static_cast<Bits>(mine.image));
}

} // namespace pradix::cuda
