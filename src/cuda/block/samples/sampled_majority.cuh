// SPDX-License-Identifier: MIT
// Whether most keys are equal, as far as samples show it.
#pragma once

#include "src/cuda/block/samples/key_samples.cuh"

namespace pradix::cuda {

template <class Bits>
struct sampled_majority_space {
    alignas(16) Bits likely; // what many samples of some warp are
    bool is_likely;
    unsigned samples; // that are
};

template <class Bits>
class sampled_majority {
public:
    __device__ sampled_majority(sampled_majority_space<Bits>& shared, key_samples<Bits> const& samples)
        : shared_(shared), samples_(samples) {}

    // By all threads. How many samples are equal, if these are two of three at least, and `image` is theirs; else 0.
    __device__ unsigned find(Bits& image) {
        if (threadIdx.x == 0)
            shared_.is_likely = false, shared_.samples = 0;
        __syncthreads(); // nothing is found yet
        Bits const mine = by_words(samples_.images[0], [](unsigned word) { return __shfl_sync(all_lanes, word, 0); });
        if (in_warp(mine) > samples_of_thread * warp_lanes / 2 && lane_of_thread() == 0)
            shared_.likely = mine, shared_.is_likely = true; // whichever warp is the last one: most have the same
        __syncthreads();                                     // each warp has said what it has found
        if (!shared_.is_likely)
            return 0;
        if (threadIdx.x == 0)
            image = shared_.likely;
        unsigned const equal = in_warp(shared_.likely);
        if (lane_of_thread() == 0)
            atomicAdd(&shared_.samples, equal);
        __syncthreads(); // all are counted
        return shared_.samples >= survey_samples / 3 * 2 ? shared_.samples : 0;
    }

private:
    // Samples of this warp that are equal to it.
    __device__ unsigned in_warp(Bits image) const {
        unsigned equal = 0;
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i)
            equal += samples_.images[i] == image ? 1 : 0;
        return __reduce_add_sync(all_lanes, equal);
    }

    sampled_majority_space<Bits>& shared_;
    key_samples<Bits> const& samples_;
};

} // namespace pradix::cuda
