// SPDX-License-Identifier: MIT
// The different ones of some keys: listed with how often each is there, and then put in order, as runs that are to be
// written.
#pragma once

#include "src/cuda/block/counted/key_table.cuh"

namespace pradix::cuda {

// In memory of the grid.
template <class Bits>
struct different_keys {
    static constexpr unsigned most = (key_table<Bits>::most_keys / 4 + 1) * 4; // and the image 0
    static constexpr std::size_t words = most * (1 + sizeof(Bits) / sizeof(unsigned));

    Bits* images;
    unsigned* numbers; // how often each is there; then, of runs, where each starts

    static __device__ different_keys in(void* memory) {
        auto* const images = static_cast<Bits*>(memory);
        return {images, reinterpret_cast<unsigned*>(images + most)};
    }
};

template <class Bits>
struct different_keys_space {
    Bits images[different_keys<Bits>::most];
    unsigned counts[different_keys<Bits>::most];
};

// Makes runs of so many listed keys, in any order. By all threads of a block, or of each of some, of which each makes a
// part; of a block that is alone, runs may take the list's place. A warp compares a key with all others.
template <unsigned Threads, class Bits>
__device__ void order_different_keys(different_keys_space<Bits>& shared, different_keys<Bits> const& list,
                                     unsigned size, different_keys<Bits> const& runs, unsigned block, unsigned blocks) {
    for (unsigned i = threadIdx.x; i < size; i += Threads) {
        shared.images[i] = list.images[i];
        shared.counts[i] = list.numbers[i];
    }
    __syncthreads(); // the list has been read
    constexpr unsigned warps = Threads / warp_lanes;
    for (unsigned i = block * warps + warp_of_thread(); i < size; i += blocks * warps) {
        Bits const mine = shared.images[i];
        unsigned less = 0, before = 0; // such keys, and how often they are there
        for (unsigned other = lane_of_thread(); other < size; other += warp_lanes)
            if (shared.images[other] < mine) {
                ++less;
                before += shared.counts[other];
            }
        less = __reduce_add_sync(all_lanes, less);
        before = __reduce_add_sync(all_lanes, before);
        if (lane_of_thread() == 0) {
            runs.images[less] = mine;
            runs.numbers[less] = before;
        }
    }
}

} // namespace pradix::cuda
