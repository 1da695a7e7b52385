// SPDX-License-Identifier: MIT
// A block's part of the keys: the bins of all digits, whether keys are in order, and, where digits are likely to be
// implied by upper bits, what is needed to tell.
#pragma once

#include "src/cuda/block/disorder.cuh"
#include "src/cuda/block/each_key.cuh"
#include "src/cuda/block/implied_digits.cuh"
#include "src/cuda/state/arguments.cuh"
#include "src/cuda/warp/match.cuh"

namespace pradix::cuda {

inline constexpr unsigned count_threads = 512;
inline constexpr unsigned count_blocks = 2; // that share a multiprocessor

template <class Bits>
inline constexpr unsigned most_digits = sizeof(Bits) * 8 / radix_bits;

// A bin has several counters, taken by different lanes: equal keys in a warp collide less.
template <class Bits>
inline constexpr unsigned counter_copies = 32 / most_digits<Bits>;

// Of narrower keys there are no samples.
template <class Bits>
inline constexpr bool may_have_implied_digits = sizeof(Bits) >= least_bytes_for_a_survey;

template <class Bits>
struct count_space {
    alignas(16) unsigned counts[most_digits<Bits>][bins][counter_copies<Bits>];
    unsigned disorder;
    bool constant[most_passes];
    unsigned nearly_constant, nearly_sorted; // digits, a bit each
    union {                                  // one after the other
        seen_bits<Bits> seen[most_implying_bins];
        alignas(unsigned) pass_plan plan;
    };
    implied_digits implied; // as samples say
    bool is_last;
};

// What one thread counts and sees. WholeBytes: the digits are all bytes of the key, in whatever type. SeesBits: it
// notes bits, since some digits are likely to be implied by upper ones.
template <class Bits, class Value, bool WholeBytes, bool SeesBits>
class digit_counter {
public:
    __device__ digit_counter(count_space<Bits>& shared, arguments<Bits, Value> const& with)
        : shared_(shared), with_(with),
          keys_(with.state->majority.is_set_aside ? with.keys_of(buffer::scratch)
                                                  : with.keys_of(buffer::in) + with.first_of(buffer::in)),
          count_(with.count()), compared_(with.compared()), by_(shared.implied.by) {}

    // This thread's part of the keys. The first ones tell of most input that it is in no order: the others are not
    // compared, where they are so many that this pays for fetching other code. Returns the disorder in the warp's part.
    __device__ unsigned count_all() {
        std::uint64_t const some = std::uint64_t{gridDim.x} * count_threads * vectors_at_once * size,
                            first = key_vector<Bits>::keys_before_aligned(keys_) + some;
        constexpr bool may_stop = sizeof(Bits) > 1; // bytes lack the registers
        std::uint64_t begin = 0, end = may_stop && count_ / 4 > first ? first : count_;
        bool compares = true;
        do {
            compares ? count<true>(begin, end) : count<false>(begin, end);
            begin = end;
            end = count_;
            disorder_ = __reduce_or_sync(all_lanes, disorder_);
            compares = disorder_ != (not_sorted | not_reversed);
        } while (begin < count_);
        return disorder_;
    }

private:
    static constexpr unsigned size = key_vector<Bits>::size;

    // Keys [begin, end).
    template <bool Compares>
    __device__ void count(std::uint64_t begin, std::uint64_t end) {
        each_vector_of_thread<count_threads, key_vector<Bits>>(
            keys_ + begin, end - begin,
            [&](key_vector<Bits> const& vector, std::uint64_t first) {
                count_vector<Compares>(vector, begin + first);
                return true;
            },
            [&](std::uint64_t i) {
                count_one(begin + i);
                return true;
            });
    }

    // Keys [first, first + size). The key behind them is the first one of the next lane.
    template <bool Compares>
    __device__ void count_vector(key_vector<Bits> const& vector, std::uint64_t first) {
        Bits images[size];
#pragma unroll
        for (unsigned i = 0; i < size; ++i)
            images[i] = with_.codec.encode(vector.keys[i]);
        add(images);
        if (!Compares)
            return;
        bool const at_edge = sizeof(Bits) == 16 || lane_of_thread() == warp_lanes - 1;
        bool const at_end = first + size >= count_;
        Bits next = images[size - 1];
        if constexpr (sizeof(Bits) <= 4)
            next = static_cast<Bits>(__shfl_down_sync(all_lanes, static_cast<unsigned>(images[0]), 1));
        else if constexpr (sizeof(Bits) == 8)
            next = __shfl_down_sync(all_lanes, static_cast<unsigned long long>(images[0]), 1);
        if (at_edge && !at_end)
            next = with_.codec.encode(keys_[first + size]);
#pragma unroll
        for (unsigned i = 0; i + 1 < size; ++i)
            compare(images[i], images[i + 1]);
        if (!at_end)
            compare(images[size - 1], next);
    }

    __device__ void count_one(std::uint64_t i) {
        Bits const image[] = {with_.codec.encode(keys_[i])};
        add(image);
        if (i + 1 < count_)
            compare(image[0], with_.codec.encode(keys_[i + 1]));
    }

    template <unsigned Keys>
    __device__ void add(Bits const (&images)[Keys]) {
        if constexpr (SeesBits) {
#pragma unroll
            for (unsigned i = 0; i < Keys; ++i)
                add_key(shared_.seen[by_.of(images[i])], images[i]);
        }
        if constexpr (WholeBytes) {
#pragma unroll
            for (unsigned i = 0; i < Keys; ++i) // neighbours may be equal: their counters are not asked for at once
#pragma unroll
                for (unsigned p = 0; p < most_digits<Bits>; ++p)
                    add(images[i], p, {p * radix_bits, radix_bits});
        } else {
#pragma unroll 1 // digits are few, and code for each would be in their way
            for (unsigned p = 0; p < with_.digits.size; ++p) {
                core::digit const digit = with_.digits.digits[p];
#pragma unroll
                for (unsigned i = 0; i < Keys; ++i)
                    add(images[i], p, digit);
            }
        }
    }
    __device__ void add(Bits image, unsigned p, core::digit digit) {
        atomicAdd(&shared_.counts[p][digit.of(image)][threadIdx.x % counter_copies<Bits>], 1u);
    }

    __device__ void compare(Bits image, Bits next_image) {
        bool const strictly = has_values<Value> || !WholeBytes;
        disorder_ |= disorder_of<Bits>(image & compared_, next_image & compared_, strictly);
    }

    count_space<Bits>& shared_;
    arguments<Bits, Value> const& with_;
    Bits const* keys_;
    std::uint64_t count_;
    Bits compared_;  // the bits that are compared
    core::digit by_; // the bits that may imply digits
    unsigned disorder_ = 0;
};

template <class Bits>
__device__ void clear(count_space<Bits>& shared) {
    clear_together<count_threads>(shared.counts);
    if (may_have_implied_digits<Bits> && threadIdx.x < most_implying_bins)
        shared.seen[threadIdx.x] = {};
    if (threadIdx.x == 0)
        shared.disorder = shared.nearly_constant = shared.nearly_sorted = 0;
}

template <class Bits, class Value>
__device__ void add_to_all_counts(count_space<Bits> const& shared, arguments<Bits, Value> const& with) {
    for (unsigned i = threadIdx.x; i < with.digits.size * bins; i += count_threads) {
        unsigned long long keys = 0;
        for (unsigned copy = 0; copy < counter_copies<Bits>; ++copy)
            keys += shared.counts[i / bins][i % bins][(copy + i) % counter_copies<Bits>]; // lanes read different banks
        if (keys > 0)
            atomicAdd(&with.state->counts[i / bins][i % bins], keys);
    }
}

// This thread's part of the keys. Returns the disorder in the warp's part.
template <class Bits, class Value, bool SeesBits>
__device__ unsigned count_all(count_space<Bits>& shared, arguments<Bits, Value> const& with) {
    return with.digits.are_bytes_of(sizeof(Bits))
               ? digit_counter<Bits, Value, true, SeesBits>{shared, with}.count_all()
               : digit_counter<Bits, Value, false, SeesBits>{shared, with}.count_all();
}

} // namespace pradix::cuda
