// SPDX-License-Identifier: MIT
// The bin that a thread looks after, in one of a row of tiles that go behind each other. Row says by which words tiles
// tell each other, and where the bins of the first one go (tile_of_portion, row_of_bucket).
#pragma once

#include "src/cuda/block/look_back.cuh"

namespace pradix::cuda {

template <class Row>
__device__ std::uint32_t* word_of_bin(Row const& row, unsigned tile) {
    return row.words() + std::size_t{tile} * bins + threadIdx.x;
}

// Lets the tiles behind this one know how many items the bin has here.
template <class Row>
__device__ void tell_of_bin(Row const& row, unsigned tile, unsigned items) {
    publish(word_of_bin(row, tile), row.is_first() ? look_back_state::all_so_far : look_back_state::tile_alone, items);
}

// Learns from the tiles before this one where the first of these items goes.
template <class Row>
__device__ unsigned long long find_destination(Row const& row, unsigned tile, unsigned items) {
    unsigned const before = row.is_first() ? 0 : look_back(row.words() + threadIdx.x, tile);
    if (!row.is_first())
        publish(word_of_bin(row, tile), look_back_state::all_so_far, before + items);
    unsigned long long const base = row.base(threadIdx.x);
    row.end(threadIdx.x, base + before + items);
    return base + before;
}

} // namespace pradix::cuda
