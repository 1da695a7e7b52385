// SPDX-License-Identifier: MIT
// Keys of a block, two a thread, put in order by a network that merges runs, in which the lesser of two keys always
// goes to the front (Batcher, "Sorting Networks and Their Applications", 1968; the bitonic one, its second runs
// reversed): the same steps whatever the keys are, and what is behind them all stays there.
#pragma once

#include "src/cuda/warp/exchange.cuh"

namespace pradix::cuda {

// Through which pairs of keys, one a thread, are seen by other warps.
template <class Bits, unsigned Threads>
struct network_space {
    struct alignas(2 * sizeof(Bits)) pair_of_keys {
        Bits of[2];
    };
    pair_of_keys of_turn[2][Threads]; // one row is written while the other one may still be read
};

template <class Bits, unsigned Threads>
class network_sort {
public:
    using space = network_space<Bits, Threads>;

    __device__ network_sort(space& shared, Bits (&keys)[2]) : shared_(shared), keys_(keys) {}

    // By all threads; key i of thread t is number 2 t + i. Of these, `size` are put in order. All behind are largest
    // ones.
    __device__ void run(unsigned size) {
        bool const is_used = 2 * warp_of_thread() * warp_lanes < size; // this warp
        order_pair();
        if (is_used)
#pragma unroll
            for (unsigned merged = 2; merged <= warp_lanes; merged *= 2) { // threads whose keys are in order then
                meet_other_lane<true>(merged - 1, merged / 2);
                merge_lanes(merged / 4);
            }
#pragma unroll 1 // code that runs once comes from memory
        for (unsigned merged = 2 * warp_lanes; merged < size; merged *= 2) {
            meet_other_warp<true>(merged - 1, merged / 2);
#pragma unroll 1
            for (unsigned apart = merged / 4; apart >= warp_lanes; apart /= 2)
                meet_other_warp<false>(apart, apart);
            if (is_used)
                merge_lanes(warp_lanes / 2);
        }
    }

private:
    // Of two threads whose numbers differ in some bits, the one that has not the highest of them keeps the lesser keys.
    static __device__ bool keeps_least(unsigned highest) {
        return (threadIdx.x & highest) == 0;
    }
    static __device__ void keep(Bits& mine, Bits other, bool least) {
        if ((other < mine) == least)
            mine = other;
    }

    __device__ void order_pair() {
        Bits const first = keys_[0], second = keys_[1];
        bool const swaps = second < first;
        keys_[0] = swaps ? second : first;
        keys_[1] = swaps ? first : second;
    }

    // Lanes so far apart, then half as far, and so on; then each thread's pair.
    __device__ void merge_lanes(unsigned apart) {
#pragma unroll
        for (; apart > 0; apart /= 2)
            meet_other_lane<false>(apart, apart);
        order_pair();
    }

    template <bool Reversed>
    __device__ void meet_other_lane(unsigned bits_of_lane, unsigned highest) {
        Bits others[2];
#pragma unroll
        for (unsigned i = 0; i < 2; ++i)
            others[i] = of_lane_across(keys_[Reversed ? 1 - i : i], bits_of_lane);
        keep(keys_[0], others[0], keeps_least(highest));
        keep(keys_[1], others[1], keeps_least(highest));
    }

    template <bool Reversed>
    __device__ void meet_other_warp(unsigned bits_of_thread, unsigned highest) {
        auto& pairs = shared_.of_turn[turn_++ % 2];
        pairs[threadIdx.x] = {keys_[0], keys_[1]};
        __syncthreads(); // pairs of all warps are there, and those of the turn before are read
        auto const others = pairs[threadIdx.x ^ bits_of_thread];
#pragma unroll
        for (unsigned i = 0; i < 2; ++i)
            keep(keys_[i], others.of[Reversed ? 1 - i : i], keeps_least(highest));
    }

    space& shared_;
    Bits (&keys_)[2];
    unsigned turn_ = 0;
};

} // namespace pradix::cuda
