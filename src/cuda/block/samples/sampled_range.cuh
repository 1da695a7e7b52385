// SPDX-License-Identifier: MIT
// Between which numbers samples lie.
#pragma once

#include "src/cuda/block/samples/key_samples.cuh"
#include "src/cuda/images/key_range.hpp"
#include "src/cuda/warp/reduce.cuh"

namespace pradix::cuda {

template <class T>
struct sampled_range {
    static constexpr unsigned warps = survey_threads / warp_lanes;
    T least_of_warp[warps], inverted_greatest_of_warp[warps];

    // From the least to the greatest one; by all threads of a block.
    __device__ key_range<T> find(T const (&mine)[samples_of_thread]) {
        T least = mine[0], greatest = mine[0];
#pragma unroll
        for (unsigned i = 1; i < samples_of_thread; ++i) {
            least = min(least, mine[i]);
            greatest = max(greatest, mine[i]);
        }
        least = least_in_warp(least);
        T inverted = least_in_warp(static_cast<T>(~greatest));
        if (lane_of_thread() == 0) {
            least_of_warp[warp_of_thread()] = least;
            inverted_greatest_of_warp[warp_of_thread()] = inverted;
        }
        __syncthreads(); // each warp has said its part
        least = least_in_warp(least_of_warp[lane_of_thread()]);
        inverted = least_in_warp(inverted_greatest_of_warp[lane_of_thread()]);
        return {least, static_cast<T>(static_cast<T>(~inverted) - least)};
    }
    // And so much more that hardly any key lies beyond it.
    static __device__ key_range<T> likely(key_range<T> const& seen) {
        return key_range<T>::around(seen.first, seen.last(), survey_samples);
    }
};

} // namespace pradix::cuda
