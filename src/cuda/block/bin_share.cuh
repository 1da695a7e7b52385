// SPDX-License-Identifier: MIT
// Slots made of counts (rank.cuh) by all threads of a block, some to a bin. Passes by look-back have one thread a bin
// instead: while these look back, others begin to scatter.
#pragma once

#include "src/cuda/block/rank.cuh"
#include "src/cuda/block/scan.cuh"

#include <algorithm>

namespace pradix::cuda {

template <unsigned Warps, unsigned Bins = bins>
struct bin_share_space {
    std::uint16_t first[Bins]; // slot of the bin's first key
    unsigned sum_of_warp[Warps];
};

// A thread's part in making slots of counts: a bin, in some warps that follow each other. Neighbouring threads share a
// bin. KeepsCounts: in registers; else they are read again.
template <unsigned Warps, unsigned Bins = bins, bool KeepsCounts = false>
class bin_share {
public:
    using space = bin_share_space<Warps, Bins>;

    __device__ bin_share(rank_space<Warps, Bins>& ranks, space& shared) : ranks_(ranks), shared_(shared) {}

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
    // By all threads, once they have counted, which meet before slots are read.
    __device__ void place() {
        unsigned slot = scan_in_block(sum_, shared_.sum_of_warp);
        if (is_first())
            shared_.first[bin()] = static_cast<std::uint16_t>(slot);
#pragma unroll
        for (unsigned i = 0; i < warps; ++i) {
            unsigned const count = KeepsCounts ? counts_[i] : of_warp(i);
            of_warp(i) = static_cast<std::uint16_t>(slot);
            slot += count;
        }
    }

private:
    static constexpr unsigned threads_of_bin = Warps * warp_lanes / Bins, warps = Warps / threads_of_bin;
    static constexpr unsigned at_once = KeepsCounts ? warps : std::min(warps, 4u); // each takes a register
    static_assert(threads_of_bin * Bins == Warps * warp_lanes && threads_of_bin * warps == Warps);

    __device__ std::uint16_t& of_warp(unsigned i) const {
        return ranks_.of_warp[threadIdx.x % threads_of_bin * warps + i].bin[bin()];
    }

    rank_space<Warps, Bins>& ranks_;
    space& shared_;
    unsigned sum_;
    unsigned counts_[KeepsCounts ? warps : 1];
};

} // namespace pradix::cuda
