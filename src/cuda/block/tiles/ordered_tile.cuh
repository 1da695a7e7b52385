// SPDX-License-Identifier: MIT
// One tile of keys with values through a stable pass over a row of tiles, where nothing has been counted: each bin has
// room of its own. As tile_items.cuh, but for where items come from and go.
#pragma once

#include "src/cuda/block/look_back.cuh"
#include "src/cuda/block/rank.cuh"
#include "src/cuda/block/tiles/ordered_places.cuh"

namespace pradix::cuda {

// Tiles that follow each other, and which of them is the block's.
struct place_in_row {
    std::uint32_t* words; // look-back state of the first one
    unsigned tile;
    bool is_last;
};

template <class Bits, class Value, class Tile, class Places, unsigned Bins>
struct ordered_tile_space {
    static_assert(Bins <= Tile::threads);
    place_in_row row;
    Places places;
    core::digit digit;
    Bits const* keys_in;
    Value const* values_in;  // null, in the first pass: they are positions,
    unsigned first_position; // from this one on
    rank_space<Tile::warps, Bins> ranks;
    typename Places::stored* keys_to[Bins]; // where an item in slot 0 would go
    Value* values_to[Bins];
    union { // one after the other
        alignas(16) Bits keys[Tile::size];
        alignas(16) Value values[Tile::size];
    };
};

// What the space says of the tile has to be known to all threads.
template <class Bits, class Value, class Tile, class Places, unsigned Bins>
class ordered_tile {
public:
    using space = ordered_tile_space<Bits, Value, Tile, Places, Bins>;

    __device__ ordered_tile(space& shared, unsigned size) : shared_(shared), size_(size) {}

    // By all threads; encode(keys, holds) makes images of the keys of a thread, of which i is one if holds(i).
    template <class Encode>
    __device__ void run(Encode const& encode) {
        size_ == Tile::size ? run<true>(encode) : run<false>(encode);
    }

    // Instead of running: the tiles behind this one are not to wait. What they write then is of no use.
    __device__ void give_up() {
        if (threadIdx.x < Bins)
            publish(word(), look_back_state::all_so_far, 0);
    }

    // Of this thread's item i in the tile, in the order of the input.
    __device__ unsigned place(unsigned i) const {
        return (warp_of_thread() * Tile::items + i) * warp_lanes + lane_of_thread();
    }

private:
    template <bool Full>
    __device__ bool holds(unsigned i) const {
        return Full || place(i) < size_;
    }

    // Slots behind the end hold the largest image: they rank last.
    template <bool Full, class Encode>
    __device__ void load_keys(Encode const& encode) {
        Bits const* const keys = shared_.keys_in;
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i)
            if (holds<Full>(i))
                keys_[i] = keys[place(i)];
        encode(keys_, [&](unsigned i) { return holds<Full>(i); });
        if (!Full)
#pragma unroll
            for (unsigned i = 0; i < Tile::items; ++i)
                if (!holds<Full>(i))
                    keys_[i] = static_cast<Bits>(~Bits{0});
    }

    template <bool Full, class Encode>
    __device__ void run(Encode const& encode) {
        load_keys<Full>(encode);
        rank();
        place_bins();
        scatter_keys();
        __syncthreads(); // keys are in their slots, and bins know where they go
        write_keys();
        load_values<Full>();
        __syncthreads(); // keys are written, their slots free for values
        scatter_values();
        __syncthreads(); // values are in their slots
        write_values<Full>();
    }

    __device__ void rank() {
        core::digit const digit = this->digit();
        rank_in_warp(
            shared_.ranks.of_warp[warp_of_thread()].bin, [&](unsigned i) { return digit.of(keys_[i]); }, slots_);
    }

    // Tells the tiles behind this one what it has of each bin, and each warp its slots; learns from those before where
    // bins go.
    __device__ void place_bins() {
        unsigned const bin = threadIdx.x;
        bool const has_bin = bin < Bins, is_first = shared_.row.tile == 0;
        unsigned slots = 0, items = 0;
        __syncthreads(); // all warps have counted
        if (has_bin) {
            slots = count_of_bin(shared_.ranks, bin);
            items = bin == digit().greatest() ? slots - (Tile::size - size_) : slots;
            publish(word(), is_first ? look_back_state::all_so_far : look_back_state::tile_alone, items);
        }
        unsigned const slot = scan_bins(slots, shared_.ranks.sums);
        if (has_bin)
            place_warps(shared_.ranks, bin, slot);
        __syncthreads(); // warps know their slots
        if (!has_bin)
            return;
        unsigned before = 0;
        if (!is_first) {
            before = look_back<Bins>(shared_.row.words + bin, shared_.row.tile);
            publish(word(), look_back_state::all_so_far, before + items);
        }
        auto const to = shared_.places.at(bin, before, items);
        shared_.keys_to[bin] = to.keys - slot;
        shared_.values_to[bin] = to.values - slot;
        if (shared_.row.is_last)
            shared_.places.end(bin, before + items);
    }

    // Of the bin that this thread looks after.
    __device__ std::uint32_t* word() const {
        return shared_.row.words + std::size_t{shared_.row.tile} * Bins + threadIdx.x;
    }

    // Read anew by each step: there are no registers to keep it in.
    __device__ core::digit digit() const {
        core::digit const volatile& digit = shared_.digit;
        return {digit.shift, digit.width};
    }

    __device__ void scatter_keys() {
        auto const& slots = shared_.ranks.of_warp[warp_of_thread()].bin;
        core::digit const digit = this->digit();
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i) {
            slots_.add(i, slots[digit.of(keys_[i])]);
            shared_.keys[slots_[i]] = keys_[i];
        }
    }

    template <bool Full>
    __device__ void load_values() {
        if (Value const* const values = shared_.values_in; Places::may_make_values && values == nullptr) {
            unsigned const first = shared_.first_position;
#pragma unroll
            for (unsigned i = 0; i < Tile::items; ++i)
                values_[i] = first + place(i);
        } else {
#pragma unroll
            for (unsigned i = 0; i < Tile::items; ++i)
                if (holds<Full>(i))
                    values_[i] = values[place(i)];
        }
    }

    __device__ void scatter_values() {
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i)
            shared_.values[slots_[i]] = values_[i];
    }

    // Calls work(i, slot) for the slots of this thread: neighbouring threads have neighbouring ones, and thus write
    // runs of a bin's memory.
    template <bool Full, class Work>
    __device__ void each_slot(Work const& work) const {
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i) {
            unsigned const slot = i * Tile::threads + threadIdx.x;
            if (!Full && slot >= size_)
                break;
            work(i, slot);
        }
    }

    // Notes the bins for the values. Also of a full tile one item after the other: what the compiler has on its way at
    // once would not fit the registers.
    __device__ void write_keys() {
        core::digit const digit = this->digit();
        each_slot<false>([&](unsigned i, unsigned slot) {
            Bits const image = shared_.keys[slot];
            unsigned const bin = digit.of(image);
            bins_.set(i, bin);
            shared_.keys_to[bin][slot] = static_cast<typename Places::stored>(image);
        });
    }

    template <bool Full>
    __device__ void write_values() const {
        each_slot<Full>([&](unsigned i, unsigned slot) { shared_.values_to[bins_[i]][slot] = shared_.values[slot]; });
    }

    space& shared_;
    unsigned const size_;
    Bits keys_[Tile::items];
    item_ranks<Tile::items> slots_; // where the items go in the tile; first, their ranks in the warp
    packed_numbers<Tile::items, core::bit_width(Bins) - 1> bins_; // of the slots that this thread writes
    Value values_[Tile::items];
};

} // namespace pradix::cuda
