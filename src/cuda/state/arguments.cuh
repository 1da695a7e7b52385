// SPDX-License-Identifier: MIT
// What every kernel of a sort is given.
#pragma once

#include "src/core/key_codec.hpp"
#include "src/cuda/state/control.hpp"
#include "src/cuda/warp/word.cuh"

#include <cstring>
#include <type_traits>

namespace pradix::cuda {

// Values that travel with the keys: none, or 4, 8 or 16 bytes.
struct no_value {};
struct alignas(16) value_16 {
    std::uint64_t halves[2];
};

template <class Value>
inline constexpr bool has_values = !std::is_same_v<Value, no_value>;
template <class Value>
inline constexpr std::size_t value_bytes = has_values<Value> ? sizeof(Value) : 0;

// Digits from the top that may be enough to make groups that one block can sort.
struct leading_digits {
    bool possible = false;
    bool may_leave_rests = false;            // in groups of counted keys, narrow ones alone
    bool may_have_large_groups = false;      // a few, of which samples do not tell, or of equalized keys,
    bool may_have_many_large_groups = false; // or as many as samples tell
    bool may_skip_counting = false;          // the input is still there if keys have to be counted after all
    bool may_table_keys = false;    // few different ones are counted in hash tables, or by their places in a range
    bool may_count_buckets = false; // or those of buckets, of keys alone that were not counted before
    bool in_order = false;          // items that skip counting; else they are words, which may come in any order
    bool may_settle_ties = false;   // passes by all digits may leave some to be settled
    bool may_equalize = false;      // keys alone: narrow ones skip counting then, wide ones are counted
    bool are_wide = false;          // then keys are divided without having been counted, or not at all
    unsigned most_outliers = 0;     // so many are replaced
    // One memory for each, which guesses that come to nothing clear: counters of a range, tables and marks of few keys
    // lie there, too, and runs of counted ones.
    unsigned* group_starts = nullptr;  // among those of the groups in its row, see prefix_state::starts
    unsigned* prefix_counts = nullptr; // of two leading digits together
    // Where the next item of a group goes, less where its row starts, or its area; of pieces, in one launch.
    unsigned* group_cursors = nullptr;
    unsigned tile_items = 0;
    unsigned batch_items = 0; // so many items of neighbouring buckets at a time, at most; 0: all at once
    unsigned batch = 0;       // which of them a launch handles

    // Groups that were left by windows, or are too large; once prefixes are summed up.
    __host__ __device__ unsigned* unsorted() const { return prefix_counts; }
};

// Pointers are device memory. Buffers are indexed by `buffer`.
template <class Bits, class Value>
struct arguments {
    Bits* keys[buffers];
    Value* values[buffers];      // without input, values are the positions 0, 1, 2 ...
    bool keys_wanted;            // else the last pass writes values only
    std::uint64_t most;          // as many keys at most
    std::uint64_t const* exact;  // as many exactly; null: `most`
    std::uint64_t const* first;  // where items begin in the input and the output, for passes by all digits; null: at 0
    core::key_order<Bits> codec; // digits are cut where their bits lie, without rotation
    digit_table digits;
    leading_digits leading;
    control* state;
    // So many items fit a half of the scratch if most keys are equal; 0: none are set aside.
    std::uint64_t most_set_aside;

    __host__ __device__ Bits* keys_of(buffer which) const { return keys[static_cast<unsigned>(which)]; }
    __device__ Value* values_of(buffer which) const { return values[static_cast<unsigned>(which)]; }
    __device__ std::uint64_t first_of(buffer which) const {
        return first == nullptr || which == buffer::scratch ? 0 : *first;
    }
    // The bits of an image that are compared.
    __device__ Bits compared() const {
        return static_cast<Bits>(core::low_mask<Bits>(digits.end()) & ~core::low_mask<Bits>(digits.begin()));
    }
    // Nothing tells items apart whose keys compare equal.
    __host__ __device__ bool has_only_keys() const { return !has_values<Value> && digits.are_bytes_of(sizeof(Bits)); }
    // No two items are alike, and which comes first can be told from them alone.
    bool has_positions() const { return digits.makes_values && digits.are_bytes_of(sizeof(Bits)); }
    __device__ std::uint64_t count() const { return exact == nullptr ? most : min(*exact, most); }
};

// Memory that has to be zero.
struct zeros {
    uint4* vectors;
    unsigned count;

    // The part of one of some blocks, by all its threads.
    template <unsigned Threads>
    __device__ void write(unsigned block, unsigned blocks) const {
        for (unsigned i = block * Threads + threadIdx.x; i < count; i += blocks * Threads)
            vectors[i] = {};
    }
};

// By all threads of a block: an object of vectors becomes zero; another one is copied, unit by unit.
template <unsigned Threads, class T>
__device__ void clear_together(T& object) {
    constexpr unsigned bytes = sizeof(T);
    static_assert(bytes % sizeof(uint4) == 0);
    zeros{reinterpret_cast<uint4*>(&object), bytes / sizeof(uint4)}.write<Threads>(0, 1);
}
template <unsigned Threads, class Unit = unsigned, class T>
__device__ void copy_together(T& to, T const& from) {
    constexpr unsigned bytes = sizeof(T);
    static_assert(bytes % sizeof(Unit) == 0);
    for (unsigned i = threadIdx.x; i < bytes / sizeof(Unit); i += Threads)
        reinterpret_cast<Unit*>(&to)[i] = reinterpret_cast<Unit const*>(&from)[i];
}

// As many keys as one 16-byte load brings.
template <class Bits>
struct alignas(16) key_vector {
    static constexpr unsigned size = 16 / sizeof(Bits);
    Bits keys[size];

    // So many of these keys come before the first one at which a vector may begin.
    static __device__ std::uint64_t keys_before_aligned(Bits const* keys) {
        auto const misaligned = reinterpret_cast<std::uintptr_t>(keys) / sizeof(Bits) % size;
        return (size - misaligned) % size;
    }

    // Its keys that belong between two places of an array that a vector may begin with; those of the vector are from
    // `first` on.
    __device__ void write_within(Bits* array, unsigned first, unsigned begin, unsigned end) const {
        if (first >= begin && first + size <= end) {
            uint4 whole;
            std::memcpy(&whole, keys, sizeof whole);
            store_vector(reinterpret_cast<uint4*>(array + first), whole);
            return;
        }
#pragma unroll
        for (unsigned i = 0; i < size; ++i)
            if (first + i >= begin && first + i < end)
                array[first + i] = keys[i];
    }
};

// What is left of a narrow key once it lies in a group.
using rest_of_key = std::uint16_t;

template <class Value>
__device__ Value position(std::uint64_t index) {
    if constexpr (std::is_same_v<Value, value_16>)
        return {{index, 0}};
    else
        return static_cast<Value>(index);
}

} // namespace pradix::cuda
