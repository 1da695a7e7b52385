// SPDX-License-Identifier: MIT
// From the counts of prefixes, two digits each, it is decided whether to sort by these digits first and then each group
// of keys that share a prefix by itself; and how groups are sorted that keys were divided into without being counted.
#pragma once

#include "src/cuda/block/ends_last.cuh"
#include "src/cuda/block/outliers.cuh"
#include "src/cuda/block/scan.cuh"
#include "src/cuda/block/scan_bins.cuh"
#include "src/cuda/block/tiles/divided_items.cuh"
#include "src/cuda/block/tiles/overflowing_runs.cuh"
#include "src/cuda/plans/early_plans.hpp"
#include "src/cuda/plans/group_sizes.hpp"
#include "src/cuda/warp/seen_now.cuh"

namespace pradix::cuda {

// So many that a multiprocessor has no more than two of these blocks, for which it has registers: smaller ones would
// crowd where the kernel before ends first, and write known keys from there.
inline constexpr unsigned follow_threads = 1024;

struct group_planner_space {
    unsigned sums[bin_warps];
    unsigned sum_of_warp[follow_threads / warp_lanes];
    unsigned starts[bins + 1];
    unsigned largest; // count of a prefix, in this block
    bool is_last;
};

// As many neighbouring buckets as have no more items than `most`, again and again. False if one has more alone.
inline __device__ bool batch_buckets(bucket_batches& batches, unsigned const (&starts)[bins + 1], unsigned most) {
    unsigned size = 0;
    for (unsigned begin = 0, end = 0; begin < bins; begin = end) {
        while (end < bins && starts[end + 1] - starts[begin] <= most)
            ++end;
        if (end == begin)
            return false;
        batches.buckets[size] = begin;
        batches.firsts[size++] = starts[begin];
        batches.buckets[size] = end;
    }
    batches.size = size;
    return true;
}

// Neighbouring groups, one a thread: how many items this thread's has, and those before it.
struct group_row {
    unsigned mine, before;
};

// Of the row of this block: where groups start in it, and the largest one.
template <class Bits, class Value>
__device__ group_row add_up_row(group_planner_space& shared, arguments<Bits, Value> const& with,
                                unsigned const* counts) {
    unsigned const bin = threadIdx.x, group = blockIdx.x * bins + bin;
    if (bin == 0)
        shared.largest = 0; // before threads meet in the scan
    unsigned const mine = bin < bins ? counts[group] : 0;
    unsigned const before = scan_bins(mine, shared.sums);
    if (bin < bins)
        with.leading.group_starts[group] = before;
    // Blocks wait for each other at this word: each goes there once.
    unsigned const largest = __reduce_max_sync(all_lanes, mine);
    if (bin < bins && lane_of_thread() == 0)
        atomicMax(&shared.largest, largest);
    __syncthreads(); // all warps have said theirs
    if (bin == 0 && shared.largest > 0)
        atomicMax(&with.state->prefix.largest_count, shared.largest);
    return {mine, before};
}

// How many of the largest ones fit a block, in their areas.
template <class Bits, class Value>
__device__ unsigned areas_of_block(arguments<Bits, Value> const& with, unsigned largest_group) {
    using items = divided_items<Bits, Value>;
    return areas_together(largest_group, rest_tile(sizeof(typename items::word)).size(),
                          with.leading.in_order ? ordered_items::areas_of_block : items::areas_of_block);
}

// Where the row of this block begins in the output: behind all buckets before, and a row before of its own bucket,
// which has two if digits are wide.
template <class Bits, class Value>
__device__ unsigned start_of_row(group_planner_space& shared, arguments<Bits, Value> const& with,
                                 uncounted_layout const& layout) {
    unsigned const rows_of_bucket = layout.groups / layout.buckets / bins, bucket = blockIdx.x / rows_of_bucket,
                   first_row = bucket * rows_of_bucket, i = threadIdx.x;
    static_assert(wide_bins <= follow_threads);
    unsigned before = i < bucket ? with.state->prefix.cursors[i] : 0;
    if (i < (blockIdx.x - first_row) * bins)
        before += with.leading.group_cursors[first_row * bins + i];
    say_of_warp(scan_in_warp(before), shared.sum_of_warp);
    __syncthreads(); // each warp has said its sum
    return sum_of_warps(shared.sum_of_warp);
}

// Puts groups of the row of this block together in the output that do not fit their areas.
template <class Bits, class Value>
__device__ void gather_overflowing(arguments<Bits, Value> const& with, uncounted_layout const& layout, unsigned start) {
    overflowing_runs{behind_areas(with, layout), layout, with.state->prefix}.template gather<follow_threads>(
        blockIdx.x, layout.rests_of_area,
        [&](unsigned group) { return rests_in_output(with, start + with.leading.group_starts[group]); },
        [&](unsigned group) {
            return rests_in(areas_of(with) + std::size_t{group} * layout.area, layout.rests_of_area);
        });
}

// Keys that were divided without having been counted: a block for each row of groups, of which the one that ends last
// makes the plan.
template <class Bits, class Value>
__device__ void plan_areas(group_planner_space& shared, arguments<Bits, Value> const& with) {
    control& state = *with.state;
    auto const [shift, width] = state.prefix.uncounted;
    auto const layout = layout_of_areas(with, width);
    Bits const some = with.keys_of(buffer::in)[0]; // is on its way
    if (blockIdx.x < layout.groups / bins) {
        unsigned const start = start_of_row(shared, with, layout);
        add_up_row(shared, with, with.leading.group_cursors); // and all have met: starts are known
        if (threadIdx.x == 0)
            state.prefix.starts[blockIdx.x] = start;
        if constexpr (sizeof(Bits) == sizeof(std::uint32_t)) // wide ones do not overflow
            gather_overflowing(with, layout, start);
    }
    if (!ends_last(state.finished_blocks, shared.is_last) || threadIdx.x > 0)
        return;
    state.prefix.above = bits_above(with, some, shift + width);
    unsigned const largest_count = seen_now(state.prefix.largest_count);
    make_plan_of_areas(state.plan, shift, layout.groups, layout.area, areas_of_block(with, largest_count));
}

// Where the bins of a digit begin, from what all blocks have counted of this thread's one.
template <class Bits, class Value>
__device__ group_row place_bins_of_prefix(group_planner_space& shared, arguments<Bits, Value> const& with,
                                          unsigned pass) {
    control& state = *with.state;
    unsigned const bin = threadIdx.x;
    auto const mine = bin < bins ? static_cast<unsigned>(seen_now(state.counts[pass][bin])) : 0;
    unsigned const before = scan_bins(mine, shared.sums);
    if (bin < bins) {
        state.bases[pass][0][bin] = before;
        state.counts[pass][bin] = 0; // for the other way of counting, if it comes to that
    }
    __syncthreads(); // sums are read
    return {mine, before};
}

// Buckets, of which each thread has one, are cut into tiles of their own.
template <class Bits, class Value>
__device__ void place_buckets(group_planner_space& shared, arguments<Bits, Value> const& with, group_row bucket) {
    control& state = *with.state;
    unsigned const bin = threadIdx.x;
    unsigned const tiles = (bucket.mine + with.leading.tile_items - 1) / with.leading.tile_items;
    unsigned const tile = scan_bins(tiles, shared.sums);
    if (bin < bins) {
        state.prefix.starts[bin] = state.prefix.cursors[bin] = shared.starts[bin] = bucket.before;
        state.prefix.tile_starts[bin] = tile;
        if (with.leading.batch_items > 0)
            state.bases[0][0][bin] = bucket.before; // where the first pass is by the higher digit
    }
    if (bin == bins - 1) {
        state.prefix.tile_starts[bins] = tile + tiles;
        shared.starts[bins] = bucket.before + bucket.mine;
    }
    __syncthreads(); // starts are known
}

// By one thread: groups are sorted if that pays.
template <class Bits, class Value>
__device__ void choose_groups(group_planner_space& shared, arguments<Bits, Value> const& with, unsigned largest) {
    control& state = *with.state;
    core::digit const prefix{state.prefix.shift, state.prefix.width};
    bool const are_spread = state.prefix.are_spread;
    auto const sorted = counted_groups::of(with.count(), prefix, largest, group_tile.size(),
                                           with.leading.may_have_large_groups, with.leading.may_leave_rests);
    if (sorted.together == 0)
        return;
    auto const [lower, higher] = prefix_digits::of(prefix, radix_bits);
    if (with.leading.batch_items == 0)
        make_plan_of_groups(state.plan, lower, higher, sorted.together, with.has_only_keys(), sorted.of_rests);
    else if (batch_buckets(state.prefix.batches, shared.starts, with.leading.batch_items))
        make_plan_of_batches(state.plan, lower, higher, sorted.together, with.has_only_keys(), sorted.of_rests);
    state.plan.passes[0].spreads = are_spread;
    state.plan.groups.has_large = sorted.has_large;
}

// A block for each value of the higher digit: the counts of either digit, and where its groups start. The block that
// ends last makes the plan.
template <class Bits, class Value>
__device__ void plan_groups(group_planner_space& shared, arguments<Bits, Value> const& with) {
    control& state = *with.state;
    unsigned const bin = threadIdx.x;
    Bits const some = with.keys_of(buffer::in)[0]; // is on its way
    group_row const row = add_up_row(shared, with, with.leading.prefix_counts);
    if (bin < bins)
        with.leading.group_cursors[blockIdx.x * bins + bin] = row.before;
    if (bin == bins - 1)
        state.counts[1][blockIdx.x] = row.before + row.mine;
    if (row.mine > 0)
        atomicAdd(&state.counts[0][bin], static_cast<unsigned long long>(row.mine));
    if (!ends_last(state.finished_blocks, shared.is_last))
        return;
    unsigned const largest = seen_now(state.prefix.largest_count);
    place_bins_of_prefix(shared, with, 0);
    place_buckets(shared, with, place_bins_of_prefix(shared, with, 1));
    if (bin > 0)
        return;
    if (has_outliers(with))
        state.prefix.are_spread = true; // if only by a factor of 1: outliers are replaced as images are spread
    state.prefix.above = bits_above(with, some, state.prefix.shift + state.prefix.width);
    choose_groups(shared, with, largest);
}

} // namespace pradix::cuda
