// SPDX-License-Identifier: MIT
// Groups of items, of each of which only the rest is stored, sorted by one block: a split into about as many bins as
// there are keys, by the highest bits that are left, then windows (window_sort.cuh). Some neighbouring groups of
// narrow keys are sorted together, each read by an equal part of the threads; of wide keys, one. Where items were
// divided in order, their places are below the rests: no two words are equal, and values are read by place.
#pragma once

#include "src/cuda/block/groups/rest_output.cuh"
#include "src/cuda/block/groups/rest_ties.cuh"
#include "src/cuda/block/groups/segment.cuh"
#include "src/cuda/block/packed_numbers.cuh"
#include "src/cuda/block/scan.cuh"

#include <cuda_pipeline_primitives.h>

namespace pradix::cuda {

template <class Items, class Bits, class Value, class Tile>
class rest_sort {
public:
    using space = rest_sort_space<Items, Value, Tile>;

    // Groups from `first` on. Starts, in shared memory, says where in the output they begin, and behind the last one
    // where it ends.
    __device__ rest_sort(space& shared, arguments<Bits, Value> const& with, groups_of_rests const& groups,
                         unsigned first, unsigned const* starts)
        : shared_(shared), with_(with), groups_(groups), first_(first), starts_(starts) {
        size_ = rests_among(static_cast<int>(starts[group_of_thread() + 1] - starts[0] - place()));
    }

    // By all threads, which call meanwhile() before they write what is sorted. Returns false, with images in the
    // output, in the order in which they were, if too many share a bin.
    template <class Meanwhile>
    __device__ bool run(Meanwhile const& meanwhile) {
        load();
        if (are_equalized())
            find_equalized();
        __syncthreads(); // counters are clear
        count_bins();
        __syncthreads(); // all keys are counted
        unsigned rounds = scan_counts();
        if (are_equalized()) {
            rounds = shared_.largest_bin == 0 ? 0 : rounds_for(shared_.largest_bin);
        } else if (rounds == too_many) {
            write_images();
            return false;
        }
        scatter();
        if constexpr (space::with_places)
            __pipeline_wait_prior(0); // this thread's values are there before threads meet
        sort_windows<threads, word>(shared_.words, count(), rounds);
        meanwhile();
        if constexpr (may_be_equalized<Items>)
            if (are_equalized()) {
                shared_.is_around_zero ? write_around_zero() : write<written::equalized_keys>();
                return true;
            }
        if (groups_.are_spread)
            write<written::spread_keys>();
        else if (may_be_equalized<Items> || with_.codec.is_of_floats())
            write<written::keys>();
        else
            write<written::integers>();
        return true;
    }

private:
    static constexpr unsigned threads = Tile::threads, rows = Tile::items;
    static_assert(threads % rows_of_words == 0 && Tile::size <= 1u << item_word::place_bits);
    static_assert(!space::with_places || (Tile::size <= 1u << placed_rest::place_bits &&
                                          Items::areas_of_block <= 1u << (placed_rest::rest_bits - 16)));
    using word =
        std::conditional_t<space::with_places, placed_rest, std::conditional_t<space::in_words, whole_word, item_word>>;
    using rest = std::conditional_t<space::in_words, std::uint32_t, std::uint64_t>;

    __device__ unsigned together() const { return space::in_words ? groups_.together : 1; }
    __device__ unsigned log2_together() const { return core::bit_width(together()) - 1; }
    // So many threads read a group.
    __device__ unsigned apart() const { return 1u << log2_apart(); }
    __device__ unsigned log2_apart() const { return core::bit_width(threads) - 1 - log2_together(); }
    __device__ unsigned group_of_thread() const { return threadIdx.x >> log2_apart(); }
    __device__ unsigned count() const { return starts_[together()] - starts_[0]; }
    // What is left of a key has so many bits below the number of its bin.
    __device__ unsigned bin_shift() const { return split_digit(groups_.rest_width + log2_together()).shift; }

    // If there are more, the group is left to others.
    static constexpr unsigned most_in_bin = space::in_words ? 4 * window_size : window_size, too_many = ~0u;

    // Key i of a thread in its group, less the first one: neighbouring threads read neighbouring keys, or pairs of
    // them.
    static constexpr unsigned at_once = space::in_words ? 2 : 1;
    static __device__ unsigned offset(unsigned i, unsigned apart) {
        return i / at_once * apart * at_once + i % at_once;
    }
    // Of this thread's first key among all.
    __device__ unsigned place() const { return starts_[group_of_thread()] - starts_[0] + first_offset(); }
    __device__ unsigned first_offset() const { return (threadIdx.x & (apart() - 1)) * at_once; }

    // So many keys are this thread's, if its first one is that far from the end of its group.
    __device__ unsigned rests_among(int left) const {
        unsigned const log2_turn = log2_apart() + at_once - 1, last = static_cast<unsigned>(left - 1),
                       turns = last >> log2_turn;
        return left <= 0 ? 0 : turns * at_once + min(last - (turns << log2_turn) + 1, at_once);
    }

    // Calls work(i, place) for the keys that this thread reads.
    template <class Work>
    __device__ void for_rests(Work const& work) const {
        unsigned const apart = this->apart(), place = this->place();
#pragma unroll
        for (unsigned i = 0; i < rows; ++i) {
            if (i >= size_)
                break;
            work(i, place + offset(i, apart));
        }
    }
    // Calls work(i) for those that it writes, which have slots i * threads + threadIdx.x.
    template <class Work>
    __device__ void for_slots(Work const& work) const {
        each_row<threads, rows>(count(), work);
    }

    // All at once, without a branch. Behind a pair whose second one is not there is memory.
    __device__ void load() {
        unsigned const apart = this->apart();
        unsigned const group = group_of_thread(), start = starts_[group];
        auto const from =
            groups_.rests_of<Items>(with_, first_ + group, start, starts_[group + 1] - start) + first_offset();
        rest_of_key const* rests = nullptr;
        if constexpr (space::with_places)
            rests = from.highs;
        else if constexpr (space::in_words)
            rests = from.words;
#pragma unroll
        for (unsigned i = 0; i < rows; i += at_once) {
            loaded_[i / at_once] = 0;
            if (i < size_) {
                if constexpr (space::in_words)
                    loaded_[i / 2] = reinterpret_cast<std::uint32_t const*>(rests)[offset(i, apart) / 2];
                else
                    loaded_[i] = from.get(offset(i, apart));
            }
        }
        if constexpr (space::with_places) {
            for_rests([&](unsigned i, unsigned place) {
                __pipeline_memcpy_async(&shared_.values[place], from.lows + offset(i, apart), sizeof(Value));
            });
            __pipeline_commit();
        }
        if constexpr (space::in_words) {
            mask_ = core::low_mask<rest>(groups_.rest_width);
            group_ = group_of_thread() << groups_.rest_width;
        }
        auto* const counters = reinterpret_cast<uint4*>(shared_.bin);
#pragma unroll
        for (unsigned i = 0; i < space::bins_of_thread / 4; ++i)
            counters[i * threads + threadIdx.x] = {};
    }

    // What is left of a key that was loaded, with the number of its group above it.
    __device__ rest rest_of(unsigned i) const {
        if constexpr (space::in_words)
            return group_ | ((i % 2 == 0 ? loaded_[i / 2] : loaded_[i / 2] >> 16) & mask_);
        else
            return loaded_[i];
    }

    __device__ void count_bins() {
        unsigned const shift = bin_shift();
        unsigned largest = 0;
        for_rests([&](unsigned i, unsigned place) {
            unsigned const rank = atomicAdd(&shared_.bin[static_cast<unsigned>(rest_of(i) >> shift)], 1u);
            if constexpr (may_be_equalized<Items>)
                largest = max(largest, rank);
            ranks_.set(i, rank);
            if constexpr (!space::in_words)
                shared_.rests().put(place, rest_of(i)); // no registers are left to keep it
        });
        if (are_equalized())
            note_largest_bin(largest + 1);
    }

    __device__ bool are_equalized() const {
        return may_be_equalized<Items> && groups_.are_equalized;
    }
    __device__ void find_equalized() {
        if constexpr (may_be_equalized<Items>) {
            static_assert(most_areas_together <= warp_lanes);
            if (warp_of_thread() > 0)
                return;
            bool is_around_zero = false;
            if (threadIdx.x < together()) {
                auto const group = with_.state->spreading.narrow_equalizer.group_at(first_ + threadIdx.x);
                shared_.equalized[threadIdx.x] = group;
                is_around_zero = !group.has_one_side();
            }
            shared_.is_around_zero = __any_sync(all_lanes, is_around_zero); // the same by all lanes
            shared_.largest_bin = 0;
        }
    }
    // Groups have no limit then. Where each bin has one key, nothing is left to do.
    __device__ void note_largest_bin(unsigned largest) {
        if constexpr (may_be_equalized<Items>) {
            unsigned const shift = with_.state->spreading.narrow_equalizer.shift();
            bool const told = shared_.equalized[group_of_thread()].are_told_apart(bin_shift(), shift);
            unsigned const of_warp = __reduce_max_sync(all_lanes, told ? 0 : largest);
            if (of_warp > 0 && lane_of_thread() == 0)
                atomicMax(&shared_.largest_bin, of_warp);
        }
    }

    // Exclusive, in place. Returns how many rounds the windows need, or that too many keys share a bin.
    __device__ unsigned scan_counts() {
        constexpr unsigned fours = space::bins_of_thread / 4;
        unsigned largest = 0;
        scan_fours<fours>(reinterpret_cast<uint4*>(shared_.bin), true, shared_.sum_of_warp,
                          [&](uint4 four) { largest = max(max(max(largest, four.x), max(four.y, four.z)), four.w); });
        if (!__syncthreads_or(largest > half_window)) // and bins know their slots
            return rounds_for(half_window);
        for (unsigned most = window_size; most <= most_in_bin; most += half_window)
            if (!__syncthreads_or(largest > most)) // a vote
                return rounds_for(most);
        return too_many;
    }

    __device__ void scatter() {
        unsigned const shift = bin_shift();
        if constexpr (space::in_words) {
            for_rests([&](unsigned i, unsigned place) {
                std::uint32_t const rest = rest_of(i);
                std::uint32_t& slot = shared_.words[word_at(shared_.bin[rest >> shift] + ranks_[i])];
                if constexpr (space::with_places)
                    slot = placed_rest::of(rest, place);
                else
                    slot = rest;
            });
        } else {
            unsigned const fraction_width = min(shift, item_word::fraction_bits);
            unsigned const fraction_shift = shift - fraction_width, mask = (1u << fraction_width) - 1;
            for_rests([&](unsigned i, unsigned place) {
                auto const high = static_cast<unsigned>(shared_.rests().get(place) >> fraction_shift);
                unsigned const begin = shared_.bin[high >> fraction_width];
                shared_.words[word_at(begin + ranks_[i])] = item_word::of(begin, high & mask, place);
            });
        }
    }

    __device__ rest_output<Items, Bits, Value> output(unsigned slot = 0) const {
        return {with_, groups_, first_, starts_[0] + slot, shared_.equalized};
    }

    template <written As>
    __device__ void write() {
        if constexpr (space::in_words)
            write_words<As>();
        else if (__syncthreads_or(write_keys<As>())) // and all words are read
            rest_ties{shared_, output(), count()}.template settle<As>();
    }

    template <written As>
    __device__ void write_words() const {
        std::uint32_t const* const words = shared_.words + word_at(threadIdx.x);
        auto const output = this->output(threadIdx.x);
        for_slots([&](unsigned i) {
            std::uint32_t const word = words[i * threads];
            if constexpr (space::with_places)
                output.template put<As>(i * threads, placed_rest::rest(word), shared_.values[placed_rest::place(word)]);
            else
                output.template put<As>(i * threads, word);
        });
    }

    // Equalized keys of groups of which one has numbers of either sign: there are few of these.
    __device__ void write_around_zero() const {
        auto const output = this->output();
#pragma unroll 1
        for (unsigned slot = threadIdx.x; slot < count(); slot += threads)
            output.template put<written::equalized_keys_around_zero>(slot, shared_.words[word_at(slot)]);
    }

    // As words are in order. Returns whether some tie with what is behind them.
    template <written As>
    __device__ bool write_keys() const {
        std::uint32_t const* const words = shared_.words + word_at(threadIdx.x);
        std::uint32_t const* const next = shared_.words + word_at(threadIdx.x + 1);
        auto const output = this->output(threadIdx.x);
        bool ties = false;
        for_slots([&](unsigned i) { // behind the last is another one that ties with none
            std::uint32_t const mine = words[i * threads];
            ties |= item_word::tie(mine, next[i * threads]);
            output.template put<As>(i * threads, shared_.rests(), item_word::place(mine));
        });
        return ties;
    }

    __device__ void write_images() const {
        auto const output = this->output();
        if constexpr (space::with_places)
            __pipeline_wait_prior(0); // a thread reads what it has asked for itself
        for_rests([&](unsigned i, unsigned place) {
            if constexpr (space::with_places)
                output.template put<written::images>(place, rest_of(i), shared_.values[place]);
            else if constexpr (space::in_words)
                output.template put<written::images>(place, rest_of(i));
            else
                output.template put<written::images>(place, shared_.rests(), place);
        });
    }

    space& shared_;
    arguments<Bits, Value> const& with_;
    groups_of_rests const& groups_;
    unsigned const first_;
    unsigned const* const starts_;
    unsigned size_;         // so many keys are this thread's
    unsigned mask_, group_; // of narrow keys: what is left of them, and the number of the group above it
    rest loaded_[rows / at_once];
    item_ranks<rows> ranks_; // in the bin
};

} // namespace pradix::cuda
