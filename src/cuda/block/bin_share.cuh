// SPDX-License-Identifier: MIT
// Slots made of counts (rank.cuh) by all threads of a block, some to a bin. Passes by look-back have one thread a bin
// instead: while these look back, others begin to scatter.
#pragma once

#include "src/cuda/block/rank.cuh"
#include "src/cuda/block/scan.cuh"

#include <algorithm>

namespace pradix::cuda {

// A thread's part in making slots of counts: a bin, in some warps that follow each other. Neighbouring threads share a
// bin. KeepsCounts: in registers; else they are read again.
template <unsigned Warps, unsigned Bins = bins, bool KeepsCounts = false>
class bin_share {
public:
    // Both are shared.
    __device__ bin_share(rank_space<Warps, Bins>& ranks, unsigned (&sum_of_warp)[Warps])
        : ranks_(ranks), sum_of_warp_(sum_of_warp) {}

    static __device__ unsigned bin() { return threadIdx.x / threads_of_bin; }
    // Whether this is the first thread of its bin.
    static __device__ bool is_first() { return threadIdx.x % threads_of_bin == 0; }

    // Once all warps have counted.
    __device__ void count() {
        sum_ = 0;
#pragma unroll at_once
        for (unsigned i = 0; i < warps; ++i) {
            unsigned const count = of_warp(i);
            if (KeepsCounts)
                counts_[i] = count;
            sum_ += count;
        }
    }
    // The keys of the bin in all warps; by all threads, once they have counted.
    __device__ unsigned count_in_all() const {
        unsigned sum = sum_;
#pragma unroll
        for (unsigned lanes = 1; lanes < threads_of_bin; lanes *= 2)
            sum += __shfl_xor_sync(all_lanes, sum, lanes);
        return sum;
    }
    // By all threads, once they have counted, which meet before slots are read. Returns the slot of the first key that
    // is counted here: for the first thread of a bin, that of the bin.
    __device__ unsigned place() {
        unsigned const first = scan_in_block(sum_, sum_of_warp_);
        unsigned slot = first;
#pragma unroll
        for (unsigned i = 0; i < warps; ++i) {
            unsigned const count = KeepsCounts ? counts_[i] : of_warp(i);
            of_warp(i) = static_cast<std::uint16_t>(slot);
            slot += count;
        }
        return first;
    }

private:
    static constexpr unsigned threads_of_bin = Warps * warp_lanes / Bins, warps = Warps / threads_of_bin;
    static constexpr unsigned at_once = KeepsCounts ? warps : std::min(warps, 4u); // each takes a register
    static_assert(threads_of_bin * Bins == Warps * warp_lanes && threads_of_bin * warps == Warps);

    __device__ std::uint16_t& of_warp(unsigned i) const {
        return ranks_.of_warp[threadIdx.x % threads_of_bin * warps + i].bin[bin()];
    }

    rank_space<Warps, Bins>& ranks_;
    unsigned (&sum_of_warp_)[Warps];
    unsigned sum_;
    unsigned counts_[KeepsCounts ? warps : 1];
};

} // namespace pradix::cuda
