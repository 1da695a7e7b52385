// SPDX-License-Identifier: MIT
// Items of which most keys are equal, tile by tile: of each item it is known how many others come before it in its
// tile.
#pragma once

#include "src/cuda/block/scan.cuh"
#include "src/cuda/state/arguments.cuh"

namespace pradix::cuda {

struct majority_space {
    unsigned others, less;                           // of this block
    unsigned of_warp[2][guess_threads / warp_lanes]; // others in a tile and, by turns, in the next one
};

// By all threads of a block.
template <class Bits, class Value>
class majority_tiles {
public:
    // A warp has so many neighbouring rows of 32 items of a tile, as registers allow for two of them.
    static constexpr unsigned rows = 64 / (sizeof(Bits) + value_bytes<Value>);
    static constexpr unsigned tile_size = guess_threads * rows;
    static_assert(guess_threads / warp_lanes == warp_lanes, "a lane a warp");

    __device__ majority_tiles(majority_space& shared, arguments<Bits, Value> const& with)
        : shared_(shared), with_(with), image_(*reinterpret_cast<Bits const*>(with.state->majority.image)),
          equal_(with.codec.decode(image_)), items_(with.count()), tiles_((items_ + tile_size - 1) / tile_size) {}

    struct tile {
        std::uint64_t begin;
        unsigned size; // items
        Bits keys[rows];
    };
    static __device__ unsigned place(unsigned row) { // in the tile
        return (warp_of_thread() * rows + row) * warp_lanes + lane_of_thread();
    }

    // None if there is no such tile. What is missing is equal to most keys.
    __device__ tile load(std::uint64_t number) const {
        tile items = of_equal_ones(number);
        Bits const* const keys = with_.keys_of(buffer::in) + items.begin;
#pragma unroll
        for (unsigned row = 0; row < rows; ++row)
            if (place(row) < items.size)
                items.keys[row] = keys[place(row)];
        return items;
    }
    // The same without a look, if it is known that there are no others.
    __device__ tile of_equal_ones(std::uint64_t number) const {
        std::uint64_t const begin = min(number, tiles_) * tile_size;
        tile items{
            begin, begin < items_ ? static_cast<unsigned>(min(items_ - begin, std::uint64_t{tile_size})) : 0, {}};
#pragma unroll
        for (Bits& key : items.keys)
            key = equal_;
        return items;
    }

    // Calls work(load(number)) for each tile of this block, while the next one is on its way: for tiles that alternate
    // with those of other blocks, or for neighbours, its share.
    template <class Load, class Work>
    __device__ void each_by_turns(Load const& load, Work const& work) const {
        each(blockIdx.x, tiles_, gridDim.x, load, work);
    }
    template <class Load, class Work>
    __device__ void each_of_share(Load const& load, Work const& work) const {
        std::uint64_t const share = (tiles_ + gridDim.x - 1) / gridDim.x, begin = blockIdx.x * share;
        each(begin, min(begin + share, tiles_), 1, load, work);
    }

    __device__ bool is_other(Bits key) const {
        return key != equal_;
    }
    __device__ unsigned is_less(Bits key) const { // 1, or 0
        return with_.codec.encode(key) < image_ ? 1 : 0;
    }

    // How many others there are before those of this warp, and in the whole tile. By turns, `turn` is 0 and 1.
    struct ranks {
        unsigned before_warp, all;
    };
    __device__ ranks rank(tile const& items, unsigned turn) const {
        unsigned mine = 0;
#pragma unroll
        for (Bits const key : items.keys)
            mine += __popc(__ballot_sync(all_lanes, is_other(key)));
        say_of_warp(mine, shared_.of_warp[turn]);
        __syncthreads(); // all warps have said theirs, and have read what they said of the last tile but one
        return {sum_before_warp(shared_.of_warp[turn]), sum_of_warps(shared_.of_warp[turn])};
    }

    // Calls visit(row, whether it is another key, others before it in the tile) for all rows.
    template <class Visit>
    __device__ void each_row(tile const& items, ranks const& of_tile, Visit const& visit) const {
        unsigned before = of_tile.before_warp;
#pragma unroll
        for (unsigned row = 0; row < rows; ++row) {
            std::uint32_t const others = __ballot_sync(all_lanes, is_other(items.keys[row]));
            visit(row, is_other(items.keys[row]), before + __popc(others & lanes_below()));
            before += __popc(others);
        }
    }

private:
    template <class Load, class Work>
    __device__ void each(std::uint64_t number, std::uint64_t end, unsigned stride, Load const& load,
                         Work const& work) const {
        for (auto items = load(number); number < end;) {
            number += stride;
            auto const next = load(number < end ? number : tiles_);
            work(items);
            items = next;
        }
    }

    majority_space& shared_;
    arguments<Bits, Value> const& with_;
    Bits const image_, equal_; // of most keys, and what they are
    std::uint64_t const items_, tiles_;
};

} // namespace pradix::cuda
