// SPDX-License-Identifier: MIT
// The guess that keys repeat so often that each bucket of a first digit has few different ones: a block counts the keys
// of one bucket at a time in a hash table.
#pragma once

#include "src/cuda/block/guesses/count_tabled_keys.cuh"
#include "src/cuda/block/guesses/counted_buckets.cuh"

namespace pradix::cuda {

// The list of a bucket's different keys, and then its runs.
template <class Bits, class Value>
__device__ different_keys<Bits> different_keys_of(arguments<Bits, Value> const& with, unsigned bucket) {
    return different_keys<Bits>::in(notes_of_buckets(with) + bucket * different_keys<Bits>::words);
}

template <class Bits>
struct tabled_buckets_space {
    tabled_keys_space<Bits> keys;
    unsigned different;
};

// Adds a bucket's keys, by all threads of a block. False if there are too many different ones.
template <class Bits, class Value>
__device__ bool tally_bucket(key_table<Bits>& table, arguments<Bits, Value> const& with, unsigned bucket) {
    table.template clear<guess_threads>();
    __syncthreads(); // nothing is counted
    bool const fit = visit_bucket(with, bucket, [&](auto const& images) { return table.add(images); });
    return __syncthreads_and(fit); // and counts are complete
}

// By all blocks of a grid.
template <class Bits, class Value>
__device__ void tally_buckets(tabled_buckets_space<Bits>& shared, arguments<Bits, Value> const& with) {
    counted_state& counted = with.state->counted;
    auto const* const how = spread_of(with, with.state->prefix.are_spread);
    for (unsigned bucket = blockIdx.x; bucket < bins; bucket += gridDim.x) {
        if (with.state->prefix.lacks_room || !tally_bucket(shared.keys.table, with, bucket)) {
            counted.has_more = true;
            return;
        }
        auto const keys = different_keys_of(with, bucket);
        if (threadIdx.x == 0)
            shared.different = 0;
        __syncthreads(); // nothing is listed
        shared.keys.table.template list<guess_threads>(keys.images, keys.numbers, shared.different);
        __syncthreads(); // all are, and the table is not read any more
        order_different_keys<guess_threads>(shared.keys.different, keys, shared.different, keys, 0, 1);
        if (threadIdx.x == 0)
            counted.different[bucket] = shared.different;
        __syncthreads(); // they are in order, as images, and shared memory is free
        for (unsigned i = threadIdx.x; i < shared.different; i += guess_threads)
            keys.images[i] = with.codec.decode(undo(how, keys.images[i]));
    }
}

// By all blocks of a grid.
template <unsigned Threads, class Bits, class Value>
__device__ void write_tabled_buckets(bucket_writer_space& shared, arguments<Bits, Value> const& with) {
    write_buckets(shared, with, [&](unsigned bucket, Bits* out, unsigned size) {
        auto const runs = different_keys_of(with, bucket);
        fill_part<Threads, run_kind::all_have_keys>(out, {0, size}, runs.numbers, with.state->counted.different[bucket],
                                                    [&](unsigned run) { return runs.images[run]; });
    });
}

} // namespace pradix::cuda
