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
        : shared_(shared), codec_(keys.codec), in_(keys.in), out_(keys.out), count_(keys.count()),
          lead_(word::before(in_)) {}

    // By all threads, as is all else.
    __device__ void run() {
        word const keys = read(place_of_thread()); // on its way while memory is cleared
        clear();
        __syncthreads(); // nothing is counted or marked
        count(keys);
        __syncthreads(); // all keys are counted
        mark_runs();
        __syncthreads(); // all runs are marked
        shared_.runs.write(out_, count_, codec_);
    }

private:
    static __device__ unsigned place_of_thread() { return threadIdx.x * word::size; }

    // Whether the array has this place of its words.
    __device__ bool holds(unsigned place) const { return place - lead_ < count_; }

    // The word that begins at this place; zeros where the array has none of it.
    __device__ word read(unsigned first) const {
        std::uint8_t const* const keys = in_ - lead_ + first;
        if (holds(first) && holds(first + word::size - 1))
            return *reinterpret_cast<word const*>(keys);
        std::uint8_t some[word::size]{};
#pragma unroll
        for (unsigned i = 0; i < word::size; ++i)
            if (holds(first + i))
                some[i] = keys[i];
        return word::together(some);
    }

    // Words are counted whole: as many zeros are taken off beforehand as there are places that the array does not have.
    __device__ void clear() {
        unsigned const words = (lead_ + count_ + word::size - 1) / word::size;
        if (threadIdx.x < bins)
            shared_.counts[threadIdx.x] = threadIdx.x == 0 ? count_ - words * word::size : 0;
        shared_.runs.clear(count_);
    }

    // Begins with a thread's first keys.
    __device__ void count(word keys) {
        constexpr unsigned step = Threads * word::size;
        for (unsigned first = place_of_thread(); first < lead_ + count_; keys = read(first += step))
#pragma unroll
            for (unsigned i = 0; i < word::size; ++i)
                atomicAdd(&shared_.counts[keys[i]], 1u); // the hardware adds equal ones up
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
    unsigned const count_, lead_; // the words of the array begin so many keys before it
};

} // namespace pradix::cuda
