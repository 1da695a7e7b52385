// SPDX-License-Identifier: MIT
// One stable pass over all items by one digit, reading and writing each once (Adinets and Merrill, "Onesweep: A Faster
// Least Significant Digit Radix Sort for GPUs", 2022).
#pragma once

#include "src/cuda/block/copy_items.cuh"
#include "src/cuda/block/look_back.cuh"
#include "src/cuda/block/rank.cuh"
#include "src/cuda/kernels/arguments.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

// The tiles of one launch. A launch handles at most tuning::portion_items, so that the look-back state stays small.
struct portion {
    unsigned pass_index;
    unsigned launch; // of this sort, counted over passes and portions
    unsigned row;    // of control::bases that holds this portion's bases; the other row is the next one's
    std::uint64_t first_item;
    unsigned tiles;
    bool comes_after_groups;   // of two leading digits: if they are made, this launch has nothing to do
    unsigned rows_to_clear;    // of the next launch's look-back state
    std::uint32_t* words;      // look-back state, a row of `bins` words a tile, all zero
    std::uint32_t* next_words; // the next launch's
};

template <class Bits, class Value, class Tile>
struct partition_space {
    rank_space<Tile::warps> ranks;
    unsigned long long destination[bins]; // of the bin's first key in this tile, less its slot
    unsigned tile;
    union { // one after the other: the smaller a block's share, the more there is for the caches
        alignas(16) Bits keys[Tile::size];
        alignas(16) std::conditional_t<has_values<Value>, Value, char> values[has_values<Value> ? Tile::size : 1];
    };
};

template <class Bits, class Value, class Tile>
class tile_partition {
public:
    __device__ tile_partition(partition_space<Bits, Value, Tile>& shared, arguments<Bits, Value> const& with,
                              portion const& part, pass const& plan)
        : shared_(shared), with_(with), part_(part), plan_(plan),
          first_(part.first_item + std::uint64_t{shared.tile} * Tile::size) {
        std::uint64_t const left = with.count() > first_ ? with.count() - first_ : 0;
        size_ = left < Tile::size ? static_cast<unsigned>(left) : Tile::size;
    }

    __device__ bool is_empty() const { return size_ == 0; }
    __device__ bool is_full() const { return size_ == Tile::size; }

    __device__ void copy() const { copy_items<Tile::threads>(with_, plan_, first_, size_); }

    // Slots behind the end hold the largest image: they rank last.
    template <bool Full>
    __device__ void load_keys() {
        Bits const* const from = with_.keys_of(plan_.from) + first_;
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i)
            if (Full || place(i) < size_)
                keys_[i] = from[place(i)];
        if (plan_.first)
#pragma unroll
            for (unsigned i = 0; i < Tile::items; ++i)
                keys_[i] = with_.codec.encode(keys_[i]);
        if (!Full)
#pragma unroll
            for (unsigned i = 0; i < Tile::items; ++i)
                if (place(i) >= size_)
                    keys_[i] = static_cast<Bits>(~Bits{0});
    }

    __device__ void rank() {
        rank_in_warp(
            shared_.ranks.bin[warp_of_thread()], [&](unsigned i) { return digit(keys_[i]); }, slots_);
    }

    // Counts the bins, lets the tiles behind this one know, and tells each warp its slots.
    __device__ void place_bins() {
        unsigned const bin = threadIdx.x;
        unsigned count = 0;
        __syncthreads(); // all warps have counted
        if (bin < bins) {
            count = count_of_bin(shared_.ranks, bin);
            keys_of_bin_ = bin == last_bin() ? count - (Tile::size - size_) : count;
            publish(word(), shared_.tile == 0 ? look_back_state::all_so_far : look_back_state::tile_alone,
                    keys_of_bin_);
        }
        slot_of_bin_ = scan_bins(count, shared_.ranks.sums);
        if (bin < bins)
            place_warps(shared_.ranks, bin, slot_of_bin_);
        __syncthreads(); // warps know their slots
    }

    // Learns from the tiles before this one where its bins go.
    __device__ void find_destinations() {
        unsigned const bin = threadIdx.x;
        if (bin >= bins)
            return;
        unsigned const before = look_back(part_.words + bin, shared_.tile);
        if (shared_.tile > 0)
            publish(word(), look_back_state::all_so_far, before + keys_of_bin_);
        unsigned long long const base = with_.state->bases[part_.pass_index][part_.row][bin];
        if (shared_.tile == part_.tiles - 1)
            with_.state->bases[part_.pass_index][1 - part_.row][bin] = base + before + keys_of_bin_;
        shared_.destination[bin] = base + before - slot_of_bin_;
    }

    __device__ void scatter_keys() {
        auto const& slots = shared_.ranks.bin[warp_of_thread()];
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i) {
            slots_.add(i, slots[digit(keys_[i])]);
            shared_.keys[slots_[i]] = keys_[i];
        }
    }

    template <bool Full>
    __device__ void write_keys() {
        if (!plan_.last)
            write_images<Full, true>([](Bits image) { return image; });
        else if (with_.keys_wanted)
            write_images<Full, true>([&](Bits image) { return with_.codec.decode(image); });
        else
            write_images<Full, false>([](Bits image) { return image; });
    }

    template <bool Full>
    __device__ void load_values() {
        Value const* const from = with_.values_of(plan_.from);
        if (from == nullptr) {
#pragma unroll
            for (unsigned i = 0; i < Tile::items; ++i)
                values_[i] = position<Value>(first_ + place(i));
        } else {
#pragma unroll
            for (unsigned i = 0; i < Tile::items; ++i)
                if (Full || place(i) < size_)
                    values_[i] = from[first_ + place(i)];
        }
    }

    __device__ void scatter_values() {
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i)
            shared_.values[slots_[i]] = values_[i];
    }

    template <bool Full>
    __device__ void write_values() const {
        Value* const to = with_.values_of(plan_.to);
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i) {
            unsigned const slot = i * Tile::threads + threadIdx.x;
            if (!Full && slot >= size_)
                break;
            to[shared_.destination[digits_[i / 4] >> i % 4 * 8 & 0xff] + slot] = shared_.values[slot];
        }
    }

private:
    // Where this thread's item i is in the tile, in the order of the input.
    static __device__ unsigned place(unsigned i) {
        return (warp_of_thread() * Tile::items + i) * warp_lanes + lane_of_thread();
    }

    // Of the bin that this thread looks after.
    __device__ std::uint32_t* word() const {
        return part_.words + std::size_t{shared_.tile} * bins + threadIdx.x;
    }

    __device__ unsigned digit(Bits image) const {
        return plan_.digit.of(image);
    }
    __device__ unsigned last_bin() const {
        return (1u << plan_.digit.width) - 1;
    }

    // Neighbouring threads write neighbouring slots, and thus runs of a bin's memory. Notes the digits for the values.
    template <bool Full, bool Wanted, class Decode>
    __device__ void write_images(Decode const& decode) {
        Bits* const to = with_.keys_of(plan_.to);
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i) {
            unsigned const slot = i * Tile::threads + threadIdx.x;
            if (!Full && slot >= size_)
                break;
            Bits const image = shared_.keys[slot];
            unsigned const d = digit(image);
            if constexpr (has_values<Value>)
                digits_[i / 4] = i % 4 == 0 ? d : digits_[i / 4] | d << i % 4 * 8;
            if constexpr (Wanted)
                to[shared_.destination[d] + slot] = decode(image);
        }
    }

    partition_space<Bits, Value, Tile>& shared_;
    arguments<Bits, Value> const& with_;
    portion const& part_;
    pass const plan_;
    std::uint64_t first_; // item of the tile
    unsigned size_;
    unsigned keys_of_bin_, slot_of_bin_; // of the bin that this thread looks after
    Bits keys_[Tile::items];
    item_ranks<Tile::items> slots_;          // where the items go in the tile; first, their ranks in the warp
    unsigned digits_[(Tile::items + 3) / 4]; // of the slots that this thread writes
    Value values_[has_values<Value> ? Tile::items : 1];
};

// Leaves the next launch a cleared state.
inline __device__ void clear_for_next_launch(control* state, portion const& part) {
    if (blockIdx.x == 0 && threadIdx.x == 0)
        state->next_tile[(part.launch + 1) % 2] = 0;
    for (unsigned row = blockIdx.x; row < part.rows_to_clear; row += gridDim.x)
        if (threadIdx.x < bins)
            part.next_words[std::size_t{row} * bins + threadIdx.x] = 0;
}

// Tiles are taken in order as blocks start; see look_back.cuh.
template <class Bits, class Value, class Tile>
__device__ void take_tile(partition_space<Bits, Value, Tile>& shared, control* state, portion const& part) {
    if (threadIdx.x == 0)
        shared.tile = atomicAdd(&state->next_tile[part.launch % 2], 1u);
    __syncthreads(); // the tile is known to all
}

template <bool Full, class Value, class Work>
__device__ void partition_tile(Work& tile) {
    tile.template load_keys<Full>();
    tile.rank();
    tile.place_bins();
    tile.find_destinations();
    tile.scatter_keys();
    __syncthreads(); // keys are in their slots and destinations known
    tile.template write_keys<Full>();
    if constexpr (has_values<Value>) {
        tile.template load_values<Full>();
        __syncthreads(); // keys are written, their slots free for values
        tile.scatter_values();
        __syncthreads(); // values are in their slots
        tile.template write_values<Full>();
    }
}

template <class Bits, class Value, class Tile>
__global__ __launch_bounds__(Tile::threads, Tile::blocks) void partition(arguments<Bits, Value> const with,
                                                                         portion const part) {
    extern __shared__ __align__(16) unsigned char memory[];
    auto& shared = *reinterpret_cast<partition_space<Bits, Value, Tile>*>(memory);
    wait_for_previous_kernel();
    // What is asked for first comes while the tile is taken.
    bool const is_over = part.comes_after_groups && with.state->plan.groups.active;
    pass const plan = with.state->plan.passes[part.pass_index];
    take_tile(shared, with.state, part);
    if (is_over)
        return;
    clear_for_next_launch(with.state, part);
    if (!plan.active)
        return;
    tile_partition<Bits, Value, Tile> tile{shared, with, part, plan};
    if (tile.is_empty())
        return;
    if (plan.copies)
        tile.copy();
    else if (tile.is_full())
        partition_tile<true, Value>(tile);
    else
        partition_tile<false, Value>(tile);
}

} // namespace pradix::cuda
