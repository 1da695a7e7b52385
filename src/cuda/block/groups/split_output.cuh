// SPDX-License-Identifier: MIT
// Where the items of a split (split_sort.cuh) go once they are sorted: keys are decoded on their way; values come from
// where they are, or from a copy that was made while keys were sorted.
#pragma once

#include "src/cuda/block/groups/segment.cuh"
#include "src/cuda/block/groups/split_space.cuh"

#include <cuda_pipeline_primitives.h>

namespace pradix::cuda {

template <class Bits, class Value, class Tile, bool Encoded>
class split_output {
public:
    using space = split_space<Bits, Value, Tile>;

    __device__ split_output(space& shared, arguments<Bits, Value> const& with,
                            segment<Bits, Value, Encoded> const& items)
        : shared_(shared), with_(with), items_(items) {}

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

    // Keys that lie in their order. All threads have seen them there.
    __device__ void write_slots() {
        if (items_.keys_out == nullptr)
            return;
        if constexpr (segment<Bits, Value, Encoded>::may_be_spread)
            if (items_.are_spread)
                undo_spread();
        for_rows([&](unsigned i) {
            unsigned const slot = i * threads + threadIdx.x;
            items_.keys_out[slot] = with_.codec.decode(shared_.keys.keys[slot]);
        });
    }

    // In the order of words.
    __device__ void write() {
        write_keys();
        if constexpr (has_values<Value>)
            write_values();
    }

private:
    static constexpr unsigned threads = Tile::threads, rows = Tile::items;

    template <class Work>
    __device__ void for_rows(Work const& work) const {
        each_row<threads, rows>(items_.count, work);
    }

    // Of the keys of this thread, where they lie.
    __device__ void undo_spread() {
        auto const& spread = *spreading_of(with_, true);
#pragma unroll 1
        for (unsigned place = threadIdx.x; place < items_.count; place += threads) {
            Bits& key = shared_.keys.keys[place];
            key = spread.undo(key);
        }
    }

    __device__ void write_keys() {
        if (items_.keys_out == nullptr)
            return;
        if constexpr (segment<Bits, Value, Encoded>::may_be_spread)
            if (items_.are_spread) {
                __syncthreads(); // keys are not compared any more
                undo_spread();
                __syncthreads(); // all are as they were
            }
        std::uint32_t const* const words = shared_.words + word_at(threadIdx.x);
        Bits* const keys_out = items_.keys_out + threadIdx.x;
        for_rows([&](unsigned i) { keys_out[i * threads] = with_.codec.decode(shared_.key_of(words[i * threads])); });
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
};

} // namespace pradix::cuda
