// SPDX-License-Identifier: MIT
// One stable pass over all items by one digit, by all blocks of a grid together. Each block has one tile; it publishes
// the counts of its bins, and when all have done so it reads those of all others. Between the steps the grid meets.
#pragma once

#include "src/cuda/block/bin_share.cuh"
#include "src/cuda/block/tiles/tile_items.cuh"
#include "src/cuda/state/block_reports.hpp"

namespace pradix::cuda {

// The items of one block.
template <class Tile>
struct block_share {
    std::uint64_t first;
    unsigned size;
    unsigned rows; // a thread's items, at most

    // As even as whole warps allow, of at most gridDim.x * Tile::size items.
    static __device__ block_share of(unsigned count) {
        unsigned const each = ((count + gridDim.x - 1) / gridDim.x + warp_lanes - 1) / warp_lanes * warp_lanes;
        unsigned const first = min(blockIdx.x * each, count);
        return {first, min(count - first, each), (each + Tile::threads - 1) / Tile::threads};
    }

    // Of an item here and the one behind it, which the last of all does not have.
    __device__ unsigned pairs(std::uint64_t count) const { return min(size, static_cast<unsigned>(count - 1 - first)); }
};

template <class Bits, class Value, class Tile, unsigned Bins>
struct cooperative_pass_space {
    using items_space = tile_space<Bits, Value, Tile, Bins, false>; // gaps would spill registers

    items_space items;
    unsigned sum_of_warp[Tile::warps];
    std::uint16_t first[Bins];    // slot of the bin's first key
    unsigned before[4][Bins / 4]; // keys of bin 4 * i + j at [j][i], in the blocks before this one
    unsigned all[4][Bins / 4];    // and in all
    unsigned start[Bins + 1];     // of the bin in the output; behind the last, where it ends
    unsigned largest_of_warp[Bins / warp_lanes];
};

template <class Bits, class Value, class Tile, unsigned Bins = bins>
class cooperative_pass {
public:
    using space = cooperative_pass_space<Bits, Value, Tile, Bins>;

    __device__ cooperative_pass(space& shared, arguments<Bits, Value> const& with, block_reports<Bits>& reports,
                                block_share<Tile> const& share, pass const& plan)
        : shared_(shared), reports_(reports), bins_(shared.items.ranks, shared.sum_of_warp),
          items_(shared.items, with, plan, plan.digit, share.first, share.size, share.rows) {}

    // Publishes the counts of this block.
    __device__ void count() {
        items_.template load_keys<false>();
        items_.rank();
        __syncthreads(); // all warps have counted
        bins_.count();
        unsigned const slots = bins_.count_in_all();
        if (bins_.is_first())
            reports_.counts[blockIdx.x * Bins + bins_.bin()] =
                static_cast<std::uint16_t>(items_.items_among(slots, bins_.bin()));
    }

    // What needs no other block: meanwhile they come to publish theirs.
    __device__ void scatter() {
        unsigned const bin = threadIdx.x;
        unsigned const first = bins_.place();
        if (bins_.is_first())
            shared_.first[bins_.bin()] = static_cast<std::uint16_t>(first);
        if (bin < Bins)
            shared_.before[bin % 4][bin / 4] = shared_.all[bin % 4][bin / 4] = 0;
        __syncthreads(); // warps know their slots
        items_.scatter_keys();
    }

    // Once all blocks have published.
    __device__ void find_destinations() {
        add_counts_of_blocks();
        if constexpr (loads_values_early)
            items_.template load_values<false>(); // come while keys are written
        __syncthreads();                          // all counts are added
        unsigned const bin = threadIdx.x;
        unsigned const all = bin < Bins ? shared_.all[bin % 4][bin / 4] : 0;
        unsigned const start = scan_bins(all, shared_.items.ranks.sums);
        if (bin < Bins) {
            shared_.start[bin] = start;
            shared_.items.destination[bin] =
                std::uint64_t{start} + shared_.before[bin % 4][bin / 4] - shared_.first[bin];
            unsigned const largest = __reduce_max_sync(all_lanes, all);
            if (lane_of_thread() == 0)
                shared_.largest_of_warp[warp_of_thread()] = largest;
            if (bin == Bins - 1)
                shared_.start[Bins] = start + all;
        }
        __syncthreads(); // destinations are known
    }

    // Of all bins, once destinations are found.
    __device__ unsigned largest_count() const {
        return __reduce_max_sync(all_lanes, shared_.largest_of_warp[lane_of_thread() % (Bins / warp_lanes)]);
    }

    __device__ void write() {
        items_.template write_keys<false>();
        if constexpr (has_values<Value>) {
            if constexpr (!loads_values_early)
                items_.template load_values<false>();
            items_.template exchange_values<false>();
        }
    }

private:
    // Unless these take the registers that many threads have left.
    static constexpr bool loads_values_early = has_values<Value> && (sizeof(Value) < 16 || Tile::threads <= 512);

    // Of four bins, in some blocks; two counts share a word until they are added up.
    struct counts_of_four {
        unsigned of[4];
        __device__ void add(uint2 more) {
            of[0] += more.x & 0xffff;
            of[1] += more.x >> 16;
            of[2] += more.y & 0xffff;
            of[3] += more.y >> 16;
        }
        // Lanes add to neighbouring words.
        __device__ void add_to(unsigned (&sums)[4][Bins / 4], unsigned column) const {
#pragma unroll
            for (unsigned i = 0; i < 4; ++i)
                atomicAdd(&sums[i][column], of[i]);
        }
    };

    // A thread adds the counts of four bins in some of the blocks, asked for at once: what costs is the way to L2. As
    // many counts are added in pairs as their sums fit.
    __device__ void add_counts_of_blocks() {
        constexpr unsigned columns = Bins / 4, parts = Tile::threads / columns, each = most_cooperating_blocks / parts;
        constexpr unsigned that_fit = Tile::size < 1u << 14 ? 4 : 2;
        static_assert(that_fit * Tile::size < 1u << 16 && each % that_fit == 0);
        unsigned const column = threadIdx.x % columns, first = threadIdx.x / columns;
        auto const* const counts = reinterpret_cast<uint2 const*>(reports_.counts) + column;
        uint2 loaded[each];
#pragma unroll
        for (unsigned i = 0; i < each; ++i) {
            unsigned const block = first + i * parts;
            loaded[i] = block < gridDim.x ? counts[block * columns] : uint2{};
        }
        counts_of_four before{}, all{};
#pragma unroll
        for (unsigned begin = 0; begin < each; begin += that_fit) {
            uint2 some_before{}, some{};
#pragma unroll
            for (unsigned i = begin; i < begin + that_fit; ++i) {
                some = {some.x + loaded[i].x, some.y + loaded[i].y};
                if (first + i * parts < blockIdx.x)
                    some_before = {some_before.x + loaded[i].x, some_before.y + loaded[i].y};
            }
            all.add(some);
            before.add(some_before);
        }
        all.add_to(shared_.all, column);
        before.add_to(shared_.before, column);
    }

    space& shared_;
    block_reports<Bits>& reports_;
    bin_share<Tile::warps, Bins> bins_;
    tile_items<Bits, Value, Tile, unsigned, core::digit, typename space::items_space> items_;
};

} // namespace pradix::cuda
