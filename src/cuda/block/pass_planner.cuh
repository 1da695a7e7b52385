// SPDX-License-Identifier: MIT
// Once the bins of all digits are counted, one block turns counts into bases and decides which passes are needed.
#pragma once

#include "src/cuda/block/digit_counter.cuh"
#include "src/cuda/plans/tie_plan.hpp"
#include "src/cuda/warp/reduce.cuh"
#include "src/cuda/warp/scan.cuh"
#include "src/cuda/warp/seen_now.cuh"

namespace pradix::cuda {

// By one thread.
template <class Bits, class Value>
__device__ void plan_by_counts(count_space<Bits>& shared, arguments<Bits, Value> const& with, bool sorted,
                               bool reversed) {
    tie_plan ties{};
    if constexpr (may_settle_ties(sizeof(Bits)))
        if (with.state->ties.may_be_left > 0 && !sorted && !reversed)
            with.state->ties.plan = ties = plan_ties(with.digits, shared.constant, with.state->ties.may_be_left);
    make_plan(shared.plan, with.digits, shared.constant, sorted, reversed);
    if constexpr (may_be_whole_tiles(sizeof(Bits)))
        expect_whole_tiles(shared.plan, with.digits.launches(), shared.nearly_constant, shared.nearly_sorted);
    if (majority_state& found = with.state->majority; found.is_set_aside)
        found.sorted_in = pass_through_halves(shared.plan, with.digits.launches());
    skip_first_launches(shared.plan, with.digits.launches());
    if (ties.active && !with.keys_wanted) // in the output; but ties are found by them
        for (unsigned p = 0; p < with.digits.launches(); ++p)
            shared.plan.passes[p].last = false;
}

// By a warp of the last block: no passes by digits that upper bits imply, as if all keys shared them.
template <class Bits, class Value>
__device__ void leave_out_implied_digits(count_space<Bits>& shared, arguments<Bits, Value> const& with) {
    unsigned const lane = lane_of_thread();
    Bits const differing =
        or_in_warp(lane < most_implying_bins ? seen_by_all<Bits>(*with.state)[lane].now().differing() : Bits{0});
    if (lane < with.digits.size && (shared.implied.digits >> lane & 1) != 0 &&
        with.digits.digits[lane].of(differing) == 0)
        shared.constant[lane] = true;
    __syncwarp(); // these flags are known, too
}

// At most half as many as there are tiles: so few outliers, or bins in order, leave half of the tiles whole.
template <class Bits, class Value>
__device__ std::uint64_t few_beside_tiles(arguments<Bits, Value> const& with) {
    return with.count() >> core::bit_width(2 * with.leading.tile_items);
}

// Whether keys are not in order, but most blocks of those that had keys saw none that are not.
template <class Bits, class Value>
__device__ bool are_nearly_sorted(arguments<Bits, Value> const& with, unsigned disorder) {
    constexpr unsigned in_one_turn = count_threads * key_vector<Bits>::size;
    std::uint64_t const had_keys = min(std::uint64_t{gridDim.x}, (with.count() + in_one_turn - 1) / in_one_turn);
    return disorder == (not_sorted | not_reversed) && 2 * seen_now(with.state->blocks_in_disorder) <= had_keys;
}

struct bin_sizes {
    unsigned long long largest;
    unsigned used; // bins that have keys
};

// By a warp of the last block: the exclusive scan of the digit's bins.
template <class Bits, class Value>
__device__ bin_sizes place_bins_of_digit(arguments<Bits, Value> const& with, unsigned p) {
    constexpr unsigned of_lane = bins / warp_lanes; // neighbours
    unsigned const first = lane_of_thread() * of_lane;
    unsigned long long keys[of_lane], all = 0; // asked for all at once
#pragma unroll
    for (unsigned i = 0; i < of_lane; ++i)
        keys[i] = seen_now(with.state->counts[p][first + i]);
    bin_sizes sizes{};
#pragma unroll
    for (unsigned i = 0; i < of_lane; ++i) {
        all += keys[i];
        sizes.largest = max(sizes.largest, keys[i]);
        sizes.used += keys[i] > 0 ? 1 : 0;
    }
    unsigned long long base = scan_in_warp(all) - all;
#pragma unroll
    for (unsigned i = 0; i < of_lane; ++i) {
        with.state->bases[p][0][first + i] = base;
        base += keys[i];
    }
    return sizes;
}

// By the same warp: are few keys in other bins than one? Or are keys nearly in order, and bins few? Each lane has sizes
// of some bins.
template <class Bits, class Value>
__device__ void note_whole_tiles(count_space<Bits>& shared, arguments<Bits, Value> const& with, unsigned p,
                                 bin_sizes const& sizes, unsigned disorder) {
    std::uint64_t const few = few_beside_tiles(with);
    bool const is_nearly_constant = __any_sync(all_lanes, sizes.largest >= with.count() - few);
    bool const has_few_bins = __reduce_add_sync(all_lanes, sizes.used) <= few;
    if (lane_of_thread() != 0)
        return;
    if (is_nearly_constant)
        atomicOr(&shared.nearly_constant, 1u << p);
    if (has_few_bins && are_nearly_sorted(with, disorder))
        atomicOr(&shared.nearly_sorted, 1u << p);
}

// By all threads of the last block: where bins begin, a digit a warp, and the plan.
template <class Bits, class Value>
__device__ void plan_passes(count_space<Bits>& shared, arguments<Bits, Value> const& with) {
    static_assert(most_digits<Bits> <= count_threads / warp_lanes);
    unsigned const disorder = seen_now(with.state->disorder);
    if (unsigned const p = warp_of_thread(); p < with.digits.size) {
        bin_sizes const sizes = place_bins_of_digit(with, p);
        bool const is_constant = __any_sync(all_lanes, sizes.largest == with.count());
        if (lane_of_thread() == 0)
            shared.constant[p] = is_constant;
        if constexpr (may_be_whole_tiles(sizeof(Bits)))
            note_whole_tiles(shared, with, p, sizes, disorder);
    }
    __syncthreads(); // all flags are known
    if constexpr (may_have_implied_digits<Bits>)
        if (shared.implied.digits != 0 && warp_of_thread() == 0)
            leave_out_implied_digits(shared, with);
    if (threadIdx.x == 0)
        plan_by_counts(shared, with, (disorder & not_sorted) == 0, (disorder & not_reversed) == 0);
    __syncthreads(); // the plan is made
    copy_together<count_threads>(with.state->plan, shared.plan);
}

} // namespace pradix::cuda
