// SPDX-License-Identifier: MIT
// Whether keys that are divided into buckets, so as to be counted there, are as few different ones as samples say. If
// they are not, it is seen while most of them still have to be divided.
#pragma once

#include "src/cuda/block/samples/sample_tag.cuh"

namespace pradix::cuda {

// Of all keys one in so many is noted, whichever tile it is in: a different one like any other. By some tiles, so that
// the pass takes as long.
struct watched_keys {
    static constexpr unsigned slots = 1u << 14, tiles_apart = 4;
    // By so many bits of a hash, where tables have room for many keys, or for some.
    static constexpr unsigned bits_of_many = 12, bits_of_some = 8;
    static __device__ unsigned bits_of(guess guessed) {
        return guessed == guess::ordered_buckets ? bits_of_many : bits_of_some;
    }
    // Half as many again as samples let through, of some; of many, where samples say that so many are different, twice
    // as many, as where some are there more often than others, and what chance adds.
    static constexpr unsigned most_of_some = (bins * most_of_bucket >> bits_of_some) * 3 / 2;
    static __device__ unsigned most_of(guess guessed, float different) {
        return guessed == guess::ordered_buckets ? (static_cast<unsigned>(2 * different) >> bits_of_many) + 50
                                                 : most_of_some;
    }
    static __device__ bool are_watched(guess guessed) {
        return guessed == guess::tabled_buckets || guessed == guess::ordered_buckets;
    }

    unsigned* tags; // zero at first, where prefixes are counted

    template <class Bits, class Value>
    static __device__ watched_keys of(arguments<Bits, Value> const& with) {
        static_assert(slots <= prefixes);
        return {with.leading.prefix_counts};
    }
    // By all threads of a block.
    template <unsigned Threads>
    __device__ void clear() const {
        zeros{reinterpret_cast<uint4*>(tags), slots / 4}.template write<Threads>(0, 1);
    }

    // By all threads of a block, which have divided these.
    template <unsigned Threads, class Bits>
    __device__ void watch(Bits const* words, unsigned size, control& state) const {
        unsigned const others = 64 - bits_of(state.guessed);
        for (unsigned i = threadIdx.x; i < size; i += Threads) {
            std::uint64_t const hash = mixed(words[i]); // of which different bits say one thing each
            if (hash >> others == 0 && note(tags[(hash >> 38) % slots], static_cast<unsigned>(hash >> 6) | 1) == 0 &&
                atomicAdd(&state.counted.watched, 1u) == state.counted.most_watched)
                state.prefix.lacks_room = true;
        }
    }
    static_assert(38 + 14 <= 64 - bits_of_many && 6 + 32 <= 38);
};

} // namespace pradix::cuda
