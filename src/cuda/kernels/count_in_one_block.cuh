// SPDX-License-Identifier: MIT
// Few keys of one byte without values: one block counts them and writes them anew. What takes the time is code that
// runs once, so there is little of it.
#pragma once

#include "src/cuda/arguments.cuh"
#include "src/cuda/block/scan_bins.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

// As many neighbouring keys as a thread has at a time. Those of an array begin where such a word may, so that the first
// and the last one may lie in it in part only.
struct keys_of_word {
    static constexpr unsigned size = 8;

    __device__ static unsigned before(void const* keys) { // so many places of the first word
        return reinterpret_cast<std::uintptr_t>(keys) % size;
    }
    __device__ static std::uint8_t of(uint2 word, unsigned i) {
        return static_cast<std::uint8_t>((i < 4 ? word.x : word.y) >> i % 4 * 8);
    }
};

template <unsigned Threads>
struct byte_counter_space {
    unsigned counts[bins]; // by key
    unsigned sums[bin_warps];
    unsigned last_of_warp[2][Threads / warp_lanes]; // images, of words and, by turns, of the next ones
    // The image of a run's keys where it begins in the output, else 0.
    alignas(16) std::uint8_t starts[most_counted_by_a_block + 2 * keys_of_word::size];
};

template <unsigned Threads>
class byte_counter {
public:
    using space = byte_counter_space<Threads>;

    __device__ byte_counter(space& shared, arguments<std::uint8_t, no_value> const& with)
        : shared_(shared), codec_(with.codec), in_(with.keys_of(buffer::in)), out_(with.keys_of(buffer::out)),
          count_(static_cast<unsigned>(with.count())) {}

    // By all threads, as is all else, and before the constructor.
    static __device__ void clear(space& shared, unsigned most) {
        if (threadIdx.x < bins)
            shared.counts[threadIdx.x] = 0;
#pragma unroll 1
        for (unsigned i = threadIdx.x; i < most / size + 2; i += Threads)
            reinterpret_cast<uint2*>(shared.starts)[i] = {};
    }

    __device__ void count() {
        unsigned const lead = keys_of_word::before(in_);
        for (unsigned first = threadIdx.x * size; first < lead + count_; first += Threads * size) {
            std::uint8_t keys[size];
            if (first >= lead && first + size <= lead + count_) {
                uint2 const word = *reinterpret_cast<uint2 const*>(in_ - lead + first);
#pragma unroll
                for (unsigned i = 0; i < size; ++i)
                    atomicAdd(&shared_.counts[keys_of_word::of(word, i)], 1u);
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

    // Once all keys are counted: where those of each kind begin.
    __device__ void mark_starts() {
        unsigned const image = threadIdx.x,
                       keys = image < bins ? shared_.counts[codec_.decode(static_cast<std::uint8_t>(image))] : 0;
        unsigned const start = scan_bins(keys, shared_.sums);
        if (keys > 0)
            shared_.starts[keys_of_word::before(out_) + start] = static_cast<std::uint8_t>(image);
    }

    // Once they are marked: from there to the next mark. Images rise, so that the last one is the largest.
    __device__ void write() {
        unsigned const lead = keys_of_word::before(out_), end = lead + count_;
        unsigned before = 0, turn = 0;
        for (unsigned begin = 0; begin < end; begin += Threads * size, turn ^= 1) {
            unsigned const first = begin + threadIdx.x * size;
            uint2 const marks = first < end ? *reinterpret_cast<uint2 const*>(&shared_.starts[first]) : uint2{};
            unsigned all = before;
            unsigned now = max(before, last_before(last_of(marks), shared_.last_of_warp[turn], all));
            before = all;
            std::uint8_t keys[size];
#pragma unroll
            for (unsigned i = 0; i < size; ++i) {
                now = max(now, keys_of_word::of(marks, i));
                keys[i] = codec_.decode(static_cast<std::uint8_t>(now));
            }
            if (first >= lead && first + size <= end)
                *reinterpret_cast<uint2*>(out_ - lead + first) = word_of(keys);
            else
#pragma unroll
                for (unsigned i = 0; i < size; ++i)
                    if (holds(lead, first + i))
                        out_[first + i - lead] = keys[i];
        }
    }

private:
    // Whether a place of words that begin so many before the array is in it.
    __device__ bool holds(unsigned lead, unsigned place) const {
        return place - lead < count_;
    }

    static constexpr unsigned size = keys_of_word::size, warps = Threads / warp_lanes;

    // The mark behind all others, which is not 0 if any is.
    static __device__ unsigned last_of(uint2 marks) {
        unsigned const word = marks.y != 0 ? marks.y : marks.x;
        return word >> (word == 0 ? 0 : (31 - __clz(word)) / 8 * 8);
    }

    // The last mark of the threads before this one, if they have any. Makes `all` the last one of all threads.
    static __device__ unsigned last_before(unsigned mine, unsigned (&of_warp)[warps], unsigned& all) {
        unsigned const in_warp = scan_marks(mine);
        unsigned const up_to_lane = __shfl_up_sync(all_lanes, in_warp, 1);
        if (lane_of_thread() == warp_lanes - 1)
            of_warp[warp_of_thread()] = in_warp;
        __syncthreads(); // all warps have said theirs, and have read what they said of the last words but one
        unsigned const of_lane = lane_of_thread() < warps ? of_warp[lane_of_thread()] : 0;
        unsigned const of_warps = __reduce_max_sync(all_lanes, lane_of_thread() < warp_of_thread() ? of_lane : 0);
        all = max(all, __reduce_max_sync(all_lanes, of_lane));
        return max(of_warps, lane_of_thread() == 0 ? 0 : up_to_lane);
    }

    // The largest one up to this lane: that of the last lane that has one.
    static __device__ unsigned scan_marks(unsigned mine) {
        std::uint32_t const marked = __ballot_sync(all_lanes, mine != 0) & ~lanes_above();
        unsigned const last = __shfl_sync(all_lanes, mine, marked == 0 ? 0 : 31 - __clz(marked));
        return marked == 0 ? 0 : last;
    }

    static __device__ uint2 word_of(std::uint8_t const (&keys)[size]) {
        uint2 word{};
#pragma unroll
        for (unsigned i = 0; i < size; ++i)
            (i < 4 ? word.x : word.y) |= unsigned{keys[i]} << i % 4 * 8;
        return word;
    }

    space& shared_;
    core::key_order<std::uint8_t> const codec_;
    std::uint8_t const* const in_;
    std::uint8_t* const out_;
    unsigned const count_;
};

template <class Bits, unsigned Threads>
__global__ __launch_bounds__(Threads) void count_in_one_block(arguments<Bits, no_value> const with) {
    static_assert(sizeof(Bits) == 1);
    extern __shared__ __align__(16) unsigned char memory[];
    auto& shared = *reinterpret_cast<byte_counter_space<Threads>*>(memory);
    byte_counter<Threads>::clear(shared, static_cast<unsigned>(with.most));
    wait_for_previous_kernel();
    byte_counter<Threads> bytes{shared, with};
    __syncthreads(); // nothing is counted or marked
    bytes.count();
    __syncthreads(); // all keys are counted
    bytes.mark_starts();
    __syncthreads(); // all runs are marked
    bytes.write();
}

} // namespace pradix::cuda
