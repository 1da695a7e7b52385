// SPDX-License-Identifier: MIT
// The guess that keys repeat so often that each bucket of a first digit has few different ones. They have been divided
// into buckets without having been counted; a block counts the keys of one bucket at a time in a hash table, and once
// the input of all is read, each bucket is written anew.
#pragma once

#include "src/cuda/block/guesses/count_tabled_keys.cuh"
#include "src/cuda/block/guesses/watch_different_keys.cuh"
#include "src/cuda/block/scan_bins.cuh"
#include "src/cuda/block/tiles/divided_items.cuh"

namespace pradix::cuda {

// The list of a bucket's different keys, and then its runs, behind what does not fit the homes.
template <class Bits, class Value>
__device__ different_keys<Bits> different_keys_of(arguments<Bits, Value> const& with, uncounted_layout const& layout,
                                                  unsigned bucket) {
    constexpr std::size_t align = 16 / sizeof(Bits);
    std::size_t const before = std::size_t{layout.behind_homes} * layout.buckets;
    auto* const all = reinterpret_cast<unsigned*>(with.keys_of(buffer::scratch) + (before + align - 1) / align * align);
    return different_keys<Bits>::in(all + bucket * different_keys<Bits>::words);
}

template <class Bits>
struct tabled_buckets_space {
    tabled_keys_space<Bits> keys;
    unsigned different;
};

// Adds a bucket's keys, by all threads of a block. False if there are too many different ones.
template <class Bits, class Value>
__device__ bool tally_bucket(key_table<Bits>& table, arguments<Bits, Value> const& with, uncounted_layout const& layout,
                             unsigned bucket) {
    prefix_state const& prefix = with.state->prefix;
    auto const add = [&](Bits const* words, unsigned count) {
        return each_key_of_thread<guess_threads>(
            words, count, [&](auto const& images, std::uint64_t) { return table.add(images); }, {0, 1});
    };
    unsigned const spilled = prefix.spilled[bucket], at_home = prefix.cursors[bucket] - spilled;
    table.template clear<guess_threads>();
    __syncthreads(); // nothing is counted
    bool const fit_home = add(items_of_part(with, layout, {bucket, 0, at_home, true}).words, at_home),
               fit_behind = add(items_of_part(with, layout, {bucket, 0, spilled, false}).words, spilled);
    return __syncthreads_and(fit_home && fit_behind); // and counts are complete
}

// By all blocks of a grid.
template <class Bits, class Value>
__device__ void tally_buckets(tabled_buckets_space<Bits>& shared, arguments<Bits, Value> const& with) {
    tabled_state& tabled = with.state->tabled;
    auto const layout = uncounted_layout::of_buckets(with.count());
    for (unsigned bucket = blockIdx.x; bucket < bins; bucket += gridDim.x) {
        if (with.state->prefix.lacks_room || !tally_bucket(shared.keys.table, with, layout, bucket)) {
            tabled.has_more = true;
            return;
        }
        auto const keys = different_keys_of(with, layout, bucket);
        if (threadIdx.x == 0)
            shared.different = 0;
        __syncthreads(); // nothing is listed
        shared.keys.table.template list<guess_threads>(keys.images, keys.numbers, shared.different);
        __syncthreads(); // all are, and the table is not read any more
        order_different_keys<guess_threads>(shared.keys.different, keys, shared.different, keys, 0, 1);
        if (threadIdx.x == 0)
            tabled.different[bucket] = shared.different;
        __syncthreads(); // shared memory is free
    }
}

// By the block that ends last.
template <class Bits, class Value>
__device__ void plan_tabled_buckets(arguments<Bits, Value> const& with) {
    control& state = *with.state;
    bool const fit = !seen_now(state.tabled.has_more);
    if (!fit)
        watched_keys::of(with).template clear<guess_threads>(); // prefixes are counted there
    if (threadIdx.x > 0)
        return;
    if (fit)
        return make_plan_of_no_pass(state.plan);
    state.prefix.lacks_room = true;
    state.try_otherwise();
}

template <class Bits>
struct tabled_bucket_space {
    unsigned sums[bin_warps];
    unsigned first; // of the bucket's keys, in the output
    short_runs<Bits> runs;
};

// By all blocks of a grid.
template <unsigned Threads, class Bits, class Value>
__device__ void write_tabled_buckets(tabled_bucket_space<Bits>& shared, arguments<Bits, Value> const& with) {
    control const& state = *with.state;
    auto const layout = uncounted_layout::of_buckets(with.count());
    auto const* const how = spread_of(with, state.prefix.are_spread);
    unsigned const bin = threadIdx.x, mine = bin < bins ? state.prefix.cursors[bin] : 0;
    unsigned const first = scan_bins(mine, shared.sums);
    for (unsigned bucket = blockIdx.x; bucket < bins; bucket += gridDim.x) {
        if (bin == bucket)
            shared.first = first;
        __syncthreads(); // it is known
        auto const runs = different_keys_of(with, layout, bucket);
        fill_short_runs<Threads>(shared.runs, with.keys_of(buffer::out) + shared.first, runs.numbers,
                                 state.tabled.different[bucket], [&](unsigned run) {
                                     Bits const image = runs.images[run];
                                     return with.codec.decode(how != nullptr ? how->undo(image) : image);
                                 });
        __syncthreads(); // it has been read
    }
}

} // namespace pradix::cuda
