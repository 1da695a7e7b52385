// SPDX-License-Identifier: MIT
// The items of one block sorted by one stable pass a digit, from registers through shared memory back to registers.
// Whatever the keys are, it takes the same time.
#pragma once

#include "src/cuda/block/bin_share.cuh"
#include "src/cuda/block/groups/segment.cuh"
#include "src/cuda/block/item_slots.cuh"
#include "src/cuda/block/rank.cuh"
#include "src/cuda/block/reduce.cuh"

namespace pradix::cuda {

// Items change places by way of shared memory, keys and values one after the other, or together.
template <class Bits, class Value, unsigned Size, bool Gaps, bool Together>
struct exchange_space {
    union {
        item_slots<Bits, Size, Gaps> keys;
        value_slots<Value, Size, Gaps> values;
    };
};
template <class Bits, class Value, unsigned Size, bool Gaps>
struct exchange_space<Bits, Value, Size, Gaps, true> {
    item_slots<Bits, Size, Gaps> keys;
    value_slots<Value, Size, Gaps> values;
};

// Gaps between slots: for items that may come in order.
template <class Bits, class Value, class Tile, bool Gaps>
struct pass_sort_space {
    // Two meetings less, where a block has a multiprocessor's memory to itself, and items are not too wide for it.
    static constexpr bool together = has_values<Value> && Tile::blocks == 1 && sizeof(Bits) + sizeof(Value) <= 16;

    rank_space<Tile::warps> ranks;
    unsigned sum_of_warp[Tile::warps];
    Bits differing_of_warp[Tile::warps];
    exchange_space<Bits, Value, Tile::size, Gaps, together> items;
};

// A warp owns `Rows` rows of 32 items, up to Tile::items.
template <class Bits, class Value, class Tile, bool Encoded, unsigned Rows, bool Gaps>
class pass_sort {
public:
    using space = pass_sort_space<Bits, Value, Tile, Gaps>;

    __device__ pass_sort(space& shared, arguments<Bits, Value> const& with, segment<Bits, Value, Encoded> const& items)
        : shared_(shared), with_(with), items_(items) {}

    __device__ void run() {
        Bits const differing = or_in_block(load(), shared_.differing_of_warp); // and all have read the first key
        for (unsigned p = 0; p < with_.digits.size; ++p)
            if (core::digit const digit = with_.digits.digits[p]; digit.of(differing) != 0)
                sort_by(digit);
        store();
    }

private:
    // Ranks take a register each where there are some to spare: packed, they take instructions.
    using ranks = packed_numbers<Rows, segment<Bits, Value, Encoded>::template asks_at_once<Tile> ? 32 : 16>;

    // Returns the bits in which any keys of this thread differ from the first one. Places behind the end hold the
    // largest image: they stay last.
    __device__ Bits load() {
        Bits first = items_.keys_in[0];
        ask_for(keys_, items_.keys_in);
        if constexpr (has_values<Value>)
            items_.values_in == nullptr ? make_positions() : ask_for(values_, items_.values_in);
        first = items_.image(with_, first);
        Bits differing = 0;
#pragma unroll
        for (unsigned i = 0; i < Rows; ++i) {
            keys_[i] = items_.image(with_, keys_[i]);
            differing |= keys_[i] ^ first;
        }
#pragma unroll
        for (unsigned i = 0; i < Rows; ++i)
            if (!holds(i))
                keys_[i] = static_cast<Bits>(~Bits{0});
        return differing;
    }
    // All rows, before one is waited for; behind the end the last item, which needs no branch.
    template <class T>
    __device__ void ask_for(T (&mine)[Rows], T const* from) {
#pragma unroll
        for (unsigned i = 0; i < Rows; ++i)
            mine[i] = from[min(first_ + i * warp_lanes, items_.count - 1)];
    }
    __device__ void make_positions() {
#pragma unroll
        for (unsigned i = 0; i < Rows; ++i)
            values_[i] = position<Value>(first_ + i * warp_lanes);
    }

    __device__ void sort_by(core::digit digit) {
        ranks slots;
        auto& warp_slots = shared_.ranks.of_warp[warp_of_thread()].bin;
        rank_in_warp(
            warp_slots, [&](unsigned i) { return digit.of(keys_[i]); }, slots);
        __syncthreads(); // all warps have counted
        bin_share<Tile::warps, bins, Tile::has_spare_registers> share{shared_.ranks, shared_.sum_of_warp};
        share.count();
        share.place();
        __syncthreads(); // warps know their slots, and have read the items of the pass before
#pragma unroll
        for (unsigned i = 0; i < Rows; ++i)
            slots.add(i, warp_slots[digit.of(keys_[i])]);
        exchange(slots);
    }

    __device__ void exchange(ranks const& slots) {
        put(shared_.items.keys, keys_, slots);
        if constexpr (space::together)
            put(shared_.items.values, values_, slots);
        __syncthreads(); // all are in their slots
        take(shared_.items.keys, keys_);
        if constexpr (has_values<Value> && !space::together) {
            __syncthreads(); // keys are read, their memory is free for values
            put(shared_.items.values, values_, slots);
            __syncthreads(); // all are in their slots
        }
        if constexpr (has_values<Value>)
            take(shared_.items.values, values_);
    }
    template <class Slots, class T>
    __device__ void put(Slots& to, T const (&mine)[Rows], ranks const& slots) const {
#pragma unroll
        for (unsigned i = 0; i < Rows; ++i)
            to[slots[i]] = mine[i];
    }
    template <class Slots, class T>
    __device__ void take(Slots& from, T (&mine)[Rows]) const {
#pragma unroll
        for (unsigned i = 0; i < Rows; ++i)
            mine[i] = from.of_row(first_, i);
    }

    // By way of shared memory, where a thread's keys have been before: the loop is short.
    __device__ void undo_spread() {
        auto const& spread = *spreading_of(with_, true);
        if constexpr (has_values<Value> && !space::together)
            __syncthreads(); // values are read, their memory is free for keys
#pragma unroll
        for (unsigned i = 0; i < Rows; ++i)
            shared_.items.keys.of_row(first_, i) = keys_[i];
#pragma unroll 1
        for (unsigned i = 0; i < Rows; ++i) {
            Bits& key = shared_.items.keys.of_row(first_, i);
            key = spread.undo(key);
        }
        take(shared_.items.keys, keys_);
    }

    // Images of all rows become keys before one is written, or each would wait for the codec.
    __device__ void store() {
        if constexpr (segment<Bits, Value, Encoded>::may_be_spread)
            if (items_.are_spread)
                undo_spread();
        if (items_.keys_out != nullptr) {
#pragma unroll
            for (unsigned i = 0; i < Rows; ++i)
                keys_[i] = with_.codec.decode(keys_[i]);
            write(items_.keys_out, keys_);
        }
        if constexpr (has_values<Value>)
            write(items_.values_out, values_);
    }
    template <class T>
    __device__ void write(T* to, T const (&mine)[Rows]) const {
        to += first_;
#pragma unroll
        for (unsigned i = 0; i < Rows; ++i)
            if (holds(i))
                to[i * warp_lanes] = mine[i];
    }

    // Item i of this thread is at place first_ + i * warp_lanes.
    __device__ bool holds(unsigned i) const {
        return static_cast<int>(i * warp_lanes) < static_cast<int>(items_.count - first_);
    }

    space& shared_;
    arguments<Bits, Value> const& with_;
    segment<Bits, Value, Encoded> const& items_;
    unsigned const first_ = warp_of_thread() * (Rows * warp_lanes) + lane_of_thread(); // place of this thread's items
    Bits keys_[Rows];
    std::conditional_t<has_values<Value>, Value, char> values_[Rows];
};

} // namespace pradix::cuda
