// SPDX-License-Identifier: MIT
// One stable pass over all items by one digit, reading and writing each once (Adinets and Merrill, "Onesweep: A Faster
// Least Significant Digit Radix Sort for GPUs", 2022). Where the plan says so, it need not be stable, or is a copy.
#pragma once

#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/block/tiles/bin_in_row.cuh"
#include "src/cuda/block/tiles/copy_items.cuh"
#include "src/cuda/block/tiles/tile_items.cuh"
#include "src/cuda/block/tiles/unordered_pass.cuh"
#include "src/cuda/block/tiles/whole_tile.cuh"
#include "src/cuda/kernels/chain.cuh"
#include "src/cuda/kernels/portion.cuh"

namespace pradix::cuda {

template <class Bits, class Value, class Tile>
struct partition_space {
    unsigned tile; // the block's index: asked for where it is needed, it would take a register
    pass plan;
    // Whether the tile is to be moved without ranks, and whether it was. Two flags: threads may still be asking the
    // first when others have found an item of another bin, and clear the second.
    bool as_it_lies, is_moved;
    std::uint64_t first_in, first_out; // where items begin in the buffers of the pass
    union {
        tile_space<Bits, Value, Tile> items;
        unordered_space<Bits, Tile> unordered;
    };
};

// The block's tile of a portion, which goes behind the tiles before it, also those of other portions.
template <class Bits, class Value, class Tile>
class tile_of_portion {
public:
    __device__ tile_of_portion(arguments<Bits, Value> const& with, portion const& part,
                               partition_space<Bits, Value, Tile> const& shared)
        : with_(with), part_(part), shared_(shared) {}

    __device__ std::uint64_t first() const { return place() + shared_.first_in; }
    __device__ unsigned size() const {
        return static_cast<unsigned>(
            min(with_.count() > place() ? with_.count() - place() : 0, std::uint64_t{Tile::size}));
    }
    __device__ bool is_first() const { return shared_.tile == 0; }
    __device__ std::uint32_t* words() const { return part_.words; }
    // Where the bin's items of the first tile go.
    __device__ unsigned long long base(unsigned bin) const {
        return with_.state->bases[part_.pass_index][part_.row][bin] + shared_.first_out;
    }
    // So far go those of this tile.
    __device__ void end(unsigned bin, unsigned long long end) const {
        if (shared_.tile == part_.tiles - 1)
            with_.state->bases[part_.pass_index][1 - part_.row][bin] = end - shared_.first_out;
    }

    // Of the first item among those that are sorted.
    __device__ std::uint64_t place() const { return part_.first_item + std::uint64_t{shared_.tile} * Tile::size; }

private:
    arguments<Bits, Value> const& with_;
    portion const& part_;
    partition_space<Bits, Value, Tile> const& shared_;
};

// Finds out where the bins of a tile go, which is one in a row of tiles. MaySpread: images, where the plan says so.
template <class Bits, class Value, class Tile, class Row = tile_of_portion<Bits, Value, Tile>,
          class Digit = core::digit, bool MaySpread = false>
class tile_partition {
public:
    __device__ tile_partition(partition_space<Bits, Value, Tile>& shared, arguments<Bits, Value> const& with,
                              pass const& plan, Row const& row, Digit const& digit)
        : shared_(shared), row_(row), size_(row.size()), items_(shared.items, with, plan, digit, row.first(), size_) {}

    __device__ void run() {
        if (size_ == Tile::size)
            partition<true>();
        else if (size_ > 0)
            partition<false>();
    }

private:
    template <bool Full>
    __device__ void partition() {
        items_.template load_keys<Full, MaySpread>();
        items_.rank();
        place_bins();
        find_destinations();
        items_.template move<Full>();
    }

    // Counts the bins, lets the tiles behind this one know, and tells each warp its slots.
    __device__ void place_bins() {
        unsigned const bin = threadIdx.x;
        unsigned count = 0;
        __syncthreads(); // all warps have counted
        if (bin < bins) {
            count = count_of_bin(shared_.items.ranks, bin);
            items_of_bin_ = items_.items_among(count, bin);
            tell_of_bin(row_, shared_.tile, items_of_bin_);
        }
        slot_of_bin_ = items_.place_bins(count);
        __syncthreads(); // warps know their slots
    }

    __device__ void find_destinations() {
        if (threadIdx.x < bins)
            shared_.items.destination[threadIdx.x] = find_destination(row_, shared_.tile, items_of_bin_) - slot_of_bin_;
    }

    partition_space<Bits, Value, Tile>& shared_;
    Row const row_;
    unsigned const size_; // of the tile
    tile_items<Bits, Value, Tile, all_rows<Tile>, Digit> items_;
    unsigned items_of_bin_, slot_of_bin_; // of the bin that this thread looks after
};

// The tile of a pass that copies, or that expects all items of a tile in one bin; is_moved says whether they were. A
// call: the registers that it takes would be missing elsewhere in the kernel.
template <class Bits, class Value, class Tile>
__device__ __noinline__ void move_as_it_lies(arguments<Bits, Value> const& with, portion const part,
                                             partition_space<Bits, Value, Tile>& shared) {
    using row_of_tile = tile_of_portion<Bits, Value, Tile>;
    row_of_tile const row{with, part, shared};
    if constexpr (may_be_whole_tiles(sizeof(Bits)))
        if (!shared.plan.copies)
            return whole_tile<Bits, Value, Tile, row_of_tile>{with, shared.plan, row, shared.tile}.move(
                shared.is_moved, shared.items.destination[0]);
    copy_items_at_once<Tile::threads>(with, shared.plan, row.place(), row.size());
}

template <class Bits, class Value, class Tile>
__device__ void read_plan(partition_space<Bits, Value, Tile>& shared, arguments<Bits, Value> const& with,
                          portion const& part) {
    if (threadIdx.x == 0) {
        shared.tile = blockIdx.x;
        shared.plan = with.state->plan.passes[part.pass_index];
        shared.as_it_lies = shared.is_moved = shared.plan.copies || shared.plan.whole_tiles;
        shared.first_in = with.first_of(shared.plan.from);
        shared.first_out = with.first_of(shared.plan.to);
    }
    __syncthreads(); // the plan is known to all
}

template <class Bits, class Value, class Tile>
__global__ __launch_bounds__(Tile::threads,
                             Tile::blocks) void partition(__grid_constant__ arguments<Bits, Value> const with,
                                                          portion const part) {
    auto& shared = dynamic_space<partition_space<Bits, Value, Tile>>();
    wait_only();
    bool const is_needless = (with.state->plan.needless >> part.pass_index & 1) != 0 || with.count() == 0;
    if (is_needless && !part.others_follow)
        return;
    let_next_kernel_come();
    read_plan(shared, with, part);
    pass const& plan = shared.plan;
    if constexpr (!has_values<Value>)
        if (plan.unordered)
            return run_unordered_tile<Bits, Value, Tile>(shared.unordered, with, plan, part.pass_index == 1,
                                                         static_cast<unsigned>(part.first_item / Tile::size) +
                                                             blockIdx.x);
    clear_for_next_launch(part);
    if (!plan.active || shared.tile >= part.tiles)
        return;
    if (shared.as_it_lies) {
        move_as_it_lies(with, part, shared);
        if (shared.is_moved)
            return;
    }
    // Keys alone are only spread in unordered passes.
    using row_of_tile = tile_of_portion<Bits, Value, Tile>;
    row_of_tile const row{with, part, shared};
    tile_partition<Bits, Value, Tile, row_of_tile, core::digit, may_spread(sizeof(Bits)) && has_values<Value>>{
        shared, with, plan, row, plan.digit}
        .run();
}

} // namespace pradix::cuda
