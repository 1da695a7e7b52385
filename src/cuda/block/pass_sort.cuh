// SPDX-License-Identifier: MIT
// The items of one block sorted by one stable pass a digit, from registers through shared memory back to registers.
// Whatever the keys are, it takes the same time.
#pragma once

#include "src/cuda/block/rank.cuh"
#include "src/cuda/block/reduce.cuh"
#include "src/cuda/block/segment.cuh"

namespace pradix::cuda {

template <class Bits, class Value, class Tile>
struct pass_sort_space {
    rank_space<Tile::warps> ranks;
    Bits differing_of_warp[Tile::warps];
    union { // one after the other
        alignas(16) Bits keys[Tile::size];
        alignas(16) std::conditional_t<has_values<Value>, Value, char> values[has_values<Value> ? Tile::size : 1];
    };
};

// A warp owns `Rows` rows of 32 items, up to Tile::items.
template <class Bits, class Value, class Tile, bool Encoded, unsigned Rows>
class pass_sort {
public:
    __device__ pass_sort(pass_sort_space<Bits, Value, Tile>& shared, arguments<Bits, Value> const& with,
                         segment<Bits, Value, Encoded> const& items)
        : shared_(shared), with_(with), items_(items) {}

    __device__ void run() {
        load();
        Bits const differing = differing_bits();
        for (unsigned p = 0; p < with_.digits.size; ++p)
            if (core::digit const digit = with_.digits.digits[p]; digit.of(differing) != 0)
                sort_by(digit);
        store();
    }

private:
    // Places behind the end hold the largest image: they stay last.
    __device__ void load() {
#pragma unroll
        for (unsigned i = 0; i < Rows; ++i) {
            bool const valid = place(i) < items_.count;
            keys_[i] = valid ? items_.image(with_, items_.keys_in[place(i)]) : static_cast<Bits>(~Bits{0});
            if constexpr (has_values<Value>)
                if (valid)
                    values_[i] = items_.value(place(i));
        }
    }

    // In which any keys differ.
    __device__ Bits differing_bits() {
        Bits const first = items_.image(with_, items_.keys_in[0]);
        Bits differing = 0;
#pragma unroll
        for (unsigned i = 0; i < Rows; ++i)
            if (place(i) < items_.count)
                differing |= keys_[i] ^ first;
        return or_in_block(differing, shared_.differing_of_warp); // and all have read the first key
    }

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
        for (unsigned i = 0; i < Rows; ++i)
            slots.add(i, warp_slots[digit.of(keys_[i])]);
        exchange(shared_.keys, keys_, slots);
        if constexpr (has_values<Value>) {
            __syncthreads(); // keys are read, their memory is free for values
            exchange(shared_.values, values_, slots);
        }
    }

    template <class T>
    __device__ void exchange(T* through, T (&mine)[Rows], item_ranks<Rows> const& slots) {
#pragma unroll
        for (unsigned i = 0; i < Rows; ++i)
            through[slots[i]] = mine[i];
        __syncthreads(); // all are in their slots
#pragma unroll
        for (unsigned i = 0; i < Rows; ++i)
            mine[i] = through[place(i)];
    }

    __device__ void store() const {
#pragma unroll
        for (unsigned i = 0; i < Rows; ++i) {
            if (place(i) >= items_.count)
                break;
            if (items_.keys_out != nullptr)
                items_.keys_out[place(i)] = with_.codec.decode(keys_[i]);
            if constexpr (has_values<Value>)
                items_.values_out[place(i)] = values_[i];
        }
    }

    static __device__ unsigned place(unsigned i) {
        return (warp_of_thread() * Rows + i) * warp_lanes + lane_of_thread();
    }

    pass_sort_space<Bits, Value, Tile>& shared_;
    arguments<Bits, Value> const& with_;
    segment<Bits, Value, Encoded> const& items_;
    Bits keys_[Rows];
    std::conditional_t<has_values<Value>, Value, char> values_[Rows];
};

} // namespace pradix::cuda
