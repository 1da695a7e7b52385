// SPDX-License-Identifier: MIT
// Runs of items that share the leading digits but do not fit a block, by one stable pass for each digit that is left.
// The blocks of the grid take steps in order, each the share of one member in one step of a run: all runs' first steps
// come first, so that whoever waits for the step before waits for blocks that have begun it.
#pragma once

#include "src/cuda/block/tiles/copy_items.cuh"
#include "src/cuda/block/tiles/tile_items.cuh"
#include "src/cuda/state/tie_lists.hpp"
#include "src/cuda/warp/seen_now.cuh"

namespace pradix::cuda {

template <class Bits, class Value, class Tile>
struct long_run_space {
    unsigned ticket;
    pass plan;
    tile_space<Bits, Value, Tile> items;
};

template <class Bits, class Value, class Tile>
class long_run_sort {
public:
    using space = long_run_space<Bits, Value, Tile>;

    __device__ long_run_sort(space& shared, arguments<Bits, Value> const& with, tie_plan const& plan,
                             tie_lists const& lists)
        : shared_(shared), with_(with), plan_(plan), lists_(lists) {}

    // By all threads of all blocks.
    __device__ void run() {
        tie_state& ties = with_.state->ties;
        unsigned const members = ties.members, digits = __popc(plan_.digits);
        unsigned const steps = 2 * digits + digits % 2; // an odd number of passes leaves items in the scratch
        for (;;) {
            if (threadIdx.x == 0)
                shared_.ticket = atomicAdd(&ties.tickets, 1u);
            __syncthreads(); // the ticket is known
            unsigned const step = shared_.ticket / members, member = shared_.ticket % members;
            if (step >= steps)
                return;
            perform(step, lists_.long_runs[lists_.run_of_member[member]], member);
        }
    }

private:
    static constexpr unsigned threads = Tile::threads;
    static_assert(threads >= bins);
    using items = tile_items<Bits, Value, Tile>;

    __device__ void perform(unsigned step, long_run& run, unsigned member) {
        unsigned const number = member - run.first_member, digit = step / 2;
        begin_ = run.first + static_cast<unsigned>(std::uint64_t{run.size} * number / run.members);
        end_ = run.first + static_cast<unsigned>(std::uint64_t{run.size} * (number + 1) / run.members);
        if (threadIdx.x == 0) {
            unsigned const bits = plan_.digits;
            buffer const from = digit % 2 == 0 ? buffer::out : buffer::scratch;
            shared_.plan = partition_pass(with_.digits.digits[bit_number(bits, digit)], from,
                                          from == buffer::out ? buffer::scratch : buffer::out, true, true);
            while (seen_now(run.finished) < step * run.members)
                __nanosleep(100);
            __threadfence(); // what others have written in the step before is seen
        }
        __syncthreads(); // the pass is known, and the step before has ended
        if (digit == __popc(plan_.digits))
            copy_items<threads>(with_, shared_.plan, begin_, end_ - begin_);
        else if (step % 2 == 1)
            scatter(run, number);
        else if (run.members > 1)
            publish(lists_.counts[run.first_row + number]);
        __threadfence(); // what this block has written is seen before its end is
        __syncthreads(); // all threads have passed the fence, and the plan is not read any more
        if (threadIdx.x == 0)
            atomicAdd(&run.finished, 1u);
    }

    // Of the bits that are set, the number of one, from below. Behind the last one, any: it is for a copy.
    static __device__ unsigned bit_number(unsigned bits, unsigned nth) {
        while (nth-- > 0)
            bits &= bits - 1;
        return bits == 0 ? 0 : __ffs(bits) - 1;
    }

    __device__ void publish(unsigned (&counts)[bins]) {
        unsigned const keys = count();
        if (threadIdx.x < bins)
            counts[threadIdx.x] = keys;
    }

    // The keys of this thread's bin in the share.
    __device__ unsigned count() {
        unsigned keys = 0;
        for (unsigned first = begin_; first < end_; first += Tile::size) {
            items tile = items_of_tile(first);
            tile.template load_keys<false>();
            tile.rank();
            __syncthreads(); // all warps have counted
            if (threadIdx.x < bins)
                keys += tile.items_among(count_of_bin(shared_.items.ranks, threadIdx.x), threadIdx.x);
            __syncthreads(); // counts are read
        }
        return keys;
    }

    __device__ void scatter(long_run const& run, unsigned number) {
        unsigned const bin = threadIdx.x;
        unsigned before = 0, all = 0; // keys of the bin, of members before this one and of all
        if (run.members == 1)
            all = count();
        else if (bin < bins)
            for (unsigned member = 0; member < run.members; ++member) {
                unsigned const keys = __ldcg(&lists_.counts[run.first_row + member][bin]);
                all += keys;
                before += member < number ? keys : 0;
            }
        unsigned destination = run.first + before + scan_bins(all, shared_.items.ranks.sums);
        for (unsigned first = begin_; first < end_; first += Tile::size) {
            items tile = items_of_tile(first);
            tile.template load_keys<false>();
            tile.rank();
            __syncthreads(); // all warps have counted, and sums are read
            unsigned const slots = bin < bins ? count_of_bin(shared_.items.ranks, bin) : 0;
            unsigned const slot = tile.place_bins(slots);
            if (bin < bins) {
                shared_.items.destination[bin] = std::uint64_t{destination} - slot;
                destination += tile.items_among(slots, bin);
            }
            __syncthreads(); // warps know their slots
            tile.template move<false>();
            __syncthreads(); // nothing of the tile is read any more
        }
    }

    __device__ items items_of_tile(unsigned first) {
        return {shared_.items, with_, shared_.plan, shared_.plan.digit, first, min(end_ - first, Tile::size)};
    }

    space& shared_;
    arguments<Bits, Value> const& with_;
    tie_plan const& plan_;
    tie_lists const& lists_;
    unsigned begin_ = 0, end_ = 0; // of the share at hand
};

} // namespace pradix::cuda
