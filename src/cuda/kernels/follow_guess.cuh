// SPDX-License-Identifier: MIT
// What a guess that has come true leaves to do before passes: known keys are written; of groups, it is decided whether
// and how they are sorted.
#pragma once

#include "src/cuda/block/groups/group_planner.cuh"
#include "src/cuda/block/guesses/count_known_keys.cuh"
#include "src/cuda/block/guesses/count_narrow_buckets.cuh"
#include "src/cuda/block/guesses/count_ordered_buckets.cuh"
#include "src/cuda/block/guesses/count_tabled_buckets.cuh"
#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

template <class Bits, class Value>
__global__ __launch_bounds__(follow_threads, 2) void follow_guess(arguments<Bits, Value> const with) {
    __shared__ union {
        group_planner_space groups;
        bucket_writer_space buckets;
    } space;
    auto& shared = at_kept_address(space);
    wait_for_previous_kernel();
    if constexpr (may_count_keys(sizeof(Bits), value_bytes<Value>))
        switch (with.state->guessed) {
        case guess::narrow_range:
            return write_narrow_range<follow_threads>(with);
        case guess::tabled_keys:
            return write_tabled_keys<follow_threads>(with);
        case guess::narrow_buckets:
            return write_narrow_buckets<follow_threads>(shared.buckets, with);
        case guess::tabled_buckets:
            return write_tabled_buckets<follow_threads>(shared.buckets, with);
        case guess::ordered_buckets:
            if constexpr (may_order_keys(sizeof(Bits), value_bytes<Value>))
                write_ordered_buckets<follow_threads>(shared.buckets, with);
            return;
        default:
            break;
        }
    if constexpr (may_divide_uncounted(sizeof(Bits), value_bytes<Value>))
        if (with.state->prefix.is_divided())
            return plan_areas(shared.groups, with);
    if (with.state->guessed == guess::even_prefixes)
        plan_groups(shared.groups, with);
    else if (with.state->guessed == guess::known_keys)
        write_known_keys<follow_threads>(with);
}

} // namespace pradix::cuda
