// SPDX-License-Identifier: MIT
// The guess that narrow keys repeat, and lie evenly in each bucket of a first digit: a block counts those of one bucket
// at a time in a table that keeps their order, which has room for many different ones.
#pragma once

#include "src/cuda/block/counted/ordered_adder.cuh"
#include "src/cuda/block/guesses/counted_buckets.cuh"

namespace pradix::cuda {

// The runs of a bucket lie where those of its keys were that did not fit its home, which are counted by then.
template <class Bits>
struct ordered_runs {
    Bits* keys;
    unsigned* starts;
    unsigned most;

    template <class Value>
    static __device__ ordered_runs of(arguments<Bits, Value> const& with, unsigned bucket) {
        static_assert(sizeof(Bits) == sizeof(unsigned));
        auto const layout = layout_of_buckets(with);
        unsigned const most = layout.behind_homes / 2;
        Bits* const keys = items_of_part(with, layout, {bucket, 0, most, false}).words;
        return {keys, reinterpret_cast<unsigned*>(keys + most), most};
    }
};

// By all threads of a block. False if the bucket's keys do not fit the table, or a counter of it, or its runs' memory.
template <class Bits, class Value>
__device__ bool count_ordered_bucket(ordered_table& table, arguments<Bits, Value> const& with, unsigned bucket) {
    prefix_state const& prefix = with.state->prefix;
    core::digit const digit = digit_of_buckets(prefix);
    Bits const mask = core::low_mask<Bits>(digit.shift);
    auto const* const how = spread_of(with, prefix.are_spread);
    Bits const some = with.keys_of(buffer::in)[0]; // is on its way
    table.template clear<guess_threads>(digit.shift);
    __syncthreads(); // nothing is counted
    ordered_adder adder{table};
    bool const fit = visit_bucket(with, bucket, [&]<std::size_t Size>(Bits const(&images)[Size]) {
        std::uint32_t rests[Size];
#pragma unroll
        for (unsigned i = 0; i < Size; ++i)
            rests[i] = images[i] & mask;
        return adder.add(rests);
    });
    bool const kept_fit = adder.add_kept();
    if (!__syncthreads_and(fit && kept_fit)) // and counts are complete
        return false;
    auto const runs = ordered_runs<Bits>::of(with, bucket);
    Bits const above = bits_above(with, some, digit.shift + digit.width) | Bits{bucket} << digit.shift;
    auto const [keys, times] =
        table.template each_in_order<guess_threads>([&](unsigned run, Bits rest, unsigned start) {
            if (run >= runs.most)
                return;
            Bits const image = above | rest;
            runs.keys[run] = with.codec.decode(undo(how, image));
            runs.starts[run] = start;
        });
    if (threadIdx.x == 0)
        with.state->counted.different[bucket] = keys;
    return keys <= runs.most && times == prefix.cursors[bucket];
}

// By all blocks of a grid.
template <class Bits, class Value>
__device__ void count_ordered_buckets(ordered_table& table, arguments<Bits, Value> const& with) {
    bool& has_more = with.state->counted.has_more;
    for (unsigned bucket = blockIdx.x; bucket < bins; bucket += gridDim.x) {
        if (with.state->prefix.lacks_room || !count_ordered_bucket(table, with, bucket)) {
            has_more = true;
            return;
        }
        if (__syncthreads_or(seen_now(has_more))) // and the table has been read
            return;
    }
}

// By all blocks of a grid.
template <unsigned Threads, class Bits, class Value>
__device__ void write_ordered_buckets(bucket_writer_space& shared, arguments<Bits, Value> const& with) {
    write_buckets(shared, with, [&](unsigned bucket, Bits* out, unsigned size) {
        auto const runs = ordered_runs<Bits>::of(with, bucket);
        fill_part<Threads, run_kind::all_have_keys>(out, {0, size}, runs.starts, with.state->counted.different[bucket],
                                                    [&](unsigned run) { return runs.keys[run]; });
    });
}

} // namespace pradix::cuda
