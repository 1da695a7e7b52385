// SPDX-License-Identifier: MIT
// Items with values of which most keys are equal: the others stay in order. A first reading counts them, and a second
// one moves them to the first half of the scratch, and values of equal keys to where they belong.
#pragma once

#include "src/cuda/block/guesses/majority_tiles.cuh"
#include "src/cuda/warp/reduce.cuh"

namespace pradix::cuda {

// By all threads of all blocks.
template <class Bits, class Value>
class majority_of_items {
public:
    __device__ majority_of_items(majority_space& shared, arguments<Bits, Value> const& with)
        : shared_(shared), with_(with), found_(with.state->majority), tiles_(shared, with) {}

    __device__ void look() {
        if (threadIdx.x == 0)
            shared_.others = shared_.less = 0;
        __syncthreads(); // sums are zero
        unsigned others = 0, less = 0;
        tiles_.each_of_share([&](auto number) { return tiles_.load(number); },
                             [&](auto const& items) {
#pragma unroll
                                 for (Bits const key : items.keys) {
                                     others += tiles_.is_other(key) ? 1 : 0;
                                     less += tiles_.is_less(key);
                                 }
                             });
        add_up(others, shared_.others);
        add_up(less, shared_.less);
        __syncthreads(); // all have added theirs
        if (threadIdx.x == 0) {
            found_.others_of_block[blockIdx.x] = shared_.others;
            atomicAdd(&found_.less, shared_.less);
        }
    }

    __device__ bool had_room_for(unsigned) const { // nothing was moved
        return true;
    }

    // Once it is known how many others blocks before this one have.
    __device__ void set_aside() {
        unsigned moved = found_.others_of_block[blockIdx.x], turn = 0;
        tiles_.each_of_share([&](auto number) { return load(number); },
                             [&](tile const& items) {
                                 auto const of_tile = tiles_.rank(items, turn ^= 1);
                                 Bits* const aside = with_.keys_of(buffer::scratch) + moved;
                                 Value* const values_aside = with_.values_of(buffer::scratch) + moved;
                                 Value* const values_of_equal =
                                     with_.values_of(buffer::out) + (found_.less + items.begin - moved);
                                 tiles_.each_row(items, of_tile, [&](unsigned row, bool is_other, unsigned rank) {
                                     if (is_other) {
                                         aside[rank] = items.keys[row];
                                         values_aside[rank] = items.values[row];
                                     } else if (tiles_.place(row) < items.size) {
                                         values_of_equal[tiles_.place(row) - rank] = items.values[row];
                                     }
                                 });
                                 moved += of_tile.all;
                             });
    }

private:
    using tiles = majority_tiles<Bits, Value>;

    struct tile : tiles::tile {
        Value values[tiles::rows];
    };
    __device__ tile load(std::uint64_t number) const {
        tile items{found_.others > 0 ? tiles_.load(number) : tiles_.of_equal_ones(number), {}};
        Value const* const from = with_.values_of(buffer::in);
        if (from == nullptr) {
#pragma unroll
            for (unsigned row = 0; row < tiles::rows; ++row)
                items.values[row] = position<Value>(items.begin + tiles_.place(row));
        } else {
#pragma unroll
            for (unsigned row = 0; row < tiles::rows; ++row)
                if (tiles_.place(row) < items.size)
                    items.values[row] = from[items.begin + tiles_.place(row)];
        }
        return items;
    }

    majority_space& shared_;
    arguments<Bits, Value> const& with_;
    majority_state& found_;
    tiles tiles_;
};

} // namespace pradix::cuda
