// SPDX-License-Identifier: MIT
// One reading of the keys: counts the bins of all digits and notices whether the keys are in order already, and which
// digits upper bits imply, if samples show any. The block that ends last plans the passes.
#pragma once

#include "src/cuda/block/digit_counter.cuh"
#include "src/cuda/block/ends_last.cuh"
#include "src/cuda/block/pass_planner.cuh"
#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

// A call: its code would be in the way of what is needed more often.
template <class Bits, class Value>
__device__ __noinline__ unsigned count_all_and_see_bits(arguments<Bits, Value> const& with) {
    return count_all<Bits, Value, true>(at_kept_address(dynamic_space<count_space<Bits>>()), with);
}

// This thread's part of the keys, as samples advise. Returns the disorder in the warp's part.
template <class Bits, class Value>
__device__ unsigned count_part(count_space<Bits>& shared, arguments<Bits, Value> const& with) {
    if constexpr (may_have_implied_digits<Bits>)
        if (shared.implied.digits != 0)
            return count_all_and_see_bits(with);
    return count_all<Bits, Value, false>(shared, with);
}

template <class Bits, class Value>
__global__ __launch_bounds__(count_threads,
                             count_blocks) void count_digits(__grid_constant__ arguments<Bits, Value> const with) {
    auto& shared = at_kept_address(dynamic_space<count_space<Bits>>());
    clear(shared);
    wait_for_previous_kernel();
    implied_digits const likely = with.state->implied.likely; // is on its way
    if (with.state->plan.made_early())
        return;
    if (threadIdx.x == 0)
        shared.implied = likely;
    __syncthreads(); // counters are cleared before they count

    unsigned const disorder = count_part(shared, with);
    if (disorder != 0 && lane_of_thread() == 0)
        atomicOr(&shared.disorder, disorder);
    __syncthreads(); // counts and disorder are complete
    if (threadIdx.x == 0 && shared.disorder != 0) {
        atomicOr(&with.state->disorder, shared.disorder);
        if ((shared.disorder & not_sorted) != 0)
            atomicAdd(&with.state->blocks_in_disorder, 1u);
    }

    add_to_all_counts(shared, with);
    if constexpr (may_have_implied_digits<Bits>)
        if (shared.implied.digits != 0 && threadIdx.x < most_implying_bins) {
            seen_bits<Bits> const& seen = shared.seen[threadIdx.x];
            add_bits(seen_by_all<Bits>(*with.state)[threadIdx.x], seen.set, seen.unset);
        }
    if (ends_last(with.state->finished_blocks, shared.is_last))
        plan_passes(shared, with);
}

} // namespace pradix::cuda
