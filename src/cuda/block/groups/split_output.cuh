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
            copy_values();
    }
    // What this thread copies.
    __device__ void end_to_copy_values() {
        if constexpr (space::copies_values)
            __pipeline_wait_prior(0);
    }

    // Keys that lie in their order. All threads have seen them there.
    __device__ void write_slots() {
        if (items_.keys_out != nullptr)
            write_ordered([&](unsigned slot) -> Bits& { return shared_.keys.keys[slot]; });
    }
    // The same of words, each of which is a key.
    __device__ void write_words() {
        write_ordered([&](unsigned slot) -> std::uint32_t& { return shared_.words[word_at(slot)]; });
    }

    // In the order of words.
    __device__ void write() {
        write_keys();
        if constexpr (has_values<Value>)
            write_values();
    }

private:
    static constexpr unsigned threads = Tile::threads, rows = Tile::items;
    static constexpr bool at_once = segment<Bits, Value, Encoded>::template asks_at_once<Tile>;

    // Asynchronously, if they come from memory.
    __device__ void copy_values() const {
        if (items_.values_in == nullptr)
            return;
        Value* const to = shared_.values_of_items() + threadIdx.x;
        Value const* const from = items_.values_in + threadIdx.x;
        for_rows([&](unsigned i) { __pipeline_memcpy_async(&to[i * threads], &from[i * threads], sizeof(Value)); });
        __pipeline_commit();
    }

    // Images that lie in their order: image_at(slot). Those of a thread are `threads` apart.
    template <class ImageAt>
    __device__ void write_ordered(ImageAt const& image_at) {
        if constexpr (segment<Bits, Value, Encoded>::may_be_spread)
            if (items_.are_spread)
                undo_spread(image_at);
        auto const* const mine = &image_at(threadIdx.x);
        Bits* const keys_out = items_.keys_out + threadIdx.x;
        each_loaded_row(
            [&](unsigned i) { return mine[i * threads]; },
            [&](unsigned i, auto image) { keys_out[i * threads] = with_.codec.decode(static_cast<Bits>(image)); });
    }

    // Of the keys of this thread, where they lie: key_at(place).
    template <class KeyAt>
    __device__ void undo_spread(KeyAt const& key_at) {
        auto const& spread = *spreading_of(with_, true);
#pragma unroll 1
        for (unsigned place = threadIdx.x; place < items_.count; place += threads) {
            auto& key = key_at(place);
            key = spread.undo(static_cast<Bits>(key));
        }
    }

    __device__ void write_keys() {
        if (items_.keys_out == nullptr)
            return;
        if constexpr (segment<Bits, Value, Encoded>::may_be_spread)
            if (items_.are_spread) {
                __syncthreads(); // keys are not compared any more
                undo_spread([&](unsigned place) -> Bits& { return shared_.keys.keys[place]; });
                __syncthreads(); // all are as they were
            }
        Bits* const keys_out = items_.keys_out + threadIdx.x;
        in_order([&](std::uint32_t word) { return shared_.key_of(word); },
                 [&](unsigned i, Bits image) { keys_out[i * threads] = with_.codec.decode(image); });
    }

    // In place: all values are read before one is written.
    __device__ void write_values() {
        if (items_.values_in == nullptr)
            return write_values([](unsigned place) { return position<Value>(place); });
        if constexpr (!space::copies_values) {
            __syncthreads(); // keys are read, their memory is free for values
            copy_values();
        }
        __pipeline_wait_prior(0);
        __syncthreads(); // all values are copied
        write_values([&](unsigned place) { return shared_.values_of_items()[place]; });
    }

    template <class ValueAt>
    __device__ void write_values(ValueAt const& value_at) const {
        Value* const values_out = items_.values_out + threadIdx.x;
        in_order([&](std::uint32_t word) { return value_at(item_word::place(word)); },
                 [&](unsigned i, Value const& value) { values_out[i * threads] = value; });
    }

    // Calls write(i, find(word)) for the words of this thread.
    template <class Find, class Write>
    __device__ void in_order(Find const& find, Write const& write) const {
        std::uint32_t const* const words = shared_.words + word_at(threadIdx.x);
        if constexpr (at_once) {
            std::uint32_t mine[rows];
            for_rows([&](unsigned i) { mine[i] = words[i * threads]; });
            each_loaded_row([&](unsigned i) { return find(mine[i]); }, write);
        } else {
            each_loaded_row([&](unsigned i) { return find(words[i * threads]); }, write);
        }
    }

    template <class Work>
    __device__ void for_rows(Work const& work) const {
        each_row<threads, rows>(items_.count, work);
    }
    template <class Load, class Use>
    __device__ void each_loaded_row(Load const& load, Use const& use) const {
        cuda::each_loaded_row<Tile, at_once>(items_.count, load, use);
    }

    space& shared_;
    arguments<Bits, Value> const& with_;
    segment<Bits, Value, Encoded> const& items_;
};

} // namespace pradix::cuda
