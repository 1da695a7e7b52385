// SPDX-License-Identifier: MIT
// Equal keys are written anew instead of being moved: the end of counting sort (Knuth, The Art of Computer Programming
// 3, section 5.2).
#pragma once

#include "src/cuda/state/arguments.cuh"
#include "src/cuda/warp/match.cuh"

namespace pradix::cuda {

// Of memory: what is written side by side begins with a whole one, or ends of it are written twice, half by half.
inline constexpr unsigned bytes_of_line = 128;

// Of an array.
struct array_part {
    std::uint64_t begin, end;

    // Of so many keys, this block's: whole lines of an array that begins with one, but for the end.
    template <class Bits>
    static __device__ array_part of_block(std::uint64_t count) {
        constexpr unsigned size = bytes_of_line / sizeof(Bits);
        std::uint64_t const lines = (count + size - 1) / size;
        std::uint64_t const each = (lines + gridDim.x - 1) / gridDim.x * size;
        std::uint64_t const begin = min(blockIdx.x * each, count);
        return {begin, min(begin + each, count)};
    }
};

// The run that this place is in: of those that start at or before it, as the first one does, the last one. By all lanes
// of a warp.
template <class Start>
__device__ unsigned run_at(Start const* starts, unsigned runs, Start place) {
    unsigned first = 0;
    while (runs > 1) { // each lane looks where one of them starts
        unsigned const each = (runs + warp_lanes - 1) / warp_lanes, mine = lane_of_thread() * each;
        bool const is_before = mine < runs && starts[first + mine] <= place;
        unsigned const before = (__popc(__ballot_sync(all_lanes, is_before)) - 1) * each;
        first += before;
        runs = min(each, runs - before);
    }
    return first;
}

// How many lanes' numbers, which rise from lane to lane, are no greater than this lane's one.
__device__ inline unsigned lanes_up_to(unsigned mine, unsigned number) {
    unsigned lanes = 0;
#pragma unroll
    for (unsigned step = warp_lanes / 2; step > 0; step /= 2)
        lanes += __shfl_sync(all_lanes, mine, lanes + step - 1) <= number ? step : 0;
    return lanes + (__shfl_sync(all_lanes, mine, lanes) <= number ? 1 : 0);
}

// Whether runs may have no keys.
enum class run_kind { all_have_keys, some_may_be_empty };

// A part of the output that so many runs fill, by all threads of a block. Run i starts at starts[i], and ends where the
// next one starts, which may be there; key(i) is its key. A warp writes a row at a time, from a line on, and looks at
// 32 runs at a time.
template <unsigned Threads, run_kind Kind, class Bits, class Start, class Key>
__device__ void fill_part(Bits* out, array_part const& part, Start const* starts, unsigned runs, Key const& key) {
    using vector = key_vector<Bits>;
    constexpr unsigned row = warp_lanes * vector::size;
    auto const begin = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(out + part.begin) % bytes_of_line /
                                             sizeof(Bits)),
               end = begin + static_cast<unsigned>(part.end - part.begin);
    unsigned at = warp_of_thread() * row; // from the line on that the part begins in, as all that follows
    if (at >= end || begin == end)
        return;
    Start const line = part.begin - begin;
    // Where the lane's one of the runs behind some starts, or where the part ends.
    auto const start_behind = [&](unsigned run) {
        unsigned const next = run + 1 + lane_of_thread();
        return next < runs ? static_cast<unsigned>(min(starts[next] - line, Start{end})) : end;
    };
    unsigned run = run_at(starts, runs, line + max(at, begin)), next = start_behind(run);
    for (; at < end; at += Threads * vector::size) {
        if (unsigned const before = __popc(__ballot_sync(all_lanes, next <= at)); before > 0) {
            run += before < warp_lanes ? before : run_at(starts + run, runs - run, line + at);
            next = start_behind(run);
        }
        unsigned const first = at + lane_of_thread() * vector::size, last = min(at + row, end) - 1;
        vector keys;
        if (__shfl_sync(all_lanes, next, 0) > last) {
            Bits const now = key(run);
#pragma unroll
            for (Bits& each : keys.keys)
                each = now;
        } else if (Kind == run_kind::all_have_keys && __shfl_sync(all_lanes, next, warp_lanes - 1) > last) {
            unsigned behind = lanes_up_to(next, min(first, last)); // the first one
            keys.keys[0] = key(run + behind);
#pragma unroll
            for (unsigned i = 1; i < vector::size; ++i) { // each may start the next run
                behind += __shfl_sync(all_lanes, next, behind) <= min(first + i, last) ? 1 : 0;
                keys.keys[i] = key(run + behind);
            }
        } else {
            unsigned run_of[vector::size];
#pragma unroll
            for (unsigned i = 0; i < vector::size; ++i)
                run_of[i] = run + lanes_up_to(next, min(first + i, last));
            while (__shfl_sync(all_lanes, next, warp_lanes - 1) <= last) { // more runs start in this row
                run += warp_lanes;
                next = start_behind(run);
#pragma unroll
                for (unsigned i = 0; i < vector::size; ++i)
                    run_of[i] += lanes_up_to(next, min(first + i, last));
            }
#pragma unroll
            for (unsigned i = 0; i < vector::size; ++i)
                keys.keys[i] = key(run_of[i]);
        }
        keys.write_within(out + part.begin - begin, first, begin, end);
    }
}

// This block's part of so many keys.
template <unsigned Threads, run_kind Kind, class Bits, class Start, class Key>
__device__ void fill_runs(Bits* out, std::uint64_t count, Start const* starts, unsigned runs, Key const& key) {
    fill_part<Threads, Kind>(out, array_part::of_block<Bits>(count), starts, runs, key);
}

} // namespace pradix::cuda
