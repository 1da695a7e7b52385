// SPDX-License-Identifier: MIT
// Few items: one block sorts them all.
#pragma once

#include "src/cuda/block/groups/sort_segment.cuh"
#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

// By so many bits, two passes are faster than a split unless keys are spread evenly, and hardly slower then.
template <class Bits, class Value>
inline constexpr unsigned most_bits_by_passes = sizeof(Bits) == 2 && has_values<Value> ? 16 : 12;

// With gaps, unless keys are bytes: if these grow, they are equal to their neighbours.
template <class Bits, class Value, class Tile>
using sort_tile_space = sort_space<Bits, Value, Tile, (sizeof(Bits) > 1)>;

template <class Bits, class Value, class Tile>
__global__ __launch_bounds__(Tile::threads, Tile::blocks) void sort_tile(arguments<Bits, Value> const with) {
    auto& shared = at_kept_address(dynamic_space<sort_tile_space<Bits, Value, Tile>>());
    wait_for_previous_kernel();
    auto const count = static_cast<unsigned>(with.count());
    if (count == 0)
        return;
    auto const items = segment<Bits, Value, false>::of_all(with, count);
    if (with.digits.width > most_bits_by_passes<Bits, Value>) {
        if (split_sort<Bits, Value, Tile, false>(shared.split, with, items).run([](bool) {}))
            return;
        __syncthreads(); // the memory of the split is free
    }
    sort_by_passes<fewest_rows<Tile>, row_choice::some>(shared.passes, with, items);
}

} // namespace pradix::cuda
