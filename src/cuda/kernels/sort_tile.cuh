// SPDX-License-Identifier: MIT
// As many items as fit one block, sorted by that block in shared memory: by a split if the keys are spread evenly, else
// by one stable pass a digit.
#pragma once

#include "src/cuda/block/rank.cuh"
#include "src/cuda/block/split_sort.cuh"
#include "src/cuda/kernels/arguments.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

template <class Bits, class Value, class Tile>
struct sort_tile_space {
    rank_space<Tile::warps> ranks;
    unsigned needed_passes; // a bit a pass
    alignas(16) Bits keys[Tile::size];
    alignas(16) std::conditional_t<has_values<Value>, Value, unsigned char> values[has_values<Value> ? Tile::size : 1];
};

// The items of a block in its registers: a warp owns `Rows` rows of 32.
template <class Bits, class Value, class Tile, unsigned Rows>
class tile_sort {
public:
    __device__ tile_sort(sort_tile_space<Bits, Value, Tile>& shared, arguments<Bits, Value> const& with, unsigned count)
        : shared_(shared), with_(with), count_(count) {}

    // Places behind the end hold the largest image: they stay last.
    __device__ void load() {
        Bits const* const keys = with_.keys_of(buffer::in);
        Value const* const values = with_.values_of(buffer::in);
#pragma unroll
        for (unsigned i = 0; i < Rows; ++i) {
            bool const valid = place(i) < count_;
            keys_[i] = valid ? with_.codec.encode(keys[place(i)]) : static_cast<Bits>(~Bits{0});
            if constexpr (has_values<Value>)
                if (valid)
                    values_[i] = values == nullptr ? position<Value>(place(i)) : values[place(i)];
        }
    }

    // The passes whose digit is not the same in all keys, a bit each.
    __device__ unsigned needed_passes() {
        if (threadIdx.x == 0)
            shared_.needed_passes = 0;
        __syncthreads(); // cleared before it is added to
        Bits const first = with_.codec.encode(with_.keys_of(buffer::in)[0]);
        Bits differing = 0;
#pragma unroll
        for (unsigned i = 0; i < Rows; ++i)
            if (place(i) < count_)
                differing |= keys_[i] ^ first;
        unsigned needed = 0;
        for (unsigned p = 0; p < with_.digits.size; ++p)
            needed |= with_.digits.digits[p].of(differing) != 0 ? 1u << p : 0;
        needed = __reduce_or_sync(all_lanes, needed);
        if (lane_of_thread() == 0)
            atomicOr(&shared_.needed_passes, needed);
        __syncthreads(); // all warps have added theirs
        return shared_.needed_passes;
    }

    // Orders the items by one digit: from registers through shared memory back to registers.
    __device__ void sort_by(core::digit digit) {
        item_ranks<Rows> slots;
        auto& warp_slots = shared_.ranks.bin[warp_of_thread()];
        rank_in_warp(
            warp_slots, [&](unsigned i) { return digit.of(keys_[i]); }, slots);
        __syncthreads(); // all warps have counted
        unsigned const bin = threadIdx.x;
        unsigned const slot = scan_bins(bin < bins ? count_of_bin(shared_.ranks, bin) : 0, shared_.ranks.sums);
        if (bin < bins)
            place_warps(shared_.ranks, bin, slot);
        __syncthreads(); // warps know their slots, and have read the items of the pass before
#pragma unroll
        for (unsigned i = 0; i < Rows; ++i) {
            slots.add(i, warp_slots[digit.of(keys_[i])]);
            shared_.keys[slots[i]] = keys_[i];
            if constexpr (has_values<Value>)
                shared_.values[slots[i]] = values_[i];
        }
        __syncthreads(); // items are in their slots
#pragma unroll
        for (unsigned i = 0; i < Rows; ++i) {
            keys_[i] = shared_.keys[place(i)];
            if constexpr (has_values<Value>)
                values_[i] = shared_.values[place(i)];
        }
    }

    __device__ void store() const {
#pragma unroll
        for (unsigned i = 0; i < Rows; ++i) {
            if (place(i) >= count_)
                break;
            if (with_.keys_wanted)
                with_.keys_of(buffer::out)[place(i)] = with_.codec.decode(keys_[i]);
            if constexpr (has_values<Value>)
                with_.values_of(buffer::out)[place(i)] = values_[i];
        }
    }

private:
    static __device__ unsigned place(unsigned i) {
        return (warp_of_thread() * Rows + i) * warp_lanes + lane_of_thread();
    }

    sort_tile_space<Bits, Value, Tile>& shared_;
    arguments<Bits, Value> const& with_;
    unsigned count_;
    Bits keys_[Rows];
    Value values_[has_values<Value> ? Rows : 1];
};

template <unsigned Rows, class Bits, class Value, class Tile>
__device__ void sort_rows(sort_tile_space<Bits, Value, Tile>& shared, arguments<Bits, Value> const& with,
                          unsigned count) {
    tile_sort<Bits, Value, Tile, Rows> tile{shared, with, count};
    tile.load();
    unsigned const needed = tile.needed_passes();
    for (unsigned p = 0; p < with.digits.size; ++p)
        if ((needed >> p & 1) != 0)
            tile.sort_by(with.digits.digits[p]);
    tile.store();
}

template <class Bits, class Value, class Tile>
union sort_block_space {
    split_space<Bits, Tile::size> split;
    sort_tile_space<Bits, Value, Tile> passes;
};

template <class Bits, class Value, class Tile>
__global__ __launch_bounds__(Tile::threads) void sort_tile(arguments<Bits, Value> const with) {
    extern __shared__ __align__(16) unsigned char memory[];
    auto& shared = *reinterpret_cast<sort_block_space<Bits, Value, Tile>*>(memory);
    wait_for_previous_kernel();
    auto const count = static_cast<unsigned>(with.count());
    if (count == 0 || split_sort<Bits, Value, Tile::size>(shared.split, with, count).run())
        return;
    __syncthreads();            // the memory of the split is free
    if (count <= Tile::threads) // the fewer rows, the shorter a pass
        sort_rows<1, Bits, Value, Tile>(shared.passes, with, count);
    else if (count <= 2 * Tile::threads)
        sort_rows<2, Bits, Value, Tile>(shared.passes, with, count);
    else
        sort_rows<Tile::items, Bits, Value, Tile>(shared.passes, with, count);
}

} // namespace pradix::cuda
