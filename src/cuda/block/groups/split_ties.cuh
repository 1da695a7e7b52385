// SPDX-License-Identifier: MIT
// The last step of a split (split_sort.cuh): words that agree in bin and fraction, and whose whole keys are not in
// order yet. There are rarely any, but for near duplicates: each of these is compared with all others of its bin
// (comparison counting; Knuth, The Art of Computer Programming, vol. 3, 5.2). A block that sorts once, and waits for
// its code, has neighbours exchanged instead, which is less of it.
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
        if constexpr (sizeof(Bits) > 1) // bytes have a bin each
            if (are_left()) {
                if constexpr (sorts_once)
                    exchange_neighbours();
                else
                    compare();
            }
    }

private:
    static constexpr unsigned threads = Tile::threads, rows = Tile::items;
    static_assert(rows <= 32);

    static constexpr bool sorts_once = Tile::blocks == 1;

    // Whether words that tie have keys that are not in order; or whether any tie, for a block that sorts once.
    __device__ bool are_left() {
        std::uint32_t const* const words = shared_.words + word_at(threadIdx.x);
        std::uint32_t const* const next = shared_.words + word_at(threadIdx.x + 1);
        each_row<threads, rows>(count_, [&](unsigned i) {
            // behind the last is another one that ties with none
            if (item_word::tie(words[i * threads], next[i * threads]) &&
                (sorts_once || are_reversed(words[i * threads], next[i * threads])))
                found_ |= 1u << i;
        });
        if (found_ != 0)
            shared_.has_ties = true;
        __syncthreads(); // all have looked
        return shared_.has_ties;
    }
    __device__ bool are_reversed(std::uint32_t one, std::uint32_t other) const {
        return compared(one) > compared(other);
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

    // Calls work(bit, slot) for slots of this thread, a bit each. Not unrolled, for it is rare; threads of a warp are
    // at neighbouring slots.
    template <class Work>
    __device__ void each_slot(unsigned slots, Work const& work) const {
#pragma unroll 1
        for (unsigned i = 0; i < rows; ++i)
            if ((slots >> i & 1) != 0)
                work(1u << i, i * threads + threadIdx.x);
    }

    // Of bins with such keys, all that tie with some other. Words that tie are alike but for their places, so that
    // these change.
    __device__ void compare() {
        auto& places = shared_.keys.ties.places;
        auto& is_unsorted = shared_.keys.ties.is_unsorted;
        clear_together<threads>(is_unsorted);
        __syncthreads(); // no bin is noted
        each_slot(found_, [&](unsigned, unsigned slot) { is_unsorted[item_word::begin(word_in(slot), slot)] = 1; });
        unsigned const tied = find_tied();
        __syncthreads(); // bins are noted
        unsigned moved = 0;
        each_slot(tied, [&](unsigned bit, unsigned slot) {
            std::uint32_t const word = word_in(slot);
            unsigned const begin = item_word::begin(word, slot);
            if (is_unsorted[begin] == 0)
                return;
            places[begin + count_before(word, begin)] = static_cast<std::uint16_t>(item_word::place(word));
            moved |= bit;
        });
        __syncthreads(); // all have read what they compare
        each_slot(moved, [&](unsigned, unsigned slot) {
            std::uint32_t& word = shared_.words[word_at(slot)];
            word = item_word::with_place(word, places[slot]);
        });
        __syncthreads(); // words are in order
    }

    // This thread's slots whose words tie with the next or the one before, a bit each.
    __device__ unsigned find_tied() const {
        std::uint32_t const* const words = shared_.words + word_at(threadIdx.x);
        std::uint32_t const* const next = shared_.words + word_at(threadIdx.x + 1);
        std::uint32_t const* const before = shared_.words + word_at(threadIdx.x + threads - 1);
        unsigned tied = 0;
        each_row<threads, rows>(count_, [&](unsigned i) {
            std::uint32_t const word = words[i * threads];
            bool const is_first = i == 0 && threadIdx.x == 0;
            if (item_word::tie(word, next[i * threads]) ||
                (!is_first && item_word::tie(word, before[static_cast<int>(i * threads) - static_cast<int>(threads)])))
                tied |= 1u << i;
        });
        return tied;
    }

    // Items of the bin that begins there, which come before that of the word.
    __device__ unsigned count_before(std::uint32_t word, unsigned begin) const {
        Bits const key = compared(word);
        unsigned before = 0;
        std::uint32_t other = word_in(begin);
#pragma unroll 1
        for (unsigned next = begin + 1; item_word::share_bin(word, other); ++next) { // behind the last is another bin
            before += comes_before(compared(other), item_word::place(other), key, item_word::place(word));
            other = word_in(next);
        }
        return before;
    }

    // 1 or 0. As the sign of one difference, where there is a number that is wider: four instructions instead
    // of eight.
    static __device__ unsigned comes_before(Bits one, unsigned place_of_one, Bits other, unsigned place_of_other) {
        if constexpr (sizeof(Bits) <= 8) {
            using number = core::uint128;
            number const difference = (number{one} << 32 | place_of_one) - (number{other} << 32 | place_of_other);
            return static_cast<unsigned>(difference >> 127);
        } else {
            return one < other || (one == other && place_of_one < place_of_other) ? 1 : 0;
        }
    }

    __device__ std::uint32_t word_in(unsigned slot) const {
        return shared_.words[word_at(slot)];
    }
    __device__ Bits compared(std::uint32_t word) const {
        return shared_.key_of(word) & compared_;
    }

    split_space<Bits, Value, Tile>& shared_;
    unsigned const count_;
    Bits const compared_;
    unsigned found_ = 0; // a bit for each slot of this thread that may not be in order with the next one
};

} // namespace pradix::cuda
