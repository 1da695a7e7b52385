// SPDX-License-Identifier: MIT
// Rows of keys in memory of which as much is stored as is not known from where they lie.
#pragma once

#include "src/cuda/kernels/arguments.cuh"

#include <type_traits>

namespace pradix::cuda {

// The lowest bits of images, as many as a Stored has.
template <class Stored>
struct stored_keys {
    static constexpr bool only_rests = false; // what is known of a key may be there, too

    Stored* keys;

    __device__ explicit operator bool() const { return keys != nullptr; }
    __device__ stored_keys operator+(unsigned places) const { return {keys + places}; }
    __device__ stored_keys operator-(unsigned places) const { return {keys - places}; }
    template <class Bits>
    __device__ void put(unsigned place, Bits image) const {
        keys[place] = static_cast<Stored>(image);
    }
};

// 48 bits of each, in six bytes: one row behind the other.
struct split_rests {
    static constexpr bool only_rests = true; // whoever puts them leaves out what is known

    std::uint32_t* lows;
    std::uint16_t* highs;

    __device__ explicit operator bool() const { return lows != nullptr; }
    __device__ split_rests operator+(unsigned places) const { return {lows + places, highs + places}; }
    __device__ split_rests operator-(unsigned places) const { return {lows - places, highs - places}; }
    __device__ void put(unsigned place, std::uint64_t image) const {
        lows[place] = static_cast<std::uint32_t>(image);
        highs[place] = static_cast<std::uint16_t>(image >> 32);
    }
    __device__ std::uint64_t get(unsigned place) const { return std::uint64_t{highs[place]} << 32 | lows[place]; }
    // Calls work(row) for both.
    template <class Work>
    __device__ void each_row(Work const& work) const {
        work(lows);
        work(highs);
    }
};

// What is left of keys in the area of a group that were not counted.
template <class Bits>
using rests_in_area = std::conditional_t<sizeof(Bits) == 8, split_rests, stored_keys<rest_of_key>>;

// The first one of an area that has room for so many.
template <class Bits>
__device__ rests_in_area<Bits> rests_in(Bits* area, unsigned most) {
    if constexpr (sizeof(Bits) == 8) {
        auto* const lows = reinterpret_cast<std::uint32_t*>(area);
        return {lows, reinterpret_cast<std::uint16_t*>(lows + most)};
    } else {
        return {reinterpret_cast<rest_of_key*>(area)};
    }
}

} // namespace pradix::cuda
