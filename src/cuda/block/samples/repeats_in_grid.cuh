// SPDX-License-Identifier: MIT
// Whether keys repeat, as far as samples show it: areas of one size would be too small for what repeats. Each block of
// a grid compares some samples of its own, since pairs of one block's are seldom equal, and says what it found; all
// find the same in what all have said.
#pragma once

#include "src/cuda/block/samples/sample_tag.cuh"
#include "src/cuda/images/even_pieces.hpp"
#include "src/cuda/state/arguments.cuh"
#include "src/cuda/warp/reduce.cuh"

namespace pradix::cuda {

// A sample is noted in a slot by its bits, where the largest tag stays: those with this tag, but for the first one,
// were there before.
template <unsigned Threads, unsigned Slots>
class repeats_in_grid {
public:
    static constexpr unsigned samples = Threads; // of a block; there are more keys

    // By all threads. Asks for keys, some neighbours in each of the first threads, and clears the slots.
    __device__ repeats_in_grid(std::uint32_t (&slots)[Slots], unsigned& repeats, std::uint32_t const* keys,
                               unsigned count)
        : slots_(slots), repeats_(repeats), count_(count) {
        using vector = key_vector<std::uint32_t>;
        auto const* const aligned = reinterpret_cast<vector const*>(keys + vector::keys_before_aligned(keys));
        unsigned const apart = count / asking, between_blocks = apart / size / (gridDim.x + 1);
        if (threadIdx.x < asking)
            sampled_ = aligned[threadIdx.x * apart / size + blockIdx.x * between_blocks];
        clear_together<Threads>(slots);
        if (threadIdx.x == 0)
            repeats = 0;
    }

    // Once slots are clear.
    __device__ void note() {
        each([&](std::uint32_t tag, unsigned slot) { before_ -= atomicMax(&slots_[slot], tag) == 0 ? 1 : 0; });
    }
    // Once all have noted theirs.
    __device__ void count() {
        each([&](std::uint32_t tag, unsigned slot) { before_ += slots_[slot] == tag ? 1 : 0; });
        add_up(static_cast<unsigned>(before_), repeats_);
    }
    // Once all have counted: one word of each block.
    __device__ void report(unsigned* of_blocks) {
        __syncthreads(); // all are counted
        if (threadIdx.x == 0) {
            of_blocks[blockIdx.x] = repeats_;
            repeats_ = 0; // for those of all blocks
        }
    }
    // Once all blocks have said so: whether so many pairs of samples are equal as if each key were there five times. In
    // ten million keys, sixteen are to be expected then, and chance does not make it eight or thirty.
    __device__ bool are_many(unsigned const* of_blocks) {
        static_assert(most_even_blocks <= Threads);
        constexpr unsigned times = 5, pairs = samples * (samples - 1) / 2;
        add_up(threadIdx.x < gridDim.x ? of_blocks[threadIdx.x] : 0, repeats_);
        __syncthreads(); // all are added up
        return static_cast<float>(repeats_) * static_cast<float>(count_) >
               float{times} * pairs * static_cast<float>(gridDim.x);
    }

private:
    static constexpr unsigned size = key_vector<std::uint32_t>::size, asking = samples / size; // threads
    static constexpr unsigned slot_bits = core::bit_width(Slots) - 1;
    static_assert(samples <= Slots / 2 && Slots == 1u << slot_bits);

    // Of neighbours that are equal, as where input is in order, the first one is enough.
    template <class Work>
    __device__ void each(Work const& work) const {
        if (threadIdx.x >= asking)
            return;
#pragma unroll
        for (unsigned i = 0; i < size; ++i)
            if (i == 0 || sampled_.keys[i] != sampled_.keys[i - 1]) {
                std::uint32_t const mixed = sampled_.keys[i] * 0x9e3779b1u;
                work(mixed | 1, mixed >> (32 - slot_bits));
            }
    }

    std::uint32_t (&slots_)[Slots];
    unsigned& repeats_;
    unsigned const count_; // of all keys
    key_vector<std::uint32_t> sampled_;
    int before_ = 0; // of this thread's samples, so many more have the tag of their slot than were the first there
};

} // namespace pradix::cuda
