// SPDX-License-Identifier: MIT
// How often each key of one or two bytes is there, counted by a block in shared memory.
#pragma once

#include "src/cuda/block/counted/likely_key.cuh"
#include "src/cuda/block/each_key.cuh"
#include "src/cuda/state/pattern_state.hpp"

namespace pradix::cuda {

// Of what one block has seen.
template <class Bits>
struct pattern_counters;

// Each lane counts for itself.
template <>
struct pattern_counters<std::uint8_t> {
    static constexpr unsigned threads = 512, blocks = 2; // that share a multiprocessor
    static constexpr unsigned words = bins * warp_lanes;
    static constexpr bool are_rests = false, lanes_meet = false;
    alignas(16) unsigned counts[bins][warp_lanes];

    template <class Later>
    __device__ void add(unsigned key, unsigned times, Later const&) {
        atomicAdd(&counts[key][lane_of_thread()], times);
    }
    __device__ unsigned count_of(unsigned key) const {
        unsigned all = 0;
        for (unsigned copy = 0; copy < warp_lanes; ++copy)
            all += counts[key][(copy + key) % warp_lanes]; // staggered: lanes read different banks
        return all;
    }
};

// Two counters a word, for there is no room for more: modulo 2^16. Whoever makes one run over calls later(key, 2^16).
template <>
struct pattern_counters<std::uint16_t> {
    static constexpr unsigned threads = 1024, blocks = 1;
    static constexpr unsigned words = patterns<std::uint16_t> / 2;
    static constexpr unsigned most = 0xffff;
    static constexpr bool lanes_meet = true; // in a counter: those that have the same key wait for each other
    static constexpr bool are_rests = true; // so that those of all blocks together fit 32 bits, which are faster to add
    alignas(16) unsigned pairs[words];
    unsigned likely; // a key

    template <class Later>
    __device__ void add(unsigned key, unsigned times, Later const& later) {
        unsigned const half = key % 2 * 16;
        unsigned const before = atomicAdd(&pairs[key / 2], times << half);
        if ((before >> half & most) + times > most)
            run_over(key, before, later);
    }
    __device__ unsigned count_of(unsigned key) const { return pairs[key / 2] >> key % 2 * 16 & most; }

private:
    // What has run over the lower counter is in the upper one now, and has to be taken back. Either may make that run
    // over, or under. Code apart, for it is rare: in a loop that counts, it would be in the way of the rest.
    template <class Later>
    __device__ __noinline__ void run_over(unsigned key, unsigned before, Later later) {
        constexpr long long over = most + 1;
        later(key, over);
        if (key % 2 != 0)
            return;
        if (before >> 16 == most)
            later(key + 1, over);
        if (atomicSub(&pairs[key / 2], 1u << 16) >> 16 == 0)
            later(key + 1, -over);
    }
};

template <unsigned Threads, class Bits>
__device__ void clear_counters(pattern_counters<Bits>& shared) {
    zeros{reinterpret_cast<uint4*>(&shared), pattern_counters<Bits>::words / 4}.write<Threads>(0, 1);
}

// Some patterns of each lane; one of them that is likely is added once, by all lanes together.
template <bool HasLikely, class Bits, unsigned Size, class Later>
__device__ void add_each(pattern_counters<Bits>& shared, unsigned const (&patterns_of_thread)[Size], unsigned likely,
                         Later const& later) {
    unsigned times = 0;
#pragma unroll
    for (unsigned const pattern : patterns_of_thread) {
        if (HasLikely)
            times += __popc(__ballot_sync(all_lanes, pattern == likely));
        if (!HasLikely || pattern != likely)
            shared.add(pattern, 1, later);
    }
    if (HasLikely && lane_of_thread() == 0)
        shared.add(likely, times, later);
}

// A vector of each lane. A warp full of one key, as sorted or constant input has it, adds once; so does one for those
// of its keys that are the likely one, if there is any.
template <bool HasLikely, class Bits, class Later>
__device__ void count_vector(pattern_counters<Bits>& shared, uint4 const& vector, unsigned likely, Later const& later) {
    constexpr unsigned size = key_vector<Bits>::size;
    auto const* const keys = reinterpret_cast<Bits const*>(&vector);
    unsigned const repeated = keys[0] * (~0u / (patterns<Bits> - 1)); // the first key, as often as a word holds it
    bool const one_key = vector.x == repeated && vector.y == repeated && vector.z == repeated && vector.w == repeated;
    unsigned const first = __shfl_sync(all_lanes, vector.x, 0);
    if (__all_sync(all_lanes, one_key && vector.x == first)) {
        if (lane_of_thread() == 0)
            shared.add(keys[0], size * warp_lanes, later);
        return;
    }
    unsigned patterns_of_thread[size];
#pragma unroll
    for (unsigned i = 0; i < size; ++i)
        patterns_of_thread[i] = keys[i];
    add_each<HasLikely>(shared, patterns_of_thread, likely, later);
}

// By all threads of a block, whose counters are clear behind it. `told` is shared.
template <class KeyAt>
__device__ unsigned hear_likely(unsigned& told, std::uint64_t count, KeyAt const& key_at) {
    if (warp_of_thread() == 0) {
        unsigned const likely = likely_key(count, key_at);
        if (lane_of_thread() == 0)
            told = likely;
    }
    __syncthreads(); // the likely key is known, and counters are clear
    return told;
}

// This block's part of all keys, by all its threads; counters are cleared when all have come here. They are complete
// behind it.
template <unsigned Threads, class Bits, class Later>
__device__ void count_keys(pattern_counters<Bits>& shared, Bits const* keys, std::uint64_t count, Later const& later) {
    auto const count_all = [&]<bool HasLikely>(unsigned likely) {
        each_vector_of_thread<Threads, uint4>( // words, from which keys are cut in fewer instructions
            keys, count,
            [&](uint4 const& vector, std::uint64_t) {
                count_vector<HasLikely>(shared, vector, likely, later);
                return true;
            },
            [&](std::uint64_t i) {
                shared.add(keys[i], 1, later);
                return true;
            });
    };
    unsigned likely = no_bin;
    if constexpr (pattern_counters<Bits>::lanes_meet)
        likely = hear_likely(shared.likely, count, [&](std::uint64_t i) -> unsigned { return keys[i]; });
    else
        __syncthreads(); // counters are clear
    if (likely != no_bin)
        count_all.template operator()<true>(likely);
    else
        count_all.template operator()<false>(no_bin);
    __syncthreads(); // counts are complete
}

} // namespace pradix::cuda
