// SPDX-License-Identifier: MIT
// A tile of a stable pass whose items are all of one bin: they go where the bin goes as they lie, without ranks,
// and not through shared memory.
#pragma once

#include "src/cuda/block/tiles/bin_in_row.cuh"
#include "src/cuda/state/arguments.cuh"

namespace pradix::cuda {

template <class Bits, class Value, class Tile, class Row>
class whole_tile {
public:
    __device__ whole_tile(arguments<Bits, Value> const& with, pass const& plan, Row const& row, unsigned tile)
        : with_(with), plan_(plan), row_(row), tile_(tile) {}

    // Nothing is written or told if there is more than one bin: then is_whole, which is true before, is false. By all
    // threads; what it is given is shared. A vote of the block would do instead of the flag, but for ptxas, which runs
    // out of predicates where it meets ballots.
    __device__ void move(bool& is_whole, unsigned long long& destination) {
        bool const may_be = row_.size() == Tile::size && ends_share_a_bin(); // others are not tried
        if (may_be)
            load_keys();
        if (!may_be || !are_of_one_bin())
            is_whole = false;
        __syncthreads(); // all threads have looked
        if (!is_whole)
            return;
        if (threadIdx.x < bins)
            tell_of_bin(row_, tile_, items_of_bin());
        if constexpr (has_values<Value>)
            load_values(); // on their way while bins look back
        if (threadIdx.x < bins)
            find_bin(destination);
        __syncthreads(); // the destination is known to all
        write_keys(destination);
        if constexpr (has_values<Value>)
            write_values(destination);
    }

private:
    __device__ Bits const* keys_in() const { return with_.keys_of(plan_.from) + row_.first(); }
    __device__ Bits image(Bits key) const { return plan_.first ? with_.codec.encode(key) : key; }

    // Of a tile in order, only if it has one bin.
    __device__ bool ends_share_a_bin() {
        Bits const first = keys_in()[0], last = keys_in()[Tile::size - 1];
        first_ = image(first);
        return plan_.digit.of(first_ ^ image(last)) == 0;
    }

    // As images.
    __device__ void load_keys() {
        Bits const* const from = keys_in() + threadIdx.x;
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i)
            keys_[i] = from[i * Tile::threads];
        if (plan_.first)
#pragma unroll
            for (unsigned i = 0; i < Tile::items; ++i)
                keys_[i] = with_.codec.encode(keys_[i]);
    }

    __device__ bool are_of_one_bin() const {
        Bits differing = 0;
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i)
            differing |= keys_[i] ^ first_;
        return plan_.digit.of(differing) == 0;
    }

    // All bins but one have nothing here, which the tiles behind have to know as well.
    __device__ unsigned items_of_bin() const {
        return threadIdx.x == plan_.digit.of(first_) ? Tile::size : 0;
    }
    __device__ void find_bin(unsigned long long& destination) const {
        unsigned const items = items_of_bin();
        if (auto const found = find_destination(row_, tile_, items); items > 0)
            destination = found;
    }

    __device__ void write_keys(unsigned long long destination) {
        if (plan_.last && !with_.keys_wanted)
            return;
        if (plan_.last)
#pragma unroll
            for (unsigned i = 0; i < Tile::items; ++i)
                keys_[i] = with_.codec.decode(keys_[i]);
        Bits* const to = with_.keys_of(plan_.to) + destination;
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i)
            to[i * Tile::threads + threadIdx.x] = keys_[i];
    }

    __device__ void load_values() {
        std::uint64_t const first = row_.first();
        Value const* const from = with_.values_of(plan_.from);
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i) {
            unsigned const place = i * Tile::threads + threadIdx.x;
            values_[i] = from == nullptr ? position<Value>(first + place) : from[first + place];
        }
    }
    __device__ void write_values(unsigned long long destination) const {
        Value* const to = with_.values_of(plan_.to) + destination;
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i)
            to[i * Tile::threads + threadIdx.x] = values_[i];
    }

    arguments<Bits, Value> const& with_;
    pass const& plan_;
    Row const& row_;
    unsigned const tile_;
    Bits first_; // of the tile
    Bits keys_[Tile::items];
    Value values_[has_values<Value> ? Tile::items : 1];
};

} // namespace pradix::cuda
