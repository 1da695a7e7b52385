// SPDX-License-Identifier: MIT
// The end of a split: items lie in bins of a few each, in any order within. Each thread takes a window of neighbours
// into registers and sorts them by a network (Batcher, "Sorting Networks and Their Applications", 1968), then a window
// half aside, and so on: what lies within n half windows is in order after n rounds, since a round merges neighbouring
// halves.
//
// An item is a word: the slot where its bin begins, the bits of its key that come next, and its place in the input,
// which makes the order stable. Or it is all that is left of a key.
#pragma once

#include <cstdint>

namespace pradix::cuda {

inline constexpr unsigned window_size = 16, half_window = window_size / 2;

struct item_word {
    static constexpr unsigned place_bits = 13, fraction_bits = 13, start_bits = 6;
    static constexpr unsigned starts = 1u << start_bits;
    static constexpr unsigned most_in_bin = starts - window_size; // so that a window's starts are all different
    static constexpr unsigned fraction_shift = place_bits, start_shift = place_bits + fraction_bits;

    // Of `start`, as much as tells neighbours apart.
    static __device__ std::uint32_t of(unsigned start, unsigned fraction, unsigned place) {
        return start << start_shift | fraction << fraction_shift | place;
    }
    static __device__ unsigned place(std::uint32_t word) { return word & ((1u << place_bits) - 1); }
    static __device__ std::uint32_t with_place(std::uint32_t word, unsigned place) {
        return (word >> place_bits << place_bits) | place;
    }
    // Where its bin begins, of a word in this slot of it.
    static __device__ unsigned begin(std::uint32_t word, unsigned slot) {
        return slot - (slot - (word >> start_shift)) % starts;
    }
    static __device__ bool share_bin(std::uint32_t one, std::uint32_t other) {
        return (one ^ other) >> start_shift == 0;
    }
    // Same bin and same fraction: in order only if nothing is left of the keys.
    static __device__ bool tie(std::uint32_t one, std::uint32_t other) { return (one ^ other) >> place_bits == 0; }

    // Comes behind the words of `count` items in their slots.
    static __device__ std::uint32_t behind(unsigned count) { return of(count, 0, 0); }
    // Bins of a window begin less than most_in_bin before it: less this, their starts compare as numbers.
    static __device__ std::uint32_t base(unsigned begin) { return (begin - most_in_bin) << start_shift; }
};

// A key that is compared whole.
struct whole_word {
    static __device__ std::uint32_t behind(unsigned) { return ~0u; }
    static __device__ std::uint32_t base(unsigned) { return 0; }
};

// The same, and below it the item's place in the input.
struct placed_rest : whole_word {
    static constexpr unsigned place_bits = 13, rest_bits = 32 - place_bits;
    static __device__ std::uint32_t of(std::uint32_t rest, unsigned place) { return rest << place_bits | place; }
    static __device__ unsigned place(std::uint32_t word) { return word & ((1u << place_bits) - 1); }
    static __device__ std::uint32_t rest(std::uint32_t word) { return word >> place_bits; }
};

// Where the word of a slot is: windows of neighbouring threads are read from different banks, four words at a time.
// It repeats: word_at(slot + n * rows_of_words) is word_at(slot) + n * rows_of_words.
inline constexpr unsigned rows_of_words = 128;
__device__ inline unsigned word_at(unsigned slot) {
    return slot ^ (slot >> 3 & 12);
}

__device__ inline void exchange(std::uint32_t& low, std::uint32_t& high) {
    std::uint32_t const least = min(low, high);
    high = max(low, high);
    low = least;
}

// Merges sorted runs of `FirstRun` words, then the runs that these make, up to the whole window.
template <unsigned FirstRun, unsigned Size>
__device__ void sort_window(std::uint32_t (&words)[Size]) {
#pragma unroll
    for (unsigned run = FirstRun; run < Size; run *= 2)
#pragma unroll
        for (unsigned apart = run; apart >= 1; apart /= 2)
#pragma unroll
            for (unsigned low = 0; low + apart < Size; ++low) {
                unsigned const high = low + apart;
                bool const starts = low >= apart % run && (low - apart % run) / apart % 2 == 0;
                if (starts && low / (2 * run) == high / (2 * run))
                    exchange(words[low], words[high]);
            }
}

template <unsigned FirstRun, unsigned Size, class Word>
__device__ void sort_window_at(std::uint32_t* words, unsigned begin) {
    std::uint32_t const base = Word::base(begin);
    std::uint32_t mine[Size];
#pragma unroll
    for (unsigned i = 0; i < Size; i += 4) {
        uint4 const four = *reinterpret_cast<uint4 const*>(&words[word_at(begin + i)]);
        mine[i] = four.x - base;
        mine[i + 1] = four.y - base;
        mine[i + 2] = four.z - base;
        mine[i + 3] = four.w - base;
    }
    sort_window<FirstRun>(mine);
#pragma unroll
    for (unsigned i = 0; i < Size; i += 4)
        *reinterpret_cast<uint4*>(&words[word_at(begin + i)]) =
            uint4{mine[i] + base, mine[i + 1] + base, mine[i + 2] + base, mine[i + 3] + base};
}

// How many rounds sort bins of so many items at most.
template <unsigned HalfWindow = half_window>
__device__ constexpr unsigned rounds_for(unsigned largest_bin) {
    return largest_bin <= HalfWindow ? 2 : (largest_bin + HalfWindow - 1) / HalfWindow + 1;
}

// By all threads, with windows of `Size`. Bins have no more items than these rounds sort, and than a word allows.
// Behind the last word, window_size words are written to.
template <unsigned Threads, class Word = item_word, unsigned Size = window_size>
__device__ void sort_windows(std::uint32_t* words, unsigned count, unsigned rounds) {
    if (threadIdx.x < window_size)
        words[word_at(count + threadIdx.x)] = Word::behind(count + threadIdx.x); // come last
    for (unsigned round = 0; round < rounds; ++round) {
        __syncthreads(); // words are in their bins, or sorted by the round before
        unsigned const aside = round % 2 * (Size / 2);
        for (unsigned begin = threadIdx.x * Size + aside; begin < count; begin += Threads * Size)
            round == 0 ? sort_window_at<1, Size, Word>(words, begin)
                       : sort_window_at<Size / 2, Size, Word>(words, begin);
    }
    __syncthreads(); // the last round is complete
}

} // namespace pradix::cuda
