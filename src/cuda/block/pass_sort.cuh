// SPDX-License-Identifier: MIT
// The items of one block sorted by one stable pass a digit, from registers through shared memory back to registers.
// Whatever the keys are, it takes the same time.
#pragma once

#include "src/cuda/block/rank.cuh"
#include "src/cuda/block/segment.cuh"

namespace pradix::cuda {

template <class Bits, class Value, class Tile>
struct pass_sort_space {
    rank_space<Tile::warps> ranks;
    unsigned needed_passes; // a bit a pass
    union {                 // one after the other
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
        unsigned const needed = needed_passes();
        for (unsigned p = 0; p < with_.digits.size; ++p)
            if ((needed >> p & 1) != 0)
                sort_by(with_.digits.digits[p]);
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

    // The passes whose digit is not the same in all keys, a bit each.
    __device__ unsigned needed_passes() {
        if (threadIdx.x == 0)
            shared_.needed_passes = 0;
        __syncthreads(); // cleared before it is added to
        Bits const first = items_.image(with_, items_.keys_in[0]);
        Bits differing = 0;
#pragma unroll
        for (unsigned i = 0; i < Rows; ++i)
            if (place(i) < items_.count)
                differing |= keys_[i] ^ first;
        unsigned needed = 0;
        for (unsigned p = 0; p < with_.digits.size; ++p)
            needed |= with_.digits.digits[p].of(differing) != 0 ? 1u << p : 0;
        needed = __reduce_or_sync(all_lanes, needed);
        if (lane_of_thread() == 0)
            atomicOr(&shared_.needed_passes, needed);
        __syncthreads(); // all warps have added theirs, and read the first key
        return shared_.needed_passes;
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
