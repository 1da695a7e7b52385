// SPDX-License-Identifier: MIT
// Cuts keys into ranges (range_plan.hpp). Each kernel counts the keys of ranges that have too many by their next digit;
// the block that ends last divides these ranges. Once none is left, it says where ranges go.
#pragma once

#include "src/cuda/block/each_key.cuh"
#include "src/cuda/block/ends_last.cuh"
#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/kernels/chain.cuh"
#include "src/cuda/plans/range_plan.hpp"
#include "src/cuda/state/arguments.cuh"

namespace pradix::cuda {

inline constexpr unsigned range_threads = 512, range_blocks = 2;

template <class Bits>
struct range_space {
    range_list<Bits> ranges;
    unsigned counts[most_open_ranges][bins];
    range_list<Bits> divided;
    unsigned long long counts_of_range[bins];
    bool is_last;
};

template <class Bits, class Value>
class range_cutter {
public:
    __device__ range_cutter(range_space<Bits>& shared, arguments<Bits, Value> const& with, range_state<Bits>& state,
                            unsigned level)
        : shared_(shared), with_(with), state_(state), digit_(with.digits.digits[with.digits.size - 1 - level]),
          level_(level) {}

    // Adds what this block counts to the sums.
    __device__ void count() {
        recall();
        auto* const counts = &shared_.counts[0][0];
        unsigned const size = shared_.ranges.open * bins;
        for (unsigned i = threadIdx.x; i < size; i += range_threads)
            counts[i] = 0;
        __syncthreads(); // counters are clear
        Bits const compared = with_.compared();
        each_key_of_thread<range_threads>(
            with_.keys_of(buffer::in), with_.count(), [&]<std::size_t Size>(Bits const(&keys)[Size], std::uint64_t) {
#pragma unroll
                for (unsigned i = 0; i < Size; ++i) {
                    Bits const image = with_.codec.encode(keys[i]) & compared;
                    unsigned const number = level_ == 0 ? 0 : shared_.ranges.numbers[shared_.ranges.range_of(image)];
                    if (number != range_list<Bits>::closed)
                        atomicAdd(&shared_.counts[number][digit_.of(image)], 1u);
                }
                return true;
            });
        __syncthreads(); // all keys are counted
        for (unsigned i = threadIdx.x; i < size; i += range_threads)
            if (counts[i] > 0)
                atomicAdd(&state_.counts[0][0] + i, counts[i]);
    }

    // By the last block, with all counts.
    __device__ void divide() {
        range_list<Bits>&from = shared_.ranges, &to = shared_.divided;
        unsigned long long const most = range_items(with_.most);
        if (threadIdx.x == 0)
            to.size = to.open = 0;
        for (unsigned r = 0; r < from.size; ++r) {
            unsigned const number = from.numbers[r];
            bool const open = number != range_list<Bits>::closed;
            if (open && threadIdx.x < bins)
                shared_.counts_of_range[threadIdx.x] =
                    atomicExch(&state_.counts[number][threadIdx.x], 0ull); // clear for the next kernel
            __syncthreads();                                               // counts are there
            if (threadIdx.x == 0 && !open)
                to.add(from.firsts[r], from.counts[r], false, most);
            if (threadIdx.x == 0 && open)
                for (unsigned bin = 0; bin < bins; ++bin)
                    to.add(static_cast<Bits>(from.firsts[r] | static_cast<Bits>(bin) << digit_.shift),
                           shared_.counts_of_range[bin], digit_.shift > with_.digits.begin(), most);
            __syncthreads(); // counts are read
        }
        copy_together<range_threads>(state_.ranges, to);
        if (threadIdx.x == 0 && to.open == 0)
            plan(to, most);
    }

private:
    // What there is to divide.
    __device__ void recall() {
        range_list<Bits>& ranges = shared_.ranges;
        if (level_ == 0) {
            if (threadIdx.x == 0)
                ranges.begin(with_.count());
        } else {
            copy_together<range_threads>(ranges, state_.ranges);
        }
        __syncthreads(); // ranges are known
    }

    __device__ void plan(range_list<Bits> const& ranges, unsigned long long most) {
        std::uint64_t start = 0;
        for (unsigned r = 0; r < ranges.size; ++r) {
            state_.starts[r] = with_.state->bases[range_pass][0][r] = start;
            state_.sizes[r] = ranges.counts[r] <= most ? ranges.counts[r] : 0;
            start += ranges.counts[r];
        }
        with_.state->plan.passes[range_pass] = partition_pass({}, buffer::in, buffer::out, true, true);
    }

    range_space<Bits>& shared_;
    arguments<Bits, Value> const& with_;
    range_state<Bits>& state_;
    core::digit const digit_;
    unsigned const level_; // how many digits ranges share already, from the highest one on
};

template <class Bits, class Value>
__global__ __launch_bounds__(range_threads, range_blocks) void count_ranges(arguments<Bits, Value> const with,
                                                                            range_state<Bits>* const state,
                                                                            unsigned const level) {
    __shared__ range_space<Bits> space;
    auto& shared = at_kept_address(space);
    wait_for_previous_kernel();
    if (with.state->plan.made_early() || (level > 0 && state->ranges.open == 0))
        return;
    range_cutter<Bits, Value> cutter{shared, with, *state, level};
    cutter.count();
    if (ends_last(with.state->finished_blocks, shared.is_last))
        cutter.divide();
}

} // namespace pradix::cuda
