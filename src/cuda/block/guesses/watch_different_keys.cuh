// SPDX-License-Identifier: MIT
// Whether keys that are divided into buckets, so as to be counted there, are as few different ones as samples say. If
// they are not, it is seen while most of them still have to be divided.
#pragma once

#include "src/cuda/block/samples/sample_tag.cuh"

namespace pradix::cuda {

// Of all keys one in so many is noted, whichever tile it is in: a different one like any other. By some tiles, so that
// the pass takes as long.
struct watched_keys {
    static constexpr unsigned one_in = 256, slots = 1u << 14, tiles_apart = 4;
    // Half as many again as samples let through.
    static constexpr unsigned most = bins * most_of_bucket / one_in * 3 / 2;

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
        for (unsigned i = threadIdx.x; i < size; i += Threads) {
            std::uint64_t const hash = mixed(words[i]); // of which different bits say one thing each
            if (hash >> 56 == 0 && note(tags[(hash >> 40) % slots], static_cast<unsigned>(hash >> 8) | 1) == 0 &&
                atomicAdd(&state.tabled.watched, 1u) == most)
                state.prefix.lacks_room = true;
        }
    }
    static_assert(one_in == 256, "the uppermost byte");
};

} // namespace pradix::cuda
