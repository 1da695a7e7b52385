// SPDX-License-Identifier: MIT
// Few keys, spread evenly over their range, are sorted fastest by one split into as many bins as there are keys and an
// insertion sort of what shares a bin. The split counts with shared atomics, so keys come out of it in any order; the
// position of a key, compared after the key itself, makes the sort stable.
#pragma once

#include "src/cuda/kernels/arguments.cuh"
#include "src/cuda/warp/scan.cuh"

namespace pradix::cuda {

template <class Bits, unsigned Items>
struct split_space {
    static constexpr unsigned most_bins = Items;
    unsigned bin[most_bins + 1]; // counts, then where the bin begins
    unsigned warp_sums[warp_lanes];
    Bits differing_of_warp[warp_lanes];
    bool is_uneven;
    std::uint16_t position[Items];
    alignas(16) Bits keys[Items]; // images, by slot
};

// A block of 1024 threads sorts up to Items items.
template <class Bits, class Value, unsigned Items>
class split_sort {
public:
    static constexpr unsigned threads = 1024;

    __device__ split_sort(split_space<Bits, Items>& shared, arguments<Bits, Value> const& with, unsigned count)
        : shared_(shared), with_(with), count_(count),
          compared_(core::low_mask<Bits>(with.digits.end()) & ~core::low_mask<Bits>(with.digits.begin())) {}

    // Returns false, with nothing written to the output, if too many keys share a bin. By all threads.
    __device__ bool run() {
        choose_bins();
        if (!is_exact_ && count_ >> min(width_, 31u) >= most_in_bin / 2)
            return false;
        count_bins();
        if (!is_exact_ && shared_.is_uneven)
            return false;
        scan_counts();
        scatter();
        if (!is_exact_)
            sort_bins();
        write();
        return true;
    }

private:
    // More in a bin, and other ways of sorting are faster.
    static constexpr unsigned most_in_bin = 16;

    static constexpr unsigned rows = Items / threads;

    // Calls work(i, place) for the items of this thread.
    template <class Work>
    __device__ void for_rows(Work const& work) const {
#pragma unroll
        for (unsigned i = 0; i < rows; ++i)
            if (unsigned const place = i * threads + threadIdx.x; place < count_)
                work(i, place);
    }

    __device__ Bits part(Bits image) const {
        return image & compared_;
    }
    __device__ unsigned bin(Bits image) const {
        return static_cast<unsigned>(part(image) >> shift_) & (bins_ - 1);
    }

    // The bins are the highest bits in which any keys differ.
    __device__ void choose_bins() {
        for (unsigned i = threadIdx.x; i <= split_space<Bits, Items>::most_bins; i += threads)
            shared_.bin[i] = 0;
        if (threadIdx.x == 0)
            shared_.is_uneven = false;
        Bits const* const keys = with_.keys_of(buffer::in);
        Bits const first = with_.codec.encode(keys[0]);
        Bits differing = 0;
        for_rows([&](unsigned i, unsigned place) {
            images_[i] = with_.codec.encode(keys[place]);
            differing |= images_[i] ^ first;
        });
        differing = or_in_warp(differing);
        if (lane_of_thread() == 0)
            shared_.differing_of_warp[warp_of_thread()] = differing;
        __syncthreads(); // counters are clear, and each warp has said what differs
        differing = part(or_in_warp(shared_.differing_of_warp[lane_of_thread()]));
        width_ = core::bit_width(differing);
        unsigned bits = 10;
        while (bits < width_ && 1u << bits < count_)
            ++bits;
        bins_ = 1u << bits;
        shift_ = width_ > bits ? width_ - bits : 0;
        is_exact_ = !ties_matter() && shift_ == 0;
    }

    static __device__ Bits or_in_warp(Bits value) {
        if constexpr (sizeof(Bits) <= 4) {
            return static_cast<Bits>(__reduce_or_sync(all_lanes, value));
        } else {
            Bits all = 0;
#pragma unroll
            for (unsigned word = 0; word < sizeof(Bits) / 4; ++word)
                all |= static_cast<Bits>(__reduce_or_sync(all_lanes, static_cast<unsigned>(value >> 32 * word)))
                       << 32 * word;
            return all;
        }
    }

    __device__ void count_bins() {
        for_rows([&](unsigned i, unsigned) {
            ranks_[i] = atomicAdd(&shared_.bin[bin(images_[i])], 1u);
            if (ranks_[i] >= most_in_bin)
                shared_.is_uneven = true;
        });
        __syncthreads(); // all keys are counted
    }

    // Exclusive scan; a thread looks after bins_ / threads bins.
    __device__ void scan_counts() {
        unsigned const each = bins_ / threads, first = threadIdx.x * each;
        unsigned sum = 0;
        for (unsigned i = 0; i < each; ++i)
            sum += shared_.bin[first + i];
        unsigned const inclusive = scan_in_warp(sum);
        if (lane_of_thread() == warp_lanes - 1)
            shared_.warp_sums[warp_of_thread()] = inclusive;
        __syncthreads(); // sums are written before they are read
        unsigned const before_warp = shared_.warp_sums[lane_of_thread()];
        unsigned slot =
            inclusive - sum + __shfl_sync(all_lanes, scan_in_warp(before_warp) - before_warp, warp_of_thread());
        for (unsigned i = 0; i < each; ++i) {
            unsigned const count = shared_.bin[first + i];
            shared_.bin[first + i] = slot;
            slot += count;
        }
        if (threadIdx.x == threads - 1)
            shared_.bin[bins_] = count_;
        __syncthreads(); // bins know their slots
    }

    __device__ void scatter() {
        for_rows([&](unsigned i, unsigned place) {
            unsigned const slot = shared_.bin[bin(images_[i])] + ranks_[i];
            shared_.keys[slot] = images_[i];
            if (ties_matter())
                shared_.position[slot] = static_cast<std::uint16_t>(place);
        });
        __syncthreads(); // keys are in their bins
    }

    // Whether keys that compare equal can be told apart: then their positions decide.
    __device__ bool ties_matter() const {
        return has_values<Value> || compared_ != static_cast<Bits>(~Bits{0});
    }

    __device__ bool comes_before(Bits key, unsigned position, unsigned slot) const {
        Bits const mine = part(key), other = part(shared_.keys[slot]);
        return mine < other || (ties_matter() && mine == other && position < shared_.position[slot]);
    }

    // Insertion sort of each bin by its thread; neighbouring threads take neighbouring bins.
    __device__ void sort_bins() {
        for (unsigned b = threadIdx.x; b < bins_; b += threads) {
            unsigned const begin = shared_.bin[b], end = shared_.bin[b + 1];
            for (unsigned i = begin + 1; i < end; ++i) {
                Bits const key = shared_.keys[i];
                unsigned const position = ties_matter() ? shared_.position[i] : 0;
                unsigned slot = i;
                for (; slot > begin && comes_before(key, position, slot - 1); --slot) {
                    shared_.keys[slot] = shared_.keys[slot - 1];
                    if (ties_matter())
                        shared_.position[slot] = shared_.position[slot - 1];
                }
                shared_.keys[slot] = key;
                if (ties_matter())
                    shared_.position[slot] = static_cast<std::uint16_t>(position);
            }
        }
        __syncthreads(); // bins are in order
    }

    __device__ void write() const {
        if (with_.keys_wanted)
            for_rows([&](unsigned, unsigned slot) {
                with_.keys_of(buffer::out)[slot] = with_.codec.decode(shared_.keys[slot]);
            });
        if constexpr (has_values<Value>) {
            Value const* const from = with_.values_of(buffer::in);
            Value* const to = with_.values_of(buffer::out);
            Value values[rows];
            for_rows([&](unsigned i, unsigned slot) {
                unsigned const place = shared_.position[slot];
                values[i] = from == nullptr ? position<Value>(place) : from[place];
            });
            __syncthreads(); // in place: all values are read before one is written
            for_rows([&](unsigned i, unsigned slot) { to[slot] = values[i]; });
        }
    }

    split_space<Bits, Items>& shared_;
    arguments<Bits, Value> const& with_;
    unsigned count_;
    Bits compared_; // the bits that are compared
    Bits images_[rows];
    unsigned ranks_[rows]; // in the bin
    unsigned width_ = 0;   // of the bits in which keys differ
    unsigned bins_ = 0, shift_ = 0;
    bool is_exact_ = false; // a bin holds equal keys that nothing can tell apart
};

} // namespace pradix::cuda
