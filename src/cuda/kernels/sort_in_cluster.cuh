// SPDX-License-Identifier: MIT
// Few keys without values: one cluster of blocks sorts them all.
#pragma once

#include "src/cuda/block/one_launch/cluster_sort.cuh"
#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

template <class Bits, class Tile>
__global__ __launch_bounds__(Tile::threads, Tile::blocks) void sort_in_cluster(arguments<Bits, no_value> const with) {
    auto& shared = at_kept_address(dynamic_space<clustered_sort_space<Bits, Tile>>());
    auto const cluster = block_cluster::of_this_block();
    wait_for_previous_kernel();
    auto const count = static_cast<unsigned>(with.count());
    if (count > 0)
        cluster_sort<Bits, Tile>(shared, with, segment<Bits, no_value, false>::of_all(with, count), cluster).run();
}

} // namespace pradix::cuda
