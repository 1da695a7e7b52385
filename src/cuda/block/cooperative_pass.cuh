// SPDX-License-Identifier: MIT
// One stable pass over all items by one digit, by all blocks of a grid together. Each block has one tile; it publishes
// the counts of its bins, and when all have done so it reads those of all others. Between the steps the grid meets.
#pragma once

#include "src/cuda/block/rank.cuh"
#include "src/cuda/kernels/arguments.cuh"

namespace pradix::cuda {

// The items of one block: `rows` a thread, a warp's lying together.
template <class Tile>
struct block_share {
    std::uint64_t first;
    unsigned size, rows;

    // As even as whole warps allow, of at most gridDim.x * Tile::size items.
    static __device__ block_share of(std::uint64_t count) {
        auto const each = static_cast<unsigned>((count + gridDim.x - 1) / gridDim.x + warp_lanes - 1) / warp_lanes *
                          warp_lanes;
        std::uint64_t const first = min(std::uint64_t{blockIdx.x} * each, count);
        return {first, static_cast<unsigned>(min(count - first, std::uint64_t{each})),
                (each + Tile::threads - 1) / Tile::threads};
    }

    __device__ unsigned place(unsigned i) const { return (warp_of_thread() * rows + i) * warp_lanes + lane_of_thread(); }
    __device__ bool holds(unsigned i) const { return i < rows && place(i) < size; }
};

template <class Tile>
struct cooperative_pass_space {
    static constexpr unsigned parts = 2 * Tile::threads / bins; // of the blocks, each read by other threads
    rank_space<Tile::warps> ranks;
    unsigned before[parts][bins], all[parts][bins]; // keys of a bin, in the blocks before this one and in all
    unsigned destination[bins];                     // of the bin's first key in this block
    unsigned start[bins + 1];                       // of the bin in the output; behind the last, where it ends
    unsigned largest_of_warp[bin_warps];
};

template <class Bits, class Value, class Tile>
class cooperative_pass {
public:
    __device__ cooperative_pass(cooperative_pass_space<Tile>& shared, arguments<Bits, Value> const& with,
                                block_reports<Bits>& reports, block_share<Tile> const& share, pass const& plan)
        : shared_(shared), with_(with), reports_(reports), share_(share), plan_(plan) {}

    // Before the grid meets.
    __device__ void count() {
        load_keys();
        rank_in_warp(
            shared_.ranks.bin[warp_of_thread()], [&](unsigned i) { return plan_.digit.of(keys_[i]); }, ranks_,
            share_.rows);
        __syncthreads(); // all warps have counted
        unsigned const bin = threadIdx.x;
        if (bin >= bins)
            return;
        unsigned const count = count_of_bin(shared_.ranks, bin);
        unsigned const behind_the_end = Tile::threads * share_.rows - share_.size; // in the last bin
        bool const is_last = bin == (1u << plan_.digit.width) - 1;
        reports_.counts[blockIdx.x][bin] = static_cast<std::uint16_t>(is_last ? count - behind_the_end : count);
        place_warps(shared_.ranks, bin, 0);
    }

    // After the grid has met.
    __device__ void find_destinations() {
        add_counts_of_blocks();
        __syncthreads(); // the sums of each part of the blocks are known
        unsigned const bin = threadIdx.x;
        unsigned before = 0, all = 0;
        if (bin < bins)
#pragma unroll
            for (unsigned part = 0; part < cooperative_pass_space<Tile>::parts; ++part) {
                before += shared_.before[part][bin];
                all += shared_.all[part][bin];
            }
        unsigned const start = scan_bins(all, shared_.ranks.sums);
        if (bin < bins) {
            shared_.start[bin] = start;
            shared_.destination[bin] = start + before;
            unsigned const largest = __reduce_max_sync(all_lanes, all);
            if (lane_of_thread() == 0)
                shared_.largest_of_warp[warp_of_thread()] = largest;
            if (bin == bins - 1)
                shared_.start[bins] = start + all;
        }
        __syncthreads(); // destinations are known
    }

    // Of all bins, once destinations are found.
    __device__ unsigned largest_count() const {
        return __reduce_max_sync(all_lanes, shared_.largest_of_warp[lane_of_thread() % bin_warps]);
    }

    __device__ void scatter() {
        load_values();
        auto const& places = shared_.ranks.bin[warp_of_thread()];
        Bits* const keys = with_.keys_of(plan_.to);
        bool const wanted = !plan_.last || with_.keys_wanted;
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i) {
            if (!share_.holds(i))
                break;
            unsigned const digit = plan_.digit.of(keys_[i]);
            unsigned const to = shared_.destination[digit] + places[digit] + ranks_[i];
            if (wanted)
                keys[to] = plan_.last ? with_.codec.decode(keys_[i]) : keys_[i];
            if constexpr (has_values<Value>)
                with_.values_of(plan_.to)[to] = values_[i];
        }
    }

private:
    // Places behind the end hold the largest image: they rank last.
    __device__ void load_keys() {
        Bits const* const from = with_.keys_of(plan_.from) + share_.first;
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i) {
            keys_[i] = static_cast<Bits>(~Bits{0});
            if (share_.holds(i))
                keys_[i] = from[share_.place(i)];
        }
        if (plan_.first)
#pragma unroll
            for (unsigned i = 0; i < Tile::items; ++i)
                if (share_.holds(i))
                    keys_[i] = with_.codec.encode(keys_[i]);
    }

    __device__ void load_values() {
        if constexpr (has_values<Value>) {
            Value const* const from = with_.values_of(plan_.from);
#pragma unroll
            for (unsigned i = 0; i < Tile::items; ++i)
                if (share_.holds(i)) {
                    std::uint64_t const at = share_.first + share_.place(i);
                    values_[i] = from == nullptr ? position<Value>(at) : from[at];
                }
        }
    }

    // Two bins a thread, of some of the blocks.
    __device__ void add_counts_of_blocks() {
        constexpr unsigned pairs = bins / 2, parts = cooperative_pass_space<Tile>::parts;
        unsigned const pair = threadIdx.x % pairs, part = threadIdx.x / pairs;
        auto const* const counts = reinterpret_cast<unsigned const*>(reports_.counts);
        uint2 before{}, all{};
#pragma unroll 8
        for (unsigned block = part; block < gridDim.x; block += parts) {
            unsigned const two = counts[block * pairs + pair], low = two & 0xffff, high = two >> 16;
            all.x += low;
            all.y += high;
            before.x += block < blockIdx.x ? low : 0;
            before.y += block < blockIdx.x ? high : 0;
        }
        reinterpret_cast<uint2*>(shared_.all[part])[pair] = all;
        reinterpret_cast<uint2*>(shared_.before[part])[pair] = before;
    }

    cooperative_pass_space<Tile>& shared_;
    arguments<Bits, Value> const& with_;
    block_reports<Bits>& reports_;
    block_share<Tile> const& share_;
    pass const plan_;
    Bits keys_[Tile::items];
    item_ranks<Tile::items> ranks_; // in the warp
    Value values_[has_values<Value> ? Tile::items : 1];
};

} // namespace pradix::cuda
