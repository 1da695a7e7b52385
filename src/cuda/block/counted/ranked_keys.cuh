// SPDX-License-Identifier: MIT
// The ranks of few different keys, found without a search: a hash function under which no home has more than two of
// them (Fredman, Komlós and Szemerédi, "Storing a Sparse Table with O(1) Worst Case Access Time", 1984, in one level,
// since they are so few).
#pragma once

#include "src/cuda/block/mixed.cuh"
#include "src/cuda/state/arguments.cuh"

namespace pradix::cuda {

template <class Bits>
struct ranked_keys {
    static constexpr unsigned most = bins, most_homes = 8 * most;

    std::uint64_t multiplier;
    unsigned homes, size;
    alignas(16) Bits by_rank[most];
    alignas(16) Bits firsts[most_homes];             // of the keys at home, one
    alignas(16) unsigned char ranks[2 * most_homes]; // of that one, and of the other one

    __device__ unsigned home_of(Bits image) const {
        return static_cast<unsigned>((mixed(image, multiplier) >> 32) * homes >> 32);
    }
    // Of a key that is among them; of others anything.
    __device__ unsigned rank_of(Bits image) const {
        unsigned const home = home_of(image);
        return ranks[2 * home + (firsts[home] == image ? 0 : 1)];
    }

    // Of so many images in order, by all threads of a block; `at_home` is shared. False if no function is found.
    template <unsigned Threads>
    __device__ bool make(Bits const* images, unsigned count, unsigned (&at_home)[most_homes]) {
        static_assert(most <= Threads && most_homes % Threads == 0);
        constexpr unsigned tries = 32;
        bool const is_one = threadIdx.x < count;
        Bits const mine = is_one ? images[threadIdx.x] : 0;
        std::uint64_t by = mixes_bits;
        for (unsigned wanted = 1u << core::bit_width(2 * count); wanted <= most_homes; wanted *= 2)
            for (unsigned i = 0; i < tries; ++i, by = by * 0xd1342543de82ef95 + 2) {
                for (unsigned home = threadIdx.x; home < most_homes; home += Threads)
                    at_home[home] = 0;
                __syncthreads(); // nobody is at home
                auto const home = static_cast<unsigned>((mixed(mine, by) >> 32) * wanted >> 32);
                unsigned const before = is_one ? atomicAdd(&at_home[home], 1u) : 0;
                if (!__syncthreads_and(before < 2)) // and homes are free again
                    continue;
                if (is_one) {
                    by_rank[threadIdx.x] = mine;
                    ranks[2 * home + before] = static_cast<unsigned char>(threadIdx.x);
                    if (before == 0)
                        firsts[home] = mine;
                }
                if (threadIdx.x == 0) {
                    multiplier = by;
                    homes = wanted;
                    size = count;
                }
                return true;
            }
        return false;
    }

    // What is needed of another one; by all threads of a block, which meet then.
    template <unsigned Threads>
    __device__ void copy(ranked_keys const& from) {
        if (threadIdx.x == 0) {
            multiplier = from.multiplier;
            homes = from.homes;
            size = from.size;
        }
        copy<Threads>(by_rank, from.by_rank, from.size * sizeof(Bits));
        copy<Threads>(firsts, from.firsts, from.homes * sizeof(Bits));
        copy<Threads>(ranks, from.ranks, 2 * from.homes);
    }

private:
    // Some bytes behind them, too.
    template <unsigned Threads>
    static __device__ void copy(void* to, void const* from, std::size_t bytes) {
        for (unsigned i = threadIdx.x; i < (bytes + sizeof(uint4) - 1) / sizeof(uint4); i += Threads)
            static_cast<uint4*>(to)[i] = static_cast<uint4 const*>(from)[i];
    }
};

} // namespace pradix::cuda
