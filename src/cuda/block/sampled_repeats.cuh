// SPDX-License-Identifier: MIT
// Whether keys repeat, as far as some show it that all blocks of a grid look at: areas of one size would be too small
// for what repeats. Each block finds the same, for it does not matter which of its threads comes first.
#pragma once

#include "src/cuda/kernels/arguments.cuh"
#include "src/cuda/warp/reduce.cuh"

namespace pradix::cuda {

// A sample is noted in a slot by its bits, where the largest tag stays: those with this tag, but for the first one,
// were there before.
template <unsigned Threads, unsigned Slots>
class sampled_repeats {
public:
    // By all threads. Asks for neighbouring keys, some in each thread, and clears the slots. There are at least so many
    // keys.
    static constexpr unsigned samples = Threads * key_vector<std::uint32_t>::size;
    __device__ sampled_repeats(std::uint32_t (&slots)[Slots], unsigned& repeats, std::uint32_t const* keys,
                               unsigned count)
        : slots_(slots), repeats_(repeats) {
        auto const misaligned = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(keys) / sizeof *keys % size);
        auto const* const aligned =
            reinterpret_cast<key_vector<std::uint32_t> const*>(keys + (size - misaligned) % size);
        sampled_ = aligned[threadIdx.x * (count / Threads) / size];
        auto* const to_clear = reinterpret_cast<uint4*>(slots);
        for (unsigned i = threadIdx.x; i < Slots / 4; i += Threads)
            to_clear[i] = {};
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
        int const in_warp = __reduce_add_sync(all_lanes, before_);
        if (lane_of_thread() == 0 && in_warp != 0)
            atomicAdd(&repeats_, static_cast<unsigned>(in_warp));
    }
    // Once all have counted: of 500,000 different keys most likely, of a million seldom, of four million hardly ever.
    __device__ bool are_many() const { return repeats_ >= 3; }

private:
    static constexpr unsigned size = key_vector<std::uint32_t>::size, slot_bits = core::bit_width(Slots) - 1;
    static_assert(samples <= Slots / 2 && Slots == 1u << slot_bits);

    // Of neighbours that are equal, as where input is in order, the first one is enough.
    template <class Work>
    __device__ void each(Work const& work) const {
#pragma unroll
        for (unsigned i = 0; i < size; ++i)
            if (i == 0 || sampled_.keys[i] != sampled_.keys[i - 1]) {
                std::uint32_t const mixed = sampled_.keys[i] * 0x9e3779b1u;
                work(mixed | 1, mixed >> (32 - slot_bits));
            }
    }

    std::uint32_t (&slots_)[Slots];
    unsigned& repeats_;
    key_vector<std::uint32_t> sampled_;
    int before_ = 0; // of this thread's samples, so many more have the tag of their slot than were the first there
};

} // namespace pradix::cuda
