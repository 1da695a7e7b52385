// SPDX-License-Identifier: MIT
// The guess that most keys are equal, as where values are missing or zero: the other items are set aside in the first
// half of the scratch, so that passes sort these alone.
#pragma once

#include "src/cuda/block/guesses/majority_of_items.cuh"
#include "src/cuda/block/guesses/majority_of_keys.cuh"
#include "src/cuda/block/scan.cuh"
#include "src/cuda/plans/early_plans.hpp"
#include "src/cuda/warp/seen_now.cuh"

#include <type_traits>

namespace pradix::cuda {

template <class Bits, class Value>
using majority = std::conditional_t<has_values<Value>, majority_of_items<Bits, Value>, majority_of_keys<Bits>>;

// By all threads of one block, once all blocks have looked: where each sets its others aside. False, with nothing to be
// set aside, if these are too many.
template <class Bits, class Value>
__device__ bool plan_majority(majority_space& shared, arguments<Bits, Value> const& with,
                              majority<Bits, Value> const& most) {
    static_assert(most_sharing_blocks <= guess_threads);
    majority_state& found = with.state->majority;
    bool const is_block = threadIdx.x < gridDim.x;
    auto& others = found.others_of_block;
    unsigned const mine = is_block ? seen_now(others[threadIdx.x]) : 0;
    bool const fit = most.had_room_for(mine);
    unsigned const before = scan_in_block(mine, shared.of_warp[0]);
    if (threadIdx.x == guess_threads - 1)
        shared.others = before + mine;
    if (is_block)
        others[threadIdx.x] = before;
    if (!__syncthreads_and(fit) || shared.others > with.most_set_aside) // and the sum is known
        return false;
    if (threadIdx.x == 0) {
        found.others = shared.others;
        found.is_set_aside = true;
        with.state->to_sort = shared.others;
        if (shared.others == 0) { // nor need any be counted
            make_plan_of_no_pass(with.state->plan);
            found.sorted_in = buffer::scratch;
        }
    }
    return true;
}

} // namespace pradix::cuda
