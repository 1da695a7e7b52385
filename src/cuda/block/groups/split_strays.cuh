// SPDX-License-Identifier: MIT
// Keys alone of which many share a bin of a split (split_sort.cuh), a crowd: if they are equal, they may lie in any
// order. A few others among them, strays, are put before or behind the equal ones.
#pragma once

#include "src/cuda/block/groups/split_space.cuh"

namespace pradix::cuda {

template <class Bits, class Value, class Tile>
class split_strays {
public:
    // Of so many items, once counts are scanned.
    __device__ split_strays(split_space<Bits, Value, Tile>& shared, unsigned count) : shared_(shared), count_(count) {}

    // Notes the item of this place, if its bin is crowded and its key is not equal to the one in the bin's first slot.
    // Keys and words are there.
    __device__ void find(unsigned bin, unsigned rank, unsigned place) {
        unsigned const begin = shared_.keys.bin[bin];
        if (shared_.size_of_bin(bin, count_) > shared_.most_in_bin &&
            shared_.key_of(shared_.words[word_at(begin)]) != shared_.keys.keys[place])
            if (unsigned const at = atomicAdd(&shared_.strays, 1u); at < Tile::threads)
                shared_.list[at] = {static_cast<std::uint16_t>(bin), static_cast<std::uint16_t>(begin + rank)};
    }

    // To be settled. Once all are found.
    __device__ bool are_too_many() const { return shared_.strays > Tile::threads; }

    // A thread a stray: before or behind the equal keys of its bin, in the order of strays.
    __device__ void settle() {
        unsigned const strays = shared_.strays;
        if (strays == 0)
            return;
        bool const has_stray = threadIdx.x < strays;
        unsigned const mine = has_stray ? shared_.list[threadIdx.x].bin : 0, begin = shared_.keys.bin[mine];
        unsigned const slot = has_stray ? shared_.list[threadIdx.x].slot : 0;
        std::uint32_t const word = shared_.words[word_at(slot)], of_equal_ones = shared_.words[word_at(begin)];
        Bits const key = shared_.key_of(word);
        unsigned rank = 0, others = 0;
        for (unsigned i = 0; has_stray && i < strays; ++i)
            if (shared_.list[i].bin == mine) {
                Bits const other = shared_.key_of(shared_.words[word_at(shared_.list[i].slot)]);
                rank += other < key || (other == key && i < threadIdx.x) ? 1 : 0;
                ++others;
            }
        unsigned const behind = key < shared_.key_of(of_equal_ones) ? 0 : shared_.size_of_bin(mine, count_) - others;
        __syncthreads(); // all have read the words of strays
        if (has_stray)
            put(slot, of_equal_ones);
        __syncthreads(); // equal ones are everywhere in these bins
        if (has_stray)
            put(begin + behind + rank, word);
        __syncthreads(); // words are where they belong
    }

private:
    // In a bin of its own: it ties with none.
    __device__ void put(unsigned slot, std::uint32_t word) {
        shared_.words[word_at(slot)] = item_word::of(slot, 0, item_word::place(word));
    }

    split_space<Bits, Value, Tile>& shared_;
    unsigned const count_;
};

} // namespace pradix::cuda
