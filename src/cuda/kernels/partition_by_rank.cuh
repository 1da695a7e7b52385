// SPDX-License-Identifier: MIT
// One stable pass over all items with few different keys, each of which is a bin.
#pragma once

#include "src/cuda/block/guesses/count_tabled_keys.cuh"
#include "src/cuda/kernels/partition.cuh"

namespace pradix::cuda {

// Ranks take the place of images, from when keys are read to when they are written.
template <class Bits>
struct rank_digit {
    ranked_keys<Bits> const& keys;

    __device__ unsigned of(Bits rank) const { return static_cast<unsigned>(min(rank, Bits{greatest()})); }
    __device__ unsigned greatest() const { return keys.size - 1; }
    __device__ Bits stands_for(Bits image) const { return keys.rank_of(image); }
    __device__ Bits image_of(Bits rank) const { return keys.by_rank[rank]; }
};

template <class Bits, class Value, class Tile>
struct rank_partition_space {
    partition_space<Bits, Value, Tile> tile;
    ranked_keys<Bits> keys;
};

template <class Bits, class Value, class Tile>
__global__ __launch_bounds__(Tile::threads,
                             Tile::blocks) void partition_by_rank(__grid_constant__ arguments<Bits, Value> const with,
                                                                  portion const part) {
    auto& shared = dynamic_space<rank_partition_space<Bits, Value, Tile>>();
    wait_only();
    if (with.state->guessed != guess::tabled_keys)
        return;
    let_next_kernel_come();
    shared.keys.template copy<Tile::threads>(ranked_keys_of(with));
    read_plan(shared.tile, with, part); // and threads meet: ranks are known to all
    clear_for_next_launch(part);
    rank_digit<Bits> const digit{shared.keys};
    using row = tile_of_portion<Bits, Value, Tile>;
    tile_partition<Bits, Value, Tile, row, rank_digit<Bits>>{shared.tile, with, shared.tile.plan,
                                                             row{with, part, shared.tile}, digit}
        .run();
}

} // namespace pradix::cuda
