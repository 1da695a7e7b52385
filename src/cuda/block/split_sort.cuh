// SPDX-License-Identifier: MIT
// Keys that are spread evenly over their range are sorted fastest by one split into about as many bins as there are
// keys; what shares a bin is then sorted by windows (window_sort.cuh). The split counts with shared atomics, so items
// come out of it in any order; their places, compared after the keys, make the sort stable.
#pragma once

#include "src/cuda/block/rank.cuh"
#include "src/cuda/block/reduce.cuh"
#include "src/cuda/block/scan.cuh"
#include "src/cuda/block/segment.cuh"
#include "src/cuda/block/window_sort.cuh"

#include <cuda_pipeline_primitives.h>

namespace pradix::cuda {

template <class Bits, class Value, class Tile>
struct split_space {
    static constexpr unsigned bins = 4096; // about as many as there are keys
    static constexpr unsigned bins_of_thread = bins / Tile::threads;
    static_assert(Tile::size <= 1u << item_word::place_bits);
    // Values are copied to shared memory while keys are sorted, if there is room for both, and groups enough to make up
    // for more code.
    static constexpr bool copies_values = has_values<Value> && sizeof(Bits) + sizeof(Value) <= 12 && Tile::blocks > 1;
    struct split {
        alignas(16) unsigned bin[bins];    // counts, then where the bin begins
        alignas(16) Bits keys[Tile::size]; // images, by place
    };
    alignas(16) std::uint32_t words[Tile::size + window_size]; // of the items, by slot
    unsigned sum_of_warp[Tile::warps];
    Bits differing_of_warp[Tile::warps];
    bool is_uneven, is_crowded, has_ties, has_swapped;
    using value = std::conditional_t<has_values<Value>, Value, char>;
    alignas(16) value copied_values[copies_values ? Tile::size : 1];
    union { // one after the other
        split keys;
        alignas(16) value values[has_values<Value> && !copies_values ? Tile::size : 1];
    };
};

// A block sorts up to Tile::size items, in time that depends on how many share a bin.
template <class Bits, class Value, class Tile, bool Encoded>
class split_sort {
public:
    using space = split_space<Bits, Value, Tile>;

    __device__ split_sort(space& shared, arguments<Bits, Value> const& with, segment<Bits, Value, Encoded> const& items)
        : shared_(shared), with_(with), items_(items), compared_(with.compared()) {}

    // Returns false, with nothing written to the output, if too many keys share a bin. By all threads.
    __device__ bool run() {
        load_keys();
        begin_to_copy_values();
        bool const sorted = sort();
        if (!sorted)
            end_to_copy_values(); // to memory that is needed for something else
        return sorted;
    }

private:
    // More in a bin, and other ways of sorting are faster.
    static constexpr unsigned most_in_bin = window_size;

    static constexpr unsigned threads = Tile::threads, rows = Tile::items;
    static_assert(threads % rows_of_words == 0);

    __device__ bool sort() {
        choose_bins();
        if (!is_exact_ && items_.count >> min(differing_bits_, 31u) >= most_in_bin / 2)
            return false;
        count_bins();
        if (!is_exact_ && shared_.is_uneven)
            return false;
        scan_counts();
        is_exact_ ? sort_exactly() : sort_by_windows();
        return true;
    }

    template <class Work>
    __device__ void for_rows(Work const& work) const {
        each_row<threads, rows>(items_.count, work);
    }
    __device__ bool holds(unsigned i) const { return holds_row<threads>(i, items_.count); }

    // Below the bits that keys share, as many as make a bin and a fraction.
    __device__ unsigned high_bits(Bits image) const {
        return static_cast<unsigned>(static_cast<Bits>(image - base_) >> fraction_shift_);
    }
    __device__ unsigned bin(unsigned high) const { return high >> fraction_width_ & bin_mask_; }

    // All at once, without a branch.
    __device__ void load_keys() {
        Bits const* const keys_in = items_.keys_in + threadIdx.x;
        first_ = items_.image(with_, items_.keys_in[0]);
#pragma unroll
        for (unsigned i = 0; i < rows; ++i) {
            images_[i] = first_;
            if (holds(i))
                images_[i] = items_.image(with_, keys_in[i * threads]);
        }
        auto* const counters = reinterpret_cast<uint4*>(shared_.keys.bin);
#pragma unroll
        for (unsigned i = 0; i < space::bins_of_thread / 4; ++i)
            counters[i * threads + threadIdx.x] = {};
        if (threadIdx.x == 0)
            shared_.is_uneven = shared_.is_crowded = shared_.has_ties = false;
    }

    __device__ void begin_to_copy_values() {
        if constexpr (space::copies_values)
            if (items_.values_in != nullptr)
                for_rows([&](unsigned i) {
                    unsigned const place = i * threads + threadIdx.x;
                    __pipeline_memcpy_async(&shared_.copied_values[place], &items_.values_in[place], sizeof(Value));
                });
    }
    // What this thread copies.
    __device__ void end_to_copy_values() {
        if constexpr (space::copies_values) {
            __pipeline_commit();
            __pipeline_wait_prior(0);
        }
    }

    // The bins are the highest bits in which any keys differ, the fraction is what follows.
    __device__ void choose_bins() {
        Bits differing = 0;
#pragma unroll
        for (unsigned i = 0; i < rows; ++i)
            differing |= images_[i] ^ first_;
        differing = or_in_block(differing, shared_.differing_of_warp) & compared_; // counters are clear, too
        constexpr unsigned bits = core::bit_width(space::bins) - 1;
        unsigned const begin = with_.digits.begin(), width = min(core::bit_width(differing), items_.width);
        base_ = core::bit_width(differing) <= items_.width ? Bits{0} : items_.base;
        differing_bits_ = width > begin ? width - begin : 0;
        unsigned const shift = max(width > bits ? width - bits : 0, begin);
        bin_mask_ = (1u << min(differing_bits_, bits)) - 1;
        fraction_width_ = min(shift - begin, item_word::fraction_bits);
        fraction_shift_ = shift - fraction_width_;
        fraction_is_whole_ = fraction_shift_ == begin;
        is_exact_ = !ties_matter() && shift == 0;
    }

    // Whether keys that compare equal can be told apart: then their places decide.
    __device__ bool ties_matter() const {
        return has_values<Value> || compared_ != static_cast<Bits>(~Bits{0});
    }

    __device__ void count_bins() {
        unsigned largest = 0;
        for_rows([&](unsigned i) {
            highs_[i] = high_bits(images_[i]);
            unsigned const rank = atomicAdd(&shared_.keys.bin[bin(highs_[i])], 1u);
            largest = max(largest, rank);
            ranks_.set(i, rank);
        });
        if (largest >= half_window)
            shared_.is_crowded = true;
        if (largest >= most_in_bin)
            shared_.is_uneven = true;
        __syncthreads(); // all keys are counted
    }

    // Exclusive scan of the counts; a thread looks after neighbouring bins, four at a time.
    __device__ void scan_counts() {
        constexpr unsigned fours = space::bins_of_thread / 4;
        uint4* const bins = reinterpret_cast<uint4*>(shared_.keys.bin) + threadIdx.x * fours;
        uint4 counts[fours];
        unsigned sum = 0;
#pragma unroll
        for (unsigned i = 0; i < fours; ++i) {
            counts[i] = bins[i];
            sum += counts[i].x + counts[i].y + counts[i].z + counts[i].w;
        }
        unsigned begin = scan_in_block(sum, shared_.sum_of_warp);
#pragma unroll
        for (unsigned i = 0; i < fours; ++i) {
            uint4 const each = counts[i];
            bins[i] = {begin, begin + each.x, begin + each.x + each.y, begin + each.x + each.y + each.z};
            begin += each.x + each.y + each.z + each.w;
        }
        __syncthreads(); // bins know their slots
    }

    // A bin for each key: nothing is left to do in it.
    __device__ void sort_exactly() {
        Bits* const keys = shared_.keys.keys;
        for_rows([&](unsigned i) { keys[shared_.keys.bin[bin(highs_[i])] + ranks_[i]] = images_[i]; });
        __syncthreads(); // keys are in their slots
        if (items_.keys_out == nullptr)
            return;
        for_rows([&](unsigned i) {
            unsigned const slot = i * threads + threadIdx.x;
            items_.keys_out[slot] = with_.codec.decode(keys[slot]);
        });
    }

    __device__ void sort_by_windows() {
        scatter();
        sort_windows<threads>(shared_.words, items_.count, shared_.is_crowded ? 3 : 2);
        if (!fraction_is_whole_ && has_ties())
            settle_ties();
        write_keys();
        if constexpr (has_values<Value>)
            write_values();
    }

    // Words to their bins; keys stay where they are.
    __device__ void scatter() {
        Bits* const keys = shared_.keys.keys + threadIdx.x;
        unsigned const fraction_mask = (1u << fraction_width_) - 1;
        for_rows([&](unsigned i) {
            keys[i * threads] = images_[i];
            unsigned const begin = shared_.keys.bin[bin(highs_[i])], place = i * threads + threadIdx.x;
            shared_.words[word_at(begin + ranks_[i])] = item_word::of(begin, highs_[i] & fraction_mask, place);
        });
    }

    __device__ bool has_ties() {
        bool mine = false;
        std::uint32_t const* const words = shared_.words + word_at(threadIdx.x);
        std::uint32_t const* const next = shared_.words + word_at(threadIdx.x + 1);
        for_rows([&](unsigned i) { // behind the last is another one that ties with none
            mine |= item_word::tie(words[i * threads], next[i * threads]);
        });
        if (mine)
            shared_.has_ties = true;
        __syncthreads(); // all have looked
        return shared_.has_ties;
    }

    // Neighbours with the same bin and fraction change places until their whole keys are in order: rarely any, and no
    // more than share a bin.
    __device__ void settle_ties() {
        bool swapped = true;
        while (swapped) {
            __syncthreads(); // all have seen whether any were swapped
            if (threadIdx.x == 0)
                shared_.has_swapped = false;
            for (unsigned odd = 0; odd < 2; ++odd) {
                __syncthreads(); // pairs of the other kind are in order
                for (unsigned slot = 2 * threadIdx.x + odd; slot + 1 < items_.count; slot += 2 * threads)
                    settle(slot);
            }
            __syncthreads(); // all pairs are in order
            swapped = shared_.has_swapped;
        }
    }

    __device__ void settle(unsigned slot) {
        std::uint32_t& one = shared_.words[word_at(slot)];
        std::uint32_t& other = shared_.words[word_at(slot + 1)];
        if (!item_word::tie(one, other) || (key_of(one) & compared_) <= (key_of(other) & compared_))
            return;
        std::uint32_t const word = one;
        one = other;
        other = word;
        shared_.has_swapped = true;
    }

    __device__ Bits key_of(std::uint32_t word) const {
        return shared_.keys.keys[item_word::place(word)];
    }

    __device__ void write_keys() const {
        if (items_.keys_out == nullptr)
            return;
        std::uint32_t const* const words = shared_.words + word_at(threadIdx.x);
        Bits* const keys_out = items_.keys_out + threadIdx.x;
        for_rows([&](unsigned i) { keys_out[i * threads] = with_.codec.decode(key_of(words[i * threads])); });
    }

    // In place: all values are read before one is written.
    __device__ void write_values() {
        if constexpr (space::copies_values) {
            end_to_copy_values();
            __syncthreads(); // all values are copied
            items_.values_in == nullptr ? write_values([](unsigned place) { return position<Value>(place); })
                                        : write_values([&](unsigned place) { return shared_.copied_values[place]; });
        } else {
            __syncthreads(); // keys are read, their memory is free for values
            Value* const values = shared_.values + threadIdx.x;
            for_rows([&](unsigned i) { values[i * threads] = items_.value(i * threads + threadIdx.x); });
            __syncthreads(); // values are there
            write_values([&](unsigned place) { return shared_.values[place]; });
        }
    }

    template <class ValueAt>
    __device__ void write_values(ValueAt const& value_at) const {
        std::uint32_t const* const words = shared_.words + word_at(threadIdx.x);
        Value* const values_out = items_.values_out + threadIdx.x;
        for_rows([&](unsigned i) { values_out[i * threads] = value_at(item_word::place(words[i * threads])); });
    }

    space& shared_;
    arguments<Bits, Value> const& with_;
    segment<Bits, Value, Encoded> const& items_;
    Bits compared_; // the bits that are compared
    Bits first_;    // image
    Bits base_ = 0; // what is subtracted to make bins
    Bits images_[rows];
    unsigned highs_[rows];
    item_ranks<rows> ranks_; // in the bin
    unsigned differing_bits_ = 0, bin_mask_ = 0, fraction_width_ = 0, fraction_shift_ = 0;
    bool fraction_is_whole_ = false; // nothing is left of the keys behind it
    bool is_exact_ = false;          // a bin holds equal keys that nothing can tell apart
};

} // namespace pradix::cuda
