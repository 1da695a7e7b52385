// SPDX-License-Identifier: MIT
// Ranks of a block's items in the bins of a split (split_sort.cuh), by counters in shared memory: whichever comes first
// is first. bin_of(i) is the bin of this thread's item i, of `count` items that the block has. Both ways return the
// greatest rank of the thread.
#pragma once

#include "src/cuda/block/groups/segment.cuh"
#include "src/cuda/block/packed_numbers.cuh"
#include "src/cuda/warp/match.cuh"

namespace pradix::cuda {

// Each item by itself. Ends early with `many`, if that is not 0, where a warp sees so many in a bin: it can tell when
// each thread has counted one; the more share a bin, the longer they wait for each other.
template <class Tile, bool AtOnce, class BinOf>
__device__ unsigned rank_each(unsigned* counters, unsigned count, BinOf const& bin_of, item_ranks<Tile::items>& ranks,
                              unsigned many) {
    unsigned largest = 0;
    auto const count_one = [&](unsigned i) { return atomicAdd(&counters[bin_of(i)], 1u); };
    auto const note = [&](unsigned i, unsigned rank) {
        largest = max(largest, rank);
        ranks.set(i, rank);
    };
    if (holds_row<Tile::threads>(0, count))
        note(0, count_one(0));
    if (many > 0 && __any_sync(all_lanes, largest >= many))
        return many;
    each_loaded_row<Tile, AtOnce, 1>(count, count_one, note);
    return largest;
}

// The same by lanes that take their ranks in a likely bin together: each for itself, they would wait for each other.
template <class Tile, class BinOf>
__device__ unsigned rank_together(unsigned* counters, unsigned count, BinOf const& bin_of,
                                  item_ranks<Tile::items>& ranks, unsigned likely) {
    constexpr unsigned threads = Tile::threads, rows = Tile::items;
    auto const holds = [&](unsigned i) { return holds_row<threads>(i, count); };
    auto const warp_holds = [&](unsigned i) { return i * threads + warp_of_thread() * warp_lanes < count; };
    auto const sharing = [&](unsigned i) { return __ballot_sync(all_lanes, holds(i) && bin_of(i) == likely); };
#pragma unroll
    for (unsigned i = 0; i < rows; ++i) { // all are on their way before one is waited for
        if (!warp_holds(i))
            break;
        std::uint32_t const together = sharing(i);
        bool const shares = (together >> lane_of_thread() & 1) != 0;
        unsigned rank = 0;
        if (holds(i) && (!shares || (together & lanes_below()) == 0))
            rank = atomicAdd(&counters[bin_of(i)], shares ? __popc(together) : 1u);
        ranks.set(i, rank);
    }
    unsigned largest = 0;
#pragma unroll
    for (unsigned i = 0; i < rows; ++i) {
        if (!warp_holds(i))
            break;
        std::uint32_t const together = sharing(i);
        unsigned const of_first = __shfl_sync(all_lanes, ranks[i], (__ffs(together) - 1) & (warp_lanes - 1));
        if (unsigned const before = __popc(together & lanes_below());
            before > 0 && (together >> lane_of_thread() & 1) != 0)
            ranks.add(i, of_first + before);
        if (holds(i))
            largest = max(largest, ranks[i]);
    }
    return largest;
}

} // namespace pradix::cuda
