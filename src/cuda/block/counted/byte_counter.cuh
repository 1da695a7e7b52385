// SPDX-License-Identifier: MIT
// Keys of one byte, counted by a block and written anew. What takes the time is code that runs once, so there is little
// of it.
#pragma once

#include "src/cuda/block/counted/counted_keys.cuh"
#include "src/cuda/block/counted/marked_runs.cuh"
#include "src/cuda/block/scan_bins.cuh"

namespace pradix::cuda {

template <unsigned Threads, unsigned Most>
struct byte_counter_space {
    unsigned counts[bins]; // by key
    unsigned sums[bin_warps];
    marked_runs<std::uint8_t, Threads, Most, 8> runs;
};

// Sorts up to `Most` keys.
template <unsigned Threads, unsigned Most>
class byte_counter {
    using word = word_of_keys<std::uint8_t, 8>;

public:
    static constexpr unsigned threads = Threads, least = 1, most = Most;
    using space = byte_counter_space<Threads, Most>;

    __device__ byte_counter(space& shared, counted_keys<std::uint8_t> const& keys)
        : shared_(shared), codec_(keys.codec), in_(keys.in), out_(keys.out), count_(keys.count()) {}

    // By all threads, as is all else.
    __device__ void run() {
        clear();
        __syncthreads(); // nothing is counted or marked
        count();
        __syncthreads(); // all keys are counted
        mark_runs();
        __syncthreads(); // all runs are marked
        shared_.runs.write(out_, count_, codec_);
    }

private:
    __device__ void clear() {
        if (threadIdx.x < bins)
            shared_.counts[threadIdx.x] = 0;
        shared_.runs.clear(count_);
    }

    __device__ void count() {
        constexpr unsigned size = word::size;
        unsigned const lead = word::before(in_);
        for (unsigned first = threadIdx.x * size; first < lead + count_; first += Threads * size) {
            std::uint8_t keys[size];
            if (first >= lead && first + size <= lead + count_) {
                word const loaded = *reinterpret_cast<word const*>(in_ - lead + first);
#pragma unroll
                for (unsigned i = 0; i < size; ++i)
                    atomicAdd(&shared_.counts[loaded[i]], 1u); // the hardware adds equal ones up
                continue;
            }
#pragma unroll
            for (unsigned i = 0; i < size; ++i)
                if (holds(lead, first + i))
                    keys[i] = in_[first + i - lead];
#pragma unroll
            for (unsigned i = 0; i < size; ++i)
                if (holds(lead, first + i))
                    atomicAdd(&shared_.counts[keys[i]], 1u);
        }
    }
    // Whether a place of words that begin so many before the array is in it.
    __device__ bool holds(unsigned lead, unsigned place) const {
        return place - lead < count_;
    }

    // A thread an image.
    __device__ void mark_runs() {
        auto const image = static_cast<std::uint8_t>(threadIdx.x);
        unsigned const keys = threadIdx.x < bins ? shared_.counts[codec_.decode(image)] : 0;
        unsigned const start = scan_bins(keys, shared_.sums);
        if (keys > 0)
            shared_.runs.mark(out_, start, image);
    }

    space& shared_;
    core::key_order<std::uint8_t> const codec_;
    std::uint8_t const* const in_;
    std::uint8_t* const out_;
    unsigned const count_;
};

} // namespace pradix::cuda
