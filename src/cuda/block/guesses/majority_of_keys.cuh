// SPDX-License-Identifier: MIT
// Keys alone of which most are equal: the others may come in any order. One reading takes them to the second half of
// the scratch, where each block has a room of its own; from there they are gathered in the first half.
#pragma once

#include "src/cuda/block/guesses/majority_tiles.cuh"
#include "src/cuda/warp/reduce.cuh"

namespace pradix::cuda {

// By all threads of all blocks.
template <class Bits>
class majority_of_keys {
public:
    __device__ majority_of_keys(majority_space& shared, arguments<Bits, no_value> const& with)
        : with_(with), found_(with.state->majority), tiles_(shared, with) {}

    // Tiles of blocks alternate, so that each has as many others as the next one, wherever these are.
    __device__ void look() {
        unsigned const most = room_of_block();
        Bits* const to = room();
        unsigned taken = 0, turn = 0;
        tiles_.each_by_turns([&](auto number) { return tiles_.load(number); },
                             [&](auto const& items) {
                                 auto const of_tile = tiles_.rank(items, turn ^= 1);
                                 bool const fit = taken + of_tile.all <= most; // or no more of them, either
                                 tiles_.each_row(items, of_tile, [&](unsigned row, bool is_other, unsigned rank) {
                                     if (is_other && fit)
                                         to[taken + rank] = items.keys[row];
                                 });
                                 taken += of_tile.all;
                             });
        if (threadIdx.x == 0)
            found_.others_of_block[blockIdx.x] = taken;
    }

    __device__ bool had_room_for(unsigned others) const { // of a block
        return others <= room_of_block();
    }

    // Once it is known how many others blocks before this one have.
    __device__ void set_aside() {
        constexpr unsigned unrolled = 8;
        unsigned const begin = found_.others_of_block[blockIdx.x],
                       end = blockIdx.x + 1 < gridDim.x ? found_.others_of_block[blockIdx.x + 1] : found_.others;
        Bits const* const from = room();
        Bits* const to = with_.keys_of(buffer::scratch) + begin;
        unsigned less = 0;
        for (unsigned first = threadIdx.x; first < end - begin; first += unrolled * guess_threads) {
            Bits keys[unrolled];
#pragma unroll
            for (unsigned i = 0; i < unrolled; ++i)
                if (first + i * guess_threads < end - begin)
                    keys[i] = from[first + i * guess_threads];
#pragma unroll
            for (unsigned i = 0; i < unrolled; ++i)
                if (first + i * guess_threads < end - begin) {
                    to[first + i * guess_threads] = keys[i];
                    less += tiles_.is_less(keys[i]);
                }
        }
        add_up(less, found_.less);
    }

private:
    __device__ unsigned room_of_block() const {
        return static_cast<unsigned>(with_.most_set_aside / gridDim.x);
    }
    __device__ Bits* room() const {
        return with_.keys_of(buffer::second_half) + std::uint64_t{blockIdx.x} * room_of_block();
    }

    arguments<Bits, no_value> const& with_;
    majority_state& found_;
    majority_tiles<Bits, no_value> tiles_;
};

} // namespace pradix::cuda
