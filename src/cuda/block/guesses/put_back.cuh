// SPDX-License-Identifier: MIT
// The end of a sort of which most keys are equal: these are written, and the others, which were set aside and sorted
// (majority.cuh), come before and behind them.
#pragma once

#include "src/cuda/state/arguments.cuh"

namespace pradix::cuda {

template <unsigned Threads, class Bits, class Value>
class others_put_back {
public:
    __device__ explicit others_put_back(arguments<Bits, Value> const& with)
        : with_(with), from_(with.state->majority.sorted_in), count_(with.count()), less_(with.state->majority.less),
          others_(with.state->majority.others), equal_(count_ - others_) {}

    // By all threads of all blocks.
    __device__ void run() const {
        if (with_.keys_wanted)
            write_keys();
        if constexpr (has_values<Value>) // those of equal keys are there
            write_values();
    }

private:
    static constexpr unsigned size = key_vector<Bits>::size;

    __device__ void write_keys() const {
        Bits const* const others = with_.keys_of(from_);
        Bits* const out = with_.keys_of(buffer::out);
        Bits const equal = with_.codec.decode(*reinterpret_cast<Bits const*>(with_.state->majority.image));
        bool const aligned = reinterpret_cast<std::uintptr_t>(out) % 16 == 0;
        for (std::uint64_t first = thread() * size; first < count_; first += threads() * size) {
            key_vector<Bits> vector;
#pragma unroll
            for (Bits& key : vector.keys)
                key = equal;
            if (first < less_ || first + size > less_ + equal_) {
#pragma unroll
                for (unsigned i = 0; i < size; ++i) {
                    std::uint64_t const place = first + i;
                    if (place < less_ || (place >= less_ + equal_ && place < count_))
                        vector.keys[i] = others[place < less_ ? place : place - equal_];
                }
            }
            if (aligned && first + size <= count_)
                *reinterpret_cast<key_vector<Bits>*>(out + first) = vector;
            else
                for (unsigned i = 0; i < size && first + i < count_; ++i)
                    out[first + i] = vector.keys[i];
        }
    }

    __device__ void write_values() const {
        Value const* const values = with_.values_of(from_);
        Value* const out = with_.values_of(buffer::out);
        for (std::uint64_t i = thread(); i < others_; i += threads())
            out[i < less_ ? i : i + equal_] = values[i];
    }

    static __device__ std::uint64_t thread() {
        return std::uint64_t{blockIdx.x} * Threads + threadIdx.x;
    }
    static __device__ std::uint64_t threads() {
        return std::uint64_t{gridDim.x} * Threads;
    }

    arguments<Bits, Value> const& with_;
    buffer const from_;
    std::uint64_t const count_, less_, others_, equal_; // all items, those before the equal ones ...
};

} // namespace pradix::cuda
