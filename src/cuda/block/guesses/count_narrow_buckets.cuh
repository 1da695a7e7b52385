// SPDX-License-Identifier: MIT
// The guess that images lie evenly in a range of so few that each bucket of a first digit has a narrow one, whose
// images have a counter each.
#pragma once

#include "src/cuda/block/guesses/count_narrow_range.cuh"
#include "src/cuda/block/guesses/counted_buckets.cuh"

namespace pradix::cuda {

// Where images lie in their bucket is told by the bits below its digit.
template <class Bits, class Value>
struct narrow_bucket {
    unsigned width; // of these
    unsigned* starts;

    static __device__ narrow_bucket of(arguments<Bits, Value> const& with, unsigned bucket) {
        unsigned const width = digit_of_buckets(with.state->prefix).shift;
        return {width, notes_of_buckets(with) + (std::size_t{bucket} << width)};
    }
    __device__ unsigned places() const { return 1u << width; }
};

// By all threads of a block: where the runs start that have been counted.
template <class Bits, class Value>
__device__ void make_starts(narrow_range_space& shared, narrow_bucket<Bits, Value> const& bucket) {
    constexpr unsigned warps = guess_threads / warp_lanes;
    unsigned const words = bucket.places() / 2 / warps, first = warp_of_thread() * words;
    auto const& pairs = shared.counters.pairs;
    auto const both_of = [](unsigned pair) { return (pair & 0xffff) + (pair >> 16); };
    unsigned sum = 0;
    for (unsigned i = lane_of_thread(); i < words; i += warp_lanes)
        sum += both_of(pairs[first + i]);
    say_of_warp(__reduce_add_sync(all_lanes, sum), shared.sum_of_warp);
    __syncthreads(); // each warp has said its sum
    unsigned start = sum_before_warp(shared.sum_of_warp);
    for (unsigned row = 0; row < words; row += warp_lanes) {
        unsigned const i = row + lane_of_thread(), pair = i < words ? pairs[first + i] : 0;
        unsigned const mine = both_of(pair), up_to_mine = scan_in_warp(mine);
        unsigned const here = start + up_to_mine - mine;
        if (i < words)
            reinterpret_cast<uint2*>(bucket.starts)[first + i] = {here, here + (pair & 0xffff)};
        start += __shfl_sync(all_lanes, up_to_mine, warp_lanes - 1);
    }
}

// By all blocks of a grid.
template <class Bits, class Value>
__device__ void count_narrow_buckets(narrow_range_space& shared, arguments<Bits, Value> const& with) {
    auto& counters = shared.counters;
    bool& has_more = with.state->counted.has_more;
    if (with.state->prefix.lacks_room) {
        has_more = true;
        return;
    }
    for (unsigned i = blockIdx.x; i < bins; i += gridDim.x) {
        auto const bucket = narrow_bucket<Bits, Value>::of(with, i);
        clear_counters<guess_threads>(counters);
        __syncthreads(); // nothing is counted
        visit_bucket(with, i, [&](auto const& images) {
#pragma unroll
            for (Bits const image : images)
                counters.add(static_cast<unsigned>(image) % bucket.places(), 1,
                             [more = &has_more](unsigned, long long) { *more = true; }); // than a counter holds
            return true;
        });
        __syncthreads(); // counts are complete
        make_starts(shared, bucket);
        __syncthreads(); // they have been read
    }
}

// By all blocks of a grid.
template <unsigned Threads, class Bits, class Value>
__device__ void write_narrow_buckets(bucket_writer_space& shared, arguments<Bits, Value> const& with) {
    auto const& spread = with.state->spreading.template over_range<Bits>();
    Bits const first = spread.range.first;
    auto const how = spread.narrow();
    write_buckets(shared, with, [&](unsigned i, Bits* out, unsigned size) {
        auto const bucket = narrow_bucket<Bits, Value>::of(with, i);
        fill_part<Threads, run_kind::some_may_be_empty>(
            out, {0, size}, bucket.starts, bucket.places(), [&](unsigned run) {
                return with.codec.decode(static_cast<Bits>(first + how.undo(i << bucket.width | run)));
            });
    });
}

} // namespace pradix::cuda
