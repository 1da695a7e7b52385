// SPDX-License-Identifier: MIT
// Keys that have been divided into buckets without having been counted, and then are counted in their buckets, one way
// or another. Once the input of all is read, each bucket is written anew.
#pragma once

#include "src/cuda/block/counted/fill_runs.cuh"
#include "src/cuda/block/each_key.cuh"
#include "src/cuda/block/guesses/watch_different_keys.cuh"
#include "src/cuda/block/scan_bins.cuh"
#include "src/cuda/block/tiles/divided_items.cuh"
#include "src/cuda/plans/early_plans.hpp"

namespace pradix::cuda {

template <class Bits, class Value>
__device__ uncounted_layout layout_of_buckets(arguments<Bits, Value> const& with) {
    return uncounted_layout::of_buckets(with.count());
}

// By which digit keys are divided into them; behind it are the bits by which they are counted.
inline __device__ core::digit digit_of_buckets(prefix_state const& prefix) {
    return prefix_digits::of(prefix.uncounted, radix_bits).higher;
}

// What is noted of buckets lies behind what does not fit the homes.
template <class Bits, class Value>
__device__ unsigned* notes_of_buckets(arguments<Bits, Value> const& with) {
    auto const layout = layout_of_buckets(with);
    return reinterpret_cast<unsigned*>(with.keys_of(buffer::scratch) +
                                       std::size_t{layout.behind_homes} * layout.buckets);
}

// Calls visit(images) for a bucket's keys, as each_key_of_thread does, by all threads of a block.
template <class Bits, class Value, class Visit>
__device__ bool visit_bucket(arguments<Bits, Value> const& with, unsigned bucket, Visit const& visit) {
    auto const layout = layout_of_buckets(with);
    prefix_state const& prefix = with.state->prefix;
    unsigned const spilled = prefix.spilled[bucket], at_home = prefix.cursors[bucket] - spilled;
    auto const visit_part = [&](unsigned size, bool is_at_home) {
        return each_key_of_thread<guess_threads>(items_of_part(with, layout, {bucket, 0, size, is_at_home}).words, size,
                                                 [&](auto const& images, std::uint64_t) { return visit(images); },
                                                 {0, 1});
    };
    bool const home = visit_part(at_home, true), behind = visit_part(spilled, false);
    return home && behind;
}

// By the block that ends last.
template <class Bits, class Value>
__device__ void plan_counted_buckets(arguments<Bits, Value> const& with) {
    control& state = *with.state;
    bool const fit = !seen_now(state.counted.has_more);
    if (!fit)
        watched_keys::of(with).template clear<guess_threads>(); // prefixes are counted there
    if (threadIdx.x > 0)
        return;
    if (fit)
        return make_plan_of_no_pass(state.plan);
    state.prefix.lacks_room = true;
    state.try_otherwise();
}

struct bucket_writer_space {
    unsigned sums[bin_warps];
    unsigned firsts[bins + 1]; // where the keys of buckets begin in the output; behind the last, where they end
};

// Calls write(bucket, out, size) for buckets of this block, by all its threads.
template <class Bits, class Value, class Write>
__device__ void write_buckets(bucket_writer_space& shared, arguments<Bits, Value> const& with, Write const& write) {
    unsigned const bin = threadIdx.x, mine = bin < bins ? with.state->prefix.cursors[bin] : 0;
    unsigned const first = scan_bins(mine, shared.sums);
    if (bin < bins)
        shared.firsts[bin] = first;
    if (bin == bins - 1)
        shared.firsts[bins] = first + mine;
    __syncthreads(); // it is known where buckets begin
    for (unsigned bucket = blockIdx.x; bucket < bins; bucket += gridDim.x) {
        unsigned const begin = shared.firsts[bucket];
        write(bucket, with.keys_of(buffer::out) + begin, shared.firsts[bucket + 1] - begin);
    }
}

} // namespace pradix::cuda
