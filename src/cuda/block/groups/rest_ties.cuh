// SPDX-License-Identifier: MIT
// The last step of sorting rests (rest_sort.cuh): words that agree in bin and fraction, whose rests may not be in
// order. They are neighbours, rarely more than two: the thread of the first one inserts the others where they belong,
// and writes all of them again.
#pragma once

#include "src/cuda/block/groups/rest_output.cuh"
#include "src/cuda/block/groups/rest_space.cuh"
#include "src/cuda/block/groups/segment.cuh"

namespace pradix::cuda {

template <class Items, class Bits, class Value, class Tile>
class rest_ties {
public:
    // Of so many items, whose words are in order.
    __device__ rest_ties(rest_sort_space<Items, Value, Tile>& shared, rest_output<Items, Bits, Value> const& output,
                         unsigned count)
        : shared_(shared), output_(output), count_(count) {}

    template <written As>
    __device__ void settle() {
        std::uint32_t* const words = shared_.words;
        auto const ties = [&](unsigned slot) { return item_word::tie(words[word_at(slot)], words[word_at(slot + 1)]); };
        auto const key = [&](std::uint32_t of) { return shared_.rests().get(item_word::place(of)); };
        unsigned begins = 0; // a bit for each slot of this thread
        each_row<Tile::threads, Tile::items>(count_, [&](unsigned i) {
            unsigned const slot = i * Tile::threads + threadIdx.x;
            if (ties(slot) && (slot == 0 || !ties(slot - 1)))
                begins |= 1u << i;
        });
        __syncthreads(); // all know where their ties begin
        // Who settles a run asks the word behind it, too, which another thread may be moving. But words of a run that
        // change places all have the bin and the fraction that are asked for.
        for (; begins != 0; begins &= begins - 1) {
            unsigned const first = (__ffs(begins) - 1) * Tile::threads + threadIdx.x;
            unsigned last = first;
            while (ties(last)) {
                std::uint32_t const next = words[word_at(++last)];
                unsigned at = last;
                for (; at > first && key(words[word_at(at - 1)]) > key(next); --at)
                    words[word_at(at)] = words[word_at(at - 1)];
                words[word_at(at)] = next;
            }
            for (unsigned slot = first; slot <= last; ++slot)
                output_.template put<As>(slot, shared_.rests(), item_word::place(words[word_at(slot)]));
        }
    }

private:
    rest_sort_space<Items, Value, Tile>& shared_;
    rest_output<Items, Bits, Value> output_;
    unsigned const count_;
};

} // namespace pradix::cuda
