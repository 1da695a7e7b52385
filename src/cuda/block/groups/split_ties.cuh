// SPDX-License-Identifier: MIT
// The last step of a split (split_sort.cuh): neighbours whose words agree in bin and fraction, and whose whole keys are
// not in order yet. There are rarely any.
#pragma once

#include "src/cuda/block/groups/segment.cuh"
#include "src/cuda/block/groups/split_space.cuh"

namespace pradix::cuda {

template <class Bits, class Value, class Tile>
class split_ties {
public:
    // Of so many items, whose words are in order; compared: the bits of an image that are.
    __device__ split_ties(split_space<Bits, Value, Tile>& shared, unsigned count, Bits compared)
        : shared_(shared), count_(count), compared_(compared) {}

    // By all threads, which see words in order afterwards.
    __device__ void settle() {
        if (are_left())
            exchange_neighbours();
    }

private:
    static constexpr unsigned threads = Tile::threads;

    // Whether words that tie have keys that are not in order; or whether any tie, where registers are scarce.
    __device__ bool are_left() {
        bool mine = false;
        std::uint32_t const* const words = shared_.words + word_at(threadIdx.x);
        std::uint32_t const* const next = shared_.words + word_at(threadIdx.x + 1);
        each_row<threads, Tile::items>(count_, [&](unsigned i) {
            // behind the last is another one that ties with none
            if (item_word::tie(words[i * threads], next[i * threads]))
                mine |= Tile::blocks == 1 || are_reversed(words[i * threads], next[i * threads]);
        });
        if (mine)
            shared_.has_ties = true;
        __syncthreads(); // all have looked
        return shared_.has_ties;
    }
    __device__ bool are_reversed(std::uint32_t one, std::uint32_t other) const {
        return (shared_.key_of(one) & compared_) > (shared_.key_of(other) & compared_);
    }

    // Neighbours with the same bin and fraction change places until their whole keys are in order: no more than share
    // a bin.
    __device__ void exchange_neighbours() {
        bool swapped = true;
        while (swapped) {
            __syncthreads(); // all have seen whether any were swapped
            if (threadIdx.x == 0)
                shared_.has_swapped = false;
            for (unsigned odd = 0; odd < 2; ++odd) {
                __syncthreads(); // pairs of the other kind are in order
                for (unsigned slot = 2 * threadIdx.x + odd; slot + 1 < count_; slot += 2 * threads)
                    exchange_at(slot);
            }
            __syncthreads(); // all pairs are in order
            swapped = shared_.has_swapped;
        }
    }

    __device__ void exchange_at(unsigned slot) {
        std::uint32_t& one = shared_.words[word_at(slot)];
        std::uint32_t& other = shared_.words[word_at(slot + 1)];
        if (!item_word::tie(one, other) || !are_reversed(one, other))
            return;
        std::uint32_t const word = one;
        one = other;
        other = word;
        shared_.has_swapped = true;
    }

    split_space<Bits, Value, Tile>& shared_;
    unsigned const count_;
    Bits const compared_;
};

} // namespace pradix::cuda
