// SPDX-License-Identifier: MIT
// What a split (split_sort.cuh) has in shared memory, and how its counts become slots.
#pragma once

#include "src/cuda/block/groups/window_sort.cuh"
#include "src/cuda/block/scan.cuh"
#include "src/cuda/state/arguments.cuh"

namespace pradix::cuda {

template <class Bits, class Value, class Tile>
struct split_space {
    static constexpr unsigned split_bins = sizeof(Bits) == 1 ? 256 : 4096; // about as many as there are keys, or all
    static constexpr unsigned fours_of_thread = std::max(split_bins / 4 / Tile::threads, 1u);
    static_assert(Tile::size <= 1u << item_word::place_bits);
    // More in a bin, and other ways of sorting are faster, unless they are equal; where a block sorts once, passes are
    // so soon.
    static constexpr unsigned most_in_bin = Tile::blocks == 1 ? 2 * window_size : item_word::most_in_bin;
    static_assert(most_in_bin <= item_word::most_in_bin);
    // A block that sorts once waits for its slowest warp: of smaller windows, all warps have some.
    static constexpr unsigned window = Tile::blocks == 1 ? window_size / 2 : window_size, half_window = window / 2;
    // Values are copied to shared memory while keys are sorted, if there is room for both; else afterwards.
    static constexpr bool copies_values = has_values<Value> && sizeof(Bits) + sizeof(Value) <= 12;
    // Keys alone that are equal are no hindrance, however many share a bin, but for a few others with them: strays.
    static constexpr bool sorts_crowds = may_have_uneven_groups(sizeof(Bits), value_bytes<Value>) && Tile::blocks > 1;
    struct stray {
        std::uint16_t bin, slot;
    };
    struct ties_space {
        std::uint16_t places[Tile::size];                 // in order, of words that tie
        alignas(16) std::uint8_t is_unsorted[Tile::size]; // whether the bin is that begins there
    };
    struct split {
        union {                                   // one after the other
            alignas(16) unsigned bin[split_bins]; // counts, then where the bin begins
            std::conditional_t<sizeof(Bits) == 1, char, ties_space> ties;
        };
        alignas(16) Bits keys[Tile::size]; // images, by place
    };
    alignas(16) std::uint32_t words[Tile::size + window_size]; // of the items, by slot
    unsigned sum_of_warp[words_of_sums<fours_of_thread>][Tile::warps];
    Bits differing_of_warp[Tile::warps];
    unsigned largest_bin;    // if it has more than half a window of items
    unsigned largest_sorted; // of those that windows sort, where others are larger
    bool has_ties, has_swapped;
    unsigned strays;
    stray list[sorts_crowds ? Tile::threads : 1]; // of them
    using value = std::conditional_t<has_values<Value>, Value, char>;
    alignas(16) value copied_values[copies_values ? Tile::size : 1];
    union { // one after the other
        split keys;
        alignas(16) value values[has_values<Value> && !copies_values ? Tile::size : 1];
    };

    // Whether this thread looks after any bins.
    static __device__ bool has_bins() { return split_bins >= 4 * Tile::threads || threadIdx.x < split_bins / 4; }

    // By place, once they are copied.
    __device__ value* values_of_items() {
        if constexpr (copies_values)
            return copied_values;
        else
            return values;
    }

    // No counts, and nothing found.
    __device__ void clear() {
        auto* const counters = reinterpret_cast<uint4*>(keys.bin);
#pragma unroll
        for (unsigned i = 0; i < fours_of_thread; ++i)
            if (has_bins())
                counters[i * Tile::threads + threadIdx.x] = {};
        if (threadIdx.x == 0)
            largest_bin = largest_sorted = strays = 0, has_ties = false;
    }

    // Exclusive, in place. Calls see(four) for counts, four at a time.
    template <class See>
    __device__ void scan_counts(See const& see) {
        scan_fours<fours_of_thread>(reinterpret_cast<uint4*>(keys.bin), has_bins(), sum_of_warp, see);
        __syncthreads(); // bins know their slots
    }

    // Once counts are scanned, of so many items.
    __device__ unsigned size_of_bin(unsigned bin, unsigned count) const {
        return (bin + 1 < split_bins ? keys.bin[bin + 1] : count) - keys.bin[bin];
    }
    // Image of an item's key.
    __device__ Bits key_of(std::uint32_t word) const {
        return keys.keys[item_word::place(word)];
    }
};

} // namespace pradix::cuda
