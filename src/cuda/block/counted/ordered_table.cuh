// SPDX-License-Identifier: MIT
// Different keys and how often each is there, in a hash table with linear probing (Knuth, The Art of Computer
// Programming 3, section 6.4, algorithm L) that nearly keeps their order: a key's home is what its leading bits say. So
// little is left of narrow keys then that a word has room for it and for a count.
#pragma once

#include "src/cuda/block/scan.cuh"
#include "src/cuda/plans/uncounted_layout.hpp"
#include "src/cuda/state/arguments.cuh"
#include "src/cuda/warp/match.cuh"
#include "src/cuda/warp/seen_now.cuh"

namespace pradix::cuda {

struct ordered_table {
    // Homes have two slots: what is put there seldom lies elsewhere.
    static constexpr unsigned home_bits = 14, most_bits_behind = 10, probe_bits = 7,
                              most_probes = (1u << probe_bits) - 1, slots = (2u << home_bits) + 4 * warp_lanes,
                              tag_bits = most_bits_behind + probe_bits;
    static_assert(slots >= (2u << home_bits) + most_probes);
    static constexpr unsigned most_kept = 16;
    // With more, some would find no slot that is near enough.
    static constexpr unsigned most_keys = 17'500;

    struct sizes {
        unsigned keys, times; // different ones, and all
    };

    unsigned size;        // different keys
    unsigned bits_behind; // a home's
    unsigned keys_of_warp[warp_lanes], times_of_warp[warp_lanes];
    std::uint32_t kept_of_warp[warp_lanes][most_kept]; // keys that are still to be added (ordered_adder.cuh)
    alignas(16) std::uint32_t words[slots];            // a count above a tag; 0: free

    // By all threads of a block, for keys of so many bits.
    template <unsigned Threads>
    __device__ void clear(unsigned bits) {
        if (threadIdx.x == 0) {
            size = 0;
            bits_behind = bits - home_bits;
        }
        clear_together<Threads>(words);
    }

    // False if there are too many different ones, or if no slot is free that is near enough. A count that runs over
    // shows in their sum.
    __device__ bool add(std::uint32_t key) {
        unsigned slot = home_of(key);
        bool const fits = find(key, slot);
        if (fits)
            atomicAdd(&words[slot], once);
        return fits;
    }

    // Calls see(i, key, before) for the i-th different key, of which so many that are less are there. By all threads of
    // a block, once all keys are added.
    template <unsigned Threads, class See>
    __device__ sizes each_in_order(See const& see) {
        constexpr unsigned warps = Threads / warp_lanes, rows = slots / warp_lanes,
                           rows_of_warp = (rows + warps - 1) / warps;
        static_assert(warps == warp_lanes && slots % warp_lanes == 0);
        unsigned const begin = warp_of_thread() * rows_of_warp, end = min(begin + rows_of_warp, rows);
        sizes mine{};
        for (unsigned row = begin; row < end; ++row) {
            std::uint32_t const word = words[row * warp_lanes + lane_of_thread()];
            mine.keys += word != 0 ? 1 : 0;
            mine.times += times_in(word);
        }
        say_of_warp(__reduce_add_sync(all_lanes, mine.keys), keys_of_warp);
        say_of_warp(__reduce_add_sync(all_lanes, mine.times), times_of_warp);
        __syncthreads(); // each warp has said its sums
        sizes before{sum_before_warp(keys_of_warp), sum_before_warp(times_of_warp)};
        for (unsigned row = begin; row < end; ++row) {
            unsigned const slot = row * warp_lanes + lane_of_thread();
            std::uint32_t const word = words[slot];
            unsigned const there = __ballot_sync(all_lanes, word != 0), up_to = scan_in_warp(times_in(word));
            if (word != 0)
                see_between(slot, word,
                            {before.keys + __popc(there & lanes_below()), before.times + up_to - times_in(word)}, see);
            before.keys += __popc(there);
            before.times += __shfl_sync(all_lanes, up_to, warp_lanes - 1);
        }
        return {sum_of_warps(keys_of_warp), sum_of_warps(times_of_warp)};
    }

    // The first slot of its home.
    __device__ unsigned home_of(std::uint32_t key) const { return 2 * (key >> bits_behind); }
    // There: the bits behind a key's home, and how far behind the first slot the key is, plus one; so it is not 0.
    __device__ unsigned tag_of(std::uint32_t key) const {
        return (key & core::low_mask<std::uint32_t>(bits_behind)) << probe_bits | 1;
    }
    static __device__ unsigned tag_in(std::uint32_t word) { return word & core::low_mask<std::uint32_t>(tag_bits); }
    static constexpr std::uint32_t once = 1u << tag_bits; // what to add to a word for a key

private:
    static __device__ unsigned times_in(std::uint32_t word) { return word >> tag_bits; }
    static __device__ unsigned probes_in(std::uint32_t word) {
        return word & core::low_mask<std::uint32_t>(probe_bits);
    }
    __device__ std::uint32_t key_in(unsigned slot, std::uint32_t word) const {
        return (slot + 1 - probes_in(word)) / 2 << bits_behind | tag_in(word) >> probe_bits;
    }

    // Makes `slot`, the first one of the key's home, the one where it is, or is put now.
    __device__ bool find(std::uint32_t key, unsigned& slot) {
        unsigned tag = tag_of(key);
        for (unsigned const end = slot + most_probes; slot < end; ++slot, ++tag) {
            std::uint32_t noted = seen_now(words[slot]);
            if (noted == 0) {
                noted = atomicCAS(&words[slot], 0u, tag);
                if (noted == 0)
                    return atomicAdd(&size, 1u) < most_keys / 16 * 17;
            }
            if (tag_in(noted) == tag)
                return true;
        }
        return false;
    }

    // A key's slot may be behind those of greater ones whose homes are not before its own, and before those of less.
    // There is no free slot between a key and its home.
    template <class See>
    __device__ void see_between(unsigned slot, std::uint32_t word, sizes before, See const& see) const {
        std::uint32_t const key = key_in(slot, word);
        for (unsigned at = slot + 1 - probes_in(word); at < slot; ++at)
            if (std::uint32_t const other = words[at]; key_in(at, other) > key) {
                --before.keys;
                before.times -= times_in(other);
            }
        for (unsigned at = slot + 1; at < slots; ++at) {
            std::uint32_t const other = words[at];
            if (other == 0)
                break;
            if (key_in(at, other) < key) {
                ++before.keys;
                before.times += times_in(other);
            }
        }
        see(before.keys, key, before.times);
    }
};

// Of so many keys that are divided into buckets, each of which has as many different ones, on average: its runs still
// have room where keys were that did not fit its home. Of few keys, samples say less.
constexpr unsigned most_of_ordered_bucket(std::uint64_t count) {
    unsigned const most_runs = uncounted_layout::of_buckets(count).behind_homes / 2;
    return std::min(ordered_table::most_keys / (count >> 25 == 0 ? 2 : 1), most_runs / 16 * 15);
}

} // namespace pradix::cuda
