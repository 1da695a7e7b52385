// SPDX-License-Identifier: MIT
// Keys of two bytes, far fewer than there may be different ones, counted by a block and written anew: which images
// there are is told by a bit each, and those that there are have a counter each. However keys are spread, that takes
// about the same time, for hardly any wait for each other.
#pragma once

#include "src/cuda/block/counted/counted_keys.cuh"
#include "src/cuda/block/counted/last_mark.cuh"
#include "src/cuda/block/scan.cuh"
#include "src/cuda/state/pattern_state.hpp"
#include "src/cuda/warp/likely_bin.cuh"

#include <algorithm>

namespace pradix::cuda {

// What a thread has of an array, moved by as few words as its size allows.
template <class T, unsigned Size>
struct alignas(std::min<std::size_t>((sizeof(T) * Size) & (0 - sizeof(T) * Size), 16)) neighbours {
    T of[Size];
};
// All that all threads have.
template <class T, unsigned Size>
__device__ T* all_of(neighbours<T, Size>* of_threads) {
    return reinterpret_cast<T*>(of_threads);
}

// Neighbouring images, a bit of a word each. A thread has some of these groups, neighbours, too.
template <unsigned Threads>
struct image_groups {
    static constexpr unsigned size = 32, banks = 32, of_thread = patterns<std::uint16_t> / size / Threads;
    static_assert(of_thread * Threads * size == patterns<std::uint16_t>);

    static __device__ unsigned bit(unsigned image) { return 1u << image % size; }
    // Where the group of an image lies: groups of images with few ones, or few zeros, which are likely to be there
    // together, in different banks. Those of a thread stay neighbours.
    static __device__ unsigned place(unsigned image) {
        unsigned const group = image / size;
        return group ^ (group / banks & ~(of_thread - 1));
    }
    static __device__ unsigned place_of_thread() { return place(threadIdx.x * of_thread * size) / of_thread; }
};

template <unsigned Threads, unsigned Most>
struct sparse_counter_space {
    using groups = image_groups<Threads>;
    static constexpr unsigned rows = Most / Threads;
    static_assert(rows * Threads == Most);
    neighbours<unsigned, groups::of_thread> present[Threads];     // bits of images that are there
    neighbours<std::uint16_t, groups::of_thread> before[Threads]; // so many are there in the groups before
    // By the image's number among those that are there.
    neighbours<unsigned, rows> counts[Threads];
    neighbours<std::uint16_t, rows> images[Threads];
    // By place of the output: the image of a run that begins there, and of what a warp begins with; else 0.
    neighbours<std::uint16_t, rows> marks[Threads];
    unsigned sum_of_warp[2][Threads / warp_lanes];
};

// Sorts up to `Most` keys.
template <unsigned Threads, unsigned Most>
class sparse_counter {
    using key = std::uint16_t;

public:
    static constexpr unsigned threads = Threads, least = least_counted_words, most = Most;
    using space = sparse_counter_space<Threads, Most>;
    using groups = typename space::groups;

    __device__ sparse_counter(space& shared, counted_keys<key> const& keys)
        : shared_(shared), in_(keys.in), out_(keys.out), codec_(keys.codec), count_(keys.count()) {}

    // By all threads, as is all else.
    __device__ void run() {
        load();
        clear();
        __syncthreads(); // nothing is there
        find_images();
        __syncthreads(); // all images are found
        number_images();
        __syncthreads(); // all are numbered
        count_images();
        __syncthreads(); // all keys are counted
        mark_runs();
        __syncthreads(); // all runs are marked
        write();
    }

private:
    static constexpr unsigned rows = space::rows;
    using keys_of_thread = neighbours<key, rows>;

    __device__ bool holds(unsigned i) const { return threadIdx.x * rows + i < count_; }

    // Whether this thread can move all of its keys at once.
    __device__ bool moves_together(key const* keys) const {
        return holds(rows - 1) && reinterpret_cast<std::uintptr_t>(keys) % alignof(keys_of_thread) == 0;
    }

    __device__ void load() {
        if (moves_together(in_))
            keys_ = reinterpret_cast<keys_of_thread const*>(in_)[threadIdx.x];
        else
#pragma unroll
            for (unsigned i = 0; i < rows; ++i)
                if (holds(i))
                    keys_.of[i] = in_[threadIdx.x * rows + i];
    }

    __device__ void clear() {
        shared_.present[threadIdx.x] = {};
        shared_.counts[threadIdx.x] = {};
        shared_.marks[threadIdx.x] = {};
    }

    // Lanes that share a likely image let one of them speak: each for itself, they would wait for each other.
    __device__ void find_images() {
#pragma unroll
        for (key& each : keys_.of)
            each = codec_.encode(each);
        unsigned const likely = likely_bin(holds(0) ? keys_.of[0] : no_bin);
#pragma unroll
        for (unsigned i = 0; i < rows; ++i) {
            unsigned const image = keys_.of[i];
            bool const is_likely = holds(i) && image == likely;
            std::uint32_t const alike = __ballot_sync(all_lanes, is_likely);
            if (holds(i) && (!is_likely || (alike & lanes_below()) == 0))
                atomicOr(&all_of(shared_.present)[groups::place(image)], groups::bit(image));
        }
    }

    __device__ void number_images() {
        unsigned const mine = groups::place_of_thread();
        auto const present = shared_.present[mine];
        unsigned sum = 0;
#pragma unroll
        for (unsigned const each : present.of)
            sum += __popc(each);
        unsigned number = scan_in_block(sum, shared_.sum_of_warp[0]);
        neighbours<std::uint16_t, groups::of_thread> before;
#pragma unroll
        for (unsigned i = 0; i < groups::of_thread; ++i) {
            before.of[i] = static_cast<std::uint16_t>(number);
            number += __popc(present.of[i]);
        }
        shared_.before[mine] = before;
    }

    __device__ void count_images() {
#pragma unroll
        for (unsigned i = 0; i < rows; ++i) {
            if (!holds(i))
                continue;
            unsigned const image = keys_.of[i];
            unsigned const group = groups::place(image);
            unsigned const number =
                all_of(shared_.before)[group] + __popc(all_of(shared_.present)[group] & (groups::bit(image) - 1));
            atomicAdd(&all_of(shared_.counts)[number], 1u); // the hardware adds equal ones up
            all_of(shared_.images)[number] = static_cast<key>(image);
        }
    }

    __device__ void mark_runs() {
        auto const counts = shared_.counts[threadIdx.x];
        unsigned sum = 0;
#pragma unroll
        for (unsigned const each : counts.of)
            sum += each;
        unsigned begin = scan_in_block(sum, shared_.sum_of_warp[1]);
        auto const images = shared_.images[threadIdx.x];
        key* const marks = all_of(shared_.marks);
#pragma unroll
        for (unsigned i = 0; i < rows; ++i) {
            unsigned const end = begin + counts.of[i];
            constexpr unsigned of_warp = warp_lanes * rows;
            for (unsigned place = begin; place < end; place = (place / of_warp + 1) * of_warp)
                marks[place] = images.of[i];
            begin = end;
        }
    }

    // From each mark to the next one.
    __device__ void write() {
        auto mine = shared_.marks[threadIdx.x];
        unsigned last = 0;
#pragma unroll
        for (key const mark : mine.of)
            last = max(last, unsigned{mark});
        unsigned const before = __shfl_up_sync(all_lanes, last_mark_in_warp(last), 1);
        unsigned image = lane_of_thread() == 0 ? 0 : before;
#pragma unroll
        for (key& each : mine.of) {
            image = max(image, unsigned{each});
            each = codec_.decode(static_cast<key>(image));
        }
        if (moves_together(out_))
            reinterpret_cast<keys_of_thread*>(out_)[threadIdx.x] = mine;
        else
#pragma unroll
            for (unsigned i = 0; i < rows; ++i)
                if (holds(i))
                    out_[threadIdx.x * rows + i] = mine.of[i];
    }

    space& shared_;
    key const* const in_;
    key* const out_;
    core::key_order<key> const codec_;
    unsigned const count_;
    keys_of_thread keys_{}; // and then their images
};

} // namespace pradix::cuda
