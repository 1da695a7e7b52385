// SPDX-License-Identifier: MIT
// The items of one tile on their way through a stable pass: from memory into registers, ranked by the digit, to their
// slots in shared memory, where each bin's lie together, and from there to memory, so that neighbouring threads write
// neighbouring addresses. Where a bin goes is found out by others (kernels/partition.cuh,
// block/one_launch/cooperative_pass.cuh, block/ties/long_run_sort.cuh).
#pragma once

#include "src/cuda/block/item_slots.cuh"
#include "src/cuda/block/outliers.cuh"
#include "src/cuda/block/rank.cuh"
#include "src/cuda/state/arguments.cuh"

namespace pradix::cuda {

// Gaps between slots: narrow keys that grow need none, since they are equal to their neighbours.
template <class Bits, class Value, class Tile, unsigned Bins = bins, bool Gaps = sizeof(Bits) >= 4>
struct tile_space {
    static constexpr unsigned most_bins = Bins;

    rank_space<Tile::warps, Bins> ranks;
    unsigned long long destination[Bins]; // of the bin's first key in this tile, less its slot
    union { // one after the other: the smaller a block's share, the more there is for the caches
        item_slots<Bits, Tile::size, Gaps> keys;
        value_slots<Value, Tile::size, Gaps> values;
    };
};

// How many items a thread has: as many as the tile allows, or fewer.
template <class Tile>
struct all_rows {
    __device__ constexpr operator unsigned() const { return Tile::items; }
};

// What cuts keys into bins may let others stand for their images, from when keys are read to when they are written.
template <class Digit, class Bits>
concept replaces_images = requires(Digit const& digit, Bits image) {
    digit.stands_for(image);
};

// Digit: what cuts keys into bins, at most up to greatest(). Plan and digit have to last as long as the items.
template <class Bits, class Value, class Tile, class Rows = all_rows<Tile>, class Digit = core::digit,
          class Space = tile_space<Bits, Value, Tile>>
class tile_items {
public:
    __device__ tile_items(Space& shared, arguments<Bits, Value> const& with, pass const& plan, Digit const& digit,
                          std::uint64_t first, unsigned size, Rows rows = {})
        : shared_(shared), with_(with), plan_(plan), digit_(digit), first_(first), size_(size), rows_(rows) {}

    // Slots behind the end hold the largest image: they rank last. MaySpread: images, where the plan says so.
    template <bool Full, bool MaySpread = false>
    __device__ void load_keys() {
        Bits const* const from = with_.keys_of(plan_.from) + first_ + place(0);
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i)
            if (Full || holds(i))
                keys_[i] = from[i * warp_lanes];
        if (plan_.first) {
#pragma unroll
            for (unsigned i = 0; i < Tile::items; ++i)
                keys_[i] = with_.codec.encode(keys_[i]);
            if constexpr (replaces_images<Digit, Bits>)
#pragma unroll
                for (unsigned i = 0; i < Tile::items; ++i)
                    keys_[i] = digit_.stands_for(keys_[i]);
            if constexpr (MaySpread)
                spread_counted(with_, spread_of(with_, plan_.spreads), keys_, reinterpret_cast<Bits*>(&shared_.keys),
                               Tile::threads);
        }
        if (!Full)
#pragma unroll
            for (unsigned i = 0; i < Tile::items; ++i)
                if (!holds(i))
                    keys_[i] = static_cast<Bits>(~Bits{0});
    }

    __device__ void rank() {
        rank_in_warp(
            shared_.ranks.of_warp[warp_of_thread()].bin, [&](unsigned i) { return digit_.of(keys_[i]); }, slots_,
            rows_);
    }

    // Of the ranked slots in a bin, those that hold items.
    __device__ unsigned items_among(unsigned slots, unsigned bin) const {
        return bin == digit_.greatest() ? slots - (Tile::threads * rows_ - size_) : slots;
    }

    // Given how many slots are in the bin of this thread, tells each warp its slots, and returns the bin's first.
    // Threads meet before they scatter.
    __device__ unsigned place_bins(unsigned slots) {
        unsigned const slot = scan_bins(slots, shared_.ranks.sums);
        if (threadIdx.x < Space::most_bins)
            place_warps(shared_.ranks, threadIdx.x, slot);
        return slot;
    }

    // Once each warp knows its slots.
    __device__ void scatter_keys() {
        auto const& slots = shared_.ranks.of_warp[warp_of_thread()].bin;
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i) {
            if (i >= rows_)
                break; // together
            keys_[i] = not_known(keys_[i]);
            slots_.add(i, slots[digit_.of(keys_[i])]);
            shared_.keys[slots_[i]] = keys_[i];
        }
    }

    template <bool Full>
    __device__ void write_keys() {
        if (!plan_.last)
            write_images<Full, true>([&](Bits moved) { return image_of(moved); });
        else if (with_.keys_wanted)
            write_images<Full, true>([&](Bits moved) { return with_.codec.decode(image_of(moved)); });
        else
            write_images<Full, false>([](Bits image) { return image; });
    }

    template <bool Full>
    __device__ void load_values() {
        std::uint64_t const first = first_ + place(0);
        if (with_.values_of(plan_.from) == nullptr) {
#pragma unroll
            for (unsigned i = 0; i < Tile::items; ++i)
                values_[i] = position<Value>(first + i * warp_lanes);
        } else {
            // From one pointer a thread; whole tiles have no registers left for it.
            Value const* const from = with_.values_of(plan_.from) + (Full ? 0 : first);
#pragma unroll
            for (unsigned i = 0; i < Tile::items; ++i)
                if (Full || holds(i))
                    values_[i] = from[Full ? first_ + place(i) : i * warp_lanes];
        }
    }

    // Once keys are written, and values loaded.
    template <bool Full>
    __device__ void exchange_values() {
        __syncthreads(); // keys are written, their slots free for values
        scatter_values();
        __syncthreads(); // values are in their slots
        write_values<Full>();
    }

    // Once each warp knows its slots; destinations are known before threads meet.
    template <bool Full>
    __device__ void move() {
        scatter_keys();
        __syncthreads(); // keys are in their slots, and destinations known to all
        write_keys<Full>();
        if constexpr (has_values<Value>) {
            load_values<Full>();
            exchange_values<Full>();
        }
    }

private:
    __device__ Bits image_of(Bits moved) const {
        if constexpr (replaces_images<Digit, Bits>)
            return digit_.image_of(moved);
        else
            return moved;
    }

    // The same key, but the compiler does not know it: of bytes it would keep the digits from when they were ranked, in
    // registers that are missing then.
    static __device__ Bits not_known(Bits key) {
        if constexpr (sizeof(Bits) == 1) {
            unsigned word = key;
            asm("" : "+r"(word));
            return static_cast<Bits>(word);
        }
        return key;
    }

    __device__ void scatter_values() {
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i) {
            if (i >= rows_)
                break; // together
            shared_.values[slots_[i]] = values_[i];
        }
    }

    template <bool Full>
    __device__ void write_values() const {
        Value* const to = with_.values_of(plan_.to);
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i) {
            unsigned const slot = i * Tile::threads + threadIdx.x;
            if (!Full && slot >= size_)
                break;
            to[shared_.destination[digits_[i]] + slot] = shared_.values.of_row(threadIdx.x, i * Tile::warps);
        }
    }

    // Where this thread's item i is in the tile, in the order of the input.
    __device__ unsigned place(unsigned i) const {
        return (warp_of_thread() * rows_ + i) * warp_lanes + lane_of_thread();
    }
    __device__ bool holds(unsigned i) const {
        return i < rows_ && place(i) < size_;
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
            Bits const image = shared_.keys.of_row(threadIdx.x, i * Tile::warps);
            unsigned const d = digit_.of(image);
            if constexpr (has_values<Value>)
                digits_.set(i, d);
            if constexpr (Wanted)
                to[shared_.destination[d] + slot] = decode(image);
        }
    }

    // Not in registers where items are so wide that they take these.
    static constexpr bool are_wide = sizeof(Bits) >= 8 || sizeof(Value) >= 16;
    template <class T>
    using kept = std::conditional_t<are_wide, T const&, T const>;

    Space& shared_;
    arguments<Bits, Value> const& with_;
    kept<pass> plan_;
    kept<Digit> digit_;
    std::uint64_t const first_; // item of the tile
    unsigned const size_;
    Rows const rows_;
    Bits keys_[Tile::items];
    item_ranks<Tile::items> slots_; // where the items go in the tile; first, their ranks in the warp
    packed_numbers<Tile::items, core::bit_width(Space::most_bins) - 1> digits_; // of the slots that this thread writes
    Value values_[has_values<Value> ? Tile::items : 1];
};

} // namespace pradix::cuda
