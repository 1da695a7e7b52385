// SPDX-License-Identifier: MIT
// Items of a block, two a thread, put in order by a network that merges runs, in which the lesser of two items always
// goes to the front (Batcher, "Sorting Networks and Their Applications", 1968; the bitonic one, its second runs
// reversed): the same steps whatever the items are, and what is behind them all stays there.
#pragma once

#include "src/cuda/warp/exchange.cuh"

#include <algorithm>

namespace pradix::cuda {

// A key, and where it was: with places, equal keys keep their order.
template <class Bits, bool HasPlace>
struct placed_key {
    Bits key;
    unsigned place;

    friend __device__ bool operator<(placed_key const& one, placed_key const& other) {
        if constexpr (HasPlace)
            return one.key < other.key || (one.key == other.key && one.place < other.place);
        else
            return one.key < other.key;
    }
};

// Through which pairs of items, one a thread, are seen by other warps.
template <class Bits, bool HasPlace, unsigned Threads>
struct network_space {
    struct alignas(std::min<std::size_t>(2 * sizeof(Bits), 16)) pair_of_keys {
        Bits of[2];
    };
    struct alignas(8) pair_of_places {
        unsigned of[2];
    };
    struct pairs {
        pair_of_keys keys[Threads];
        pair_of_places places[HasPlace ? Threads : 1];
    };
    pairs of_turn[2]; // one is written while the other one may still be read
};

template <class Bits, bool HasPlace, unsigned Threads>
class network_sort {
public:
    using item = placed_key<Bits, HasPlace>;
    using space = network_space<Bits, HasPlace, Threads>;

    __device__ network_sort(space& shared, item (&items)[2]) : shared_(shared), items_(items) {}

    // By all threads; item i of thread t is number 2 t + i. Of these, `size` are put in order. All behind are largest
    // ones.
    __device__ void run(unsigned size) {
        bool const is_used = 2 * warp_of_thread() * warp_lanes < size; // this warp
        order_pair();
        if (is_used)
#pragma unroll
            for (unsigned merged = 2; merged <= warp_lanes; merged *= 2) { // threads whose items are in order then
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
    // Of two threads whose numbers differ in some bits, the one that has not the highest of them keeps the lesser
    // items.
    static __device__ bool keeps_least(unsigned highest) {
        return (threadIdx.x & highest) == 0;
    }
    static __device__ void keep(item& mine, item const& other, bool least) {
        if ((other < mine) == least)
            mine = other;
    }

    __device__ void order_pair() {
        item const first = items_[0], second = items_[1];
        bool const swaps = second < first;
        items_[0] = swaps ? second : first;
        items_[1] = swaps ? first : second;
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
        item others[2];
#pragma unroll
        for (unsigned i = 0; i < 2; ++i) {
            item const& sent = items_[Reversed ? 1 - i : i];
            others[i].key = of_lane_across(sent.key, bits_of_lane);
            if constexpr (HasPlace)
                others[i].place = of_lane_across(sent.place, bits_of_lane);
        }
        keep(items_[0], others[0], keeps_least(highest));
        keep(items_[1], others[1], keeps_least(highest));
    }

    template <bool Reversed>
    __device__ void meet_other_warp(unsigned bits_of_thread, unsigned highest) {
        auto& pairs = shared_.of_turn[turn_++ % 2];
        pairs.keys[threadIdx.x] = {items_[0].key, items_[1].key};
        if constexpr (HasPlace)
            pairs.places[threadIdx.x] = {items_[0].place, items_[1].place};
        __syncthreads(); // pairs of all warps are there, and those of the turn before are read
        unsigned const across = threadIdx.x ^ bits_of_thread;
        auto const keys = pairs.keys[across];
#pragma unroll
        for (unsigned i = 0; i < 2; ++i) {
            item other{keys.of[Reversed ? 1 - i : i], 0};
            if constexpr (HasPlace)
                other.place = pairs.places[across].of[Reversed ? 1 - i : i];
            keep(items_[i], other, keeps_least(highest));
        }
    }

    space& shared_;
    item (&items_)[2];
    unsigned turn_ = 0;
};

} // namespace pradix::cuda
