// SPDX-License-Identifier: MIT
// The guess that items are in order, or in reverse: copies them to where they belong and looks whether it is true.
// If it is not, the copy is overwritten later; the input is intact, for in place nothing is reversed.
#pragma once

#include "src/cuda/block/disorder.cuh"
#include "src/cuda/plans/early_plans.hpp"
#include "src/cuda/state/arguments.cuh"
#include "src/cuda/warp/seen_now.cuh"

namespace pradix::cuda {

template <class Bits, class Value>
class ordered_copy {
public:
    __device__ ordered_copy(arguments<Bits, Value> const& with, guess guessed)
        : with_(with), keys_(with.keys_of(buffer::in)), values_(with.values_of(buffer::in)), last_(with.count() - 1),
          reverses_(guessed == guess::reversed), contradicts_(reverses_ ? not_reversed : not_sorted),
          compared_(with.compared()), strictly_(!with.has_only_keys()),
          copies_keys_(with.keys_wanted && keys_ != with.keys_of(buffer::out)) {}

    // This block's part of the items. Ends soon after some block has seen that the guess is wrong.
    __device__ void run() {
        std::uint64_t const stride = std::uint64_t{gridDim.x} * guess_threads;
        std::uint64_t at = std::uint64_t{blockIdx.x} * guess_threads + threadIdx.x;
        bool go_on = true;
        for (; at + (unrolled - 1) * stride < last_ && go_on; at += unrolled * stride)
            go_on = copy<true>(at, stride);
        for (; at <= last_ && go_on; at += unrolled * stride)
            go_on = copy<false>(at, stride);
    }

    // By one thread, once all blocks have run.
    __device__ void plan() const {
        control& state = *with_.state;
        if ((seen_now(state.disorder) & contradicts_) == 0) {
            make_plan_of_no_pass(state.plan);
        } else {
            state.try_otherwise();
        }
    }

private:
    static constexpr unsigned item_bytes = sizeof(Bits) + value_bytes<Value>;
    static constexpr unsigned unrolled = item_bytes <= 8 ? 8 : 4; // as registers allow

    // Items at, at + stride ... Full: each has one behind it.
    template <bool Full>
    __device__ bool copy(std::uint64_t at, std::uint64_t stride) const {
        Bits mine[unrolled], next[unrolled];
        Value values[unrolled];
        unsigned disorder = seen_now(with_.state->disorder); // what others have seen
#pragma unroll
        for (unsigned i = 0; i < unrolled; ++i) {
            std::uint64_t const place = Full ? at + i * stride : min(at + i * stride, last_);
            mine[i] = keys_[place];
            next[i] = keys_[Full ? place + 1 : min(place + 1, last_)];
            if constexpr (has_values<Value>)
                values[i] = values_ == nullptr ? position<Value>(place) : values_[place];
        }
#pragma unroll
        for (unsigned i = 0; i < unrolled; ++i)
            if (Full || at + i * stride < last_)
                disorder |= disorder_of<Bits>(with_.codec.encode(mine[i]) & compared_,
                                              with_.codec.encode(next[i]) & compared_, strictly_);
        if ((disorder & contradicts_) != 0) {
            atomicOr(&with_.state->disorder, contradicts_);
            return false;
        }
#pragma unroll
        for (unsigned i = 0; i < unrolled; ++i) {
            std::uint64_t const place = at + i * stride;
            if (!Full && place > last_)
                break;
            std::uint64_t const to = reverses_ ? last_ - place : place;
            if (copies_keys_)
                with_.keys_of(buffer::out)[to] = mine[i];
            if constexpr (has_values<Value>)
                if (values_ != with_.values_of(buffer::out))
                    with_.values_of(buffer::out)[to] = values[i];
        }
        return true;
    }

    arguments<Bits, Value> const& with_;
    Bits const* const keys_;
    Value const* const values_; // null: they are positions
    std::uint64_t const last_;
    bool const reverses_;
    unsigned const contradicts_; // the guess, if seen
    Bits const compared_;
    bool const strictly_, copies_keys_;
};

} // namespace pradix::cuda
