// SPDX-License-Identifier: MIT
// One reading of the keys: counts the bins of all digits and notices whether the keys are in order already. The block
// that ends last turns counts into bases and decides which passes are needed.
#pragma once

#include "src/cuda/arguments.cuh"
#include "src/cuda/block/disorder.cuh"
#include "src/cuda/block/each_key.cuh"
#include "src/cuda/block/ends_last.cuh"
#include "src/cuda/block/scan_bins.cuh"
#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/kernels/chain.cuh"
#include "src/cuda/warp/seen_now.cuh"

namespace pradix::cuda {

inline constexpr unsigned count_threads = 512;
inline constexpr unsigned count_blocks = 2; // that share a multiprocessor

template <class Bits>
inline constexpr unsigned most_digits = sizeof(Bits) * 8 / radix_bits;

// A bin has several counters, taken by different lanes: equal keys in a warp collide less.
template <class Bits>
inline constexpr unsigned counter_copies = 32 / most_digits<Bits>;

template <class Bits>
struct count_space {
    alignas(16) unsigned counts[most_digits<Bits>][bins][counter_copies<Bits>];
    unsigned long long sums[bin_warps];
    unsigned disorder;
    bool constant[most_passes];
    alignas(unsigned) pass_plan plan;
    bool is_last;
};

// What one thread counts and sees. WholeBytes: the digits are all bytes of the key, in whatever type.
template <class Bits, class Value, bool WholeBytes>
class digit_counter {
public:
    __device__ digit_counter(count_space<Bits>& shared, arguments<Bits, Value> const& with)
        : shared_(shared), with_(with),
          keys_(with.state->majority.is_set_aside ? with.keys_of(buffer::scratch)
                                                  : with.keys_of(buffer::in) + with.first_of(buffer::in)),
          count_(with.count()), compared_(with.compared()) {}

    __device__ unsigned disorder() const { return disorder_; }

    // This thread's part of the keys. The first ones tell of most input that it is in no order: the others are not
    // compared, where they are so many that this pays for fetching other code.
    __device__ void count_all() {
        std::uint64_t const some = std::uint64_t{gridDim.x} * count_threads * vectors_at_once * size,
                            first = key_vector<Bits>::keys_before_aligned(keys_) + some;
        constexpr bool may_stop = sizeof(Bits) > 1; // bytes lack the registers
        std::uint64_t begin = 0, end = may_stop && count_ / 4 > first ? first : count_;
        bool compares = true;
        do {
            compares ? count<true>(begin, end) : count<false>(begin, end);
            begin = end;
            end = count_;
            compares = __reduce_or_sync(all_lanes, disorder_) != (not_sorted | not_reversed);
        } while (begin < count_);
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
    Bits compared_; // the bits that are compared
    unsigned disorder_ = 0;
};

// By one thread.
template <class Bits, class Value>
__device__ void make_plan(count_space<Bits>& shared, arguments<Bits, Value> const& with, bool sorted, bool reversed) {
    tie_plan ties{};
    if constexpr (may_settle_ties(sizeof(Bits)))
        if (with.state->ties.may_be_left > 0 && !sorted && !reversed)
            with.state->ties.plan = ties = plan_ties(with.digits, shared.constant, with.state->ties.may_be_left);
    make_plan(shared.plan, with.digits, shared.constant, sorted, reversed);
    if (majority_state& found = with.state->majority; found.is_set_aside)
        found.sorted_in = pass_through_halves(shared.plan, with.digits.launches());
    skip_first_launches(shared.plan, with.digits.launches());
    if (ties.active && !with.keys_wanted) // in the output; but ties are found by them
        for (unsigned p = 0; p < with.digits.launches(); ++p)
            shared.plan.passes[p].last = false;
}

// By all threads of the last block: the exclusive scan of each digit's bins, and the plan.
template <class Bits, class Value>
__device__ void plan_passes(count_space<Bits>& shared, arguments<Bits, Value> const& with) {
    std::uint64_t const count = with.count();
    unsigned const bin = threadIdx.x;
    unsigned const disorder = seen_now(with.state->disorder);
    unsigned long long keys[most_digits<Bits>]; // asked for all at once
#pragma unroll
    for (unsigned p = 0; p < most_digits<Bits>; ++p)
        keys[p] = p < with.digits.size && bin < bins ? seen_now(with.state->counts[p][bin]) : 0;
#pragma unroll
    for (unsigned p = 0; p < most_digits<Bits>; ++p)
        if (p < with.digits.size) {
            unsigned long long const base = scan_bins(keys[p], shared.sums);
            if (bin < bins)
                with.state->bases[p][0][bin] = base;
            if (bin == 0)
                shared.constant[p] = false;
            __syncthreads(); // sums are read, and the flag is set
            if (bin < bins && keys[p] == count)
                shared.constant[p] = true;
        }
    __syncthreads(); // all flags are known
    if (threadIdx.x == 0)
        make_plan(shared, with, (disorder & not_sorted) == 0, (disorder & not_reversed) == 0);
    __syncthreads(); // the plan is made
    auto const* const from = reinterpret_cast<unsigned const*>(&shared.plan);
    auto* const to = reinterpret_cast<unsigned*>(&with.state->plan);
    for (unsigned i = threadIdx.x; i < sizeof shared.plan / sizeof(unsigned); i += count_threads)
        to[i] = from[i];
}

template <class Bits, class Value>
__global__ __launch_bounds__(count_threads, count_blocks) void count_digits(arguments<Bits, Value> const with) {
    auto& shared = at_kept_address(dynamic_space<count_space<Bits>>());
    auto* const counters = reinterpret_cast<uint4*>(&shared.counts[0][0][0]);
    for (unsigned i = threadIdx.x; i < sizeof shared.counts / sizeof(uint4); i += count_threads)
        counters[i] = {};
    if (threadIdx.x == 0)
        shared.disorder = 0;
    wait_for_previous_kernel();
    if (with.state->plan.made_early())
        return;
    __syncthreads(); // counters are cleared before they count

    unsigned disorder = 0;
    if (with.digits.are_bytes_of(sizeof(Bits))) {
        digit_counter<Bits, Value, true> counter{shared, with};
        counter.count_all();
        disorder = counter.disorder();
    } else {
        digit_counter<Bits, Value, false> counter{shared, with};
        counter.count_all();
        disorder = counter.disorder();
    }
    disorder = __reduce_or_sync(all_lanes, disorder);
    if (disorder != 0 && lane_of_thread() == 0)
        atomicOr(&shared.disorder, disorder);
    __syncthreads(); // counts and disorder are complete
    if (threadIdx.x == 0 && shared.disorder != 0)
        atomicOr(&with.state->disorder, shared.disorder);

    for (unsigned i = threadIdx.x; i < with.digits.size * bins; i += count_threads) {
        unsigned long long keys = 0;
        for (unsigned copy = 0; copy < counter_copies<Bits>; ++copy)
            keys += shared.counts[i / bins][i % bins][(copy + i) % counter_copies<Bits>]; // lanes read different banks
        if (keys > 0)
            atomicAdd(&with.state->counts[i / bins][i % bins], keys);
    }
    if (ends_last(with.state->finished_blocks, shared.is_last))
        plan_passes(shared, with);
}

} // namespace pradix::cuda
