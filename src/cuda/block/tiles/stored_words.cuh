// SPDX-License-Identifier: MIT
// Rows of words in memory, each what is known of an item, of which as much is stored as is not known from where they
// lie.
#pragma once

#include "src/cuda/state/arguments.cuh"

#include <type_traits>

namespace pradix::cuda {

// The lowest bits of words, as many as a Stored has.
template <class Stored>
struct stored_words {
    static constexpr bool only_rests = false; // what is known of a word may be there, too

    Stored* words;

    __device__ explicit operator bool() const { return words != nullptr; }
    __device__ stored_words operator+(unsigned places) const { return {words + places}; }
    __device__ stored_words operator-(unsigned places) const { return {words - places}; }
    template <class Word>
    __device__ void put(unsigned place, Word word) const {
        words[place] = static_cast<Stored>(word);
    }
    template <class Word>
    __device__ void put(unsigned place, unsigned, Word word) const {
        put(place, word);
    }
    __device__ Stored get(unsigned place) const { return words[place]; }
};

// 32 bits of each and, in another row, so many above as a High has.
template <class High>
struct split_words {
    std::uint32_t* lows;
    High* highs;

    __device__ explicit operator bool() const { return lows != nullptr; }
    __device__ split_words operator+(unsigned places) const { return {lows + places, highs + places}; }
    __device__ split_words operator-(unsigned places) const { return {lows - places, highs - places}; }
    __device__ void put(unsigned place, std::uint64_t word) const {
        lows[place] = static_cast<std::uint32_t>(word);
        highs[place] = static_cast<High>(word >> 32);
    }
    __device__ std::uint64_t get(unsigned place) const { return std::uint64_t{highs[place]} << 32 | lows[place]; }
    // Calls work(row) for both.
    template <class Work>
    __device__ void each_row(Work const& work) const {
        work(lows);
        work(highs);
    }
};

// So many of them, one row behind the other.
template <class High>
__device__ split_words<High> split_words_in(void* memory, std::size_t count) {
    auto* const lows = static_cast<std::uint32_t*>(memory);
    return {lows, reinterpret_cast<High*>(lows + count)};
}

// What is left of the words of a group: six bytes in two rows, or two.
template <class Word>
using stored_rests = std::conditional_t<sizeof(Word) == 8, split_words<std::uint16_t>, stored_words<rest_of_key>>;

// The first one of a group whose memory has room for so many, where there are two rows.
template <class Word>
__device__ stored_rests<Word> rests_in(Word* memory, unsigned most) {
    if constexpr (sizeof(Word) == 8)
        return split_words_in<std::uint16_t>(memory, most);
    else
        return {reinterpret_cast<rest_of_key*>(memory)};
}

// The rows of neighbouring areas, each of so many words: a place is where the low bits of a rest are.
struct split_rows_in_areas {
    static constexpr bool only_rests = true; // whoever puts them leaves out what is known

    std::uint32_t* lows;
    unsigned area_places, most;

    __device__ void put(unsigned place, unsigned area, std::uint64_t word) const {
        lows[place] = static_cast<std::uint32_t>(word);
        reinterpret_cast<std::uint16_t*>(lows)[place + area * area_places + 2 * most] =
            static_cast<std::uint16_t>(word >> 32);
    }
};
template <class Word>
__device__ auto rows_in_areas(Word* areas, unsigned area, unsigned most) {
    if constexpr (sizeof(Word) == 8)
        return split_rows_in_areas{reinterpret_cast<std::uint32_t*>(areas), 2 * area, most};
    else
        return stored_words<rest_of_key>{reinterpret_cast<rest_of_key*>(areas)};
}

} // namespace pradix::cuda
