// SPDX-License-Identifier: MIT
// What all blocks of one launch learn of the keys before they move any: in which bits these differ, and whether they
// are in order already. Each looks at its share and reports; once all have, each collects the reports.
#pragma once

#include "src/cuda/arguments.cuh"
#include "src/cuda/block/disorder.cuh"
#include "src/cuda/block/one_launch/cooperative_pass.cuh"
#include "src/cuda/block/reduce.cuh"

namespace pradix::cuda {

template <class Bits, class Tile>
struct key_report_space {
    Bits differing_of_warp[Tile::warps];
    unsigned disorder_of_warp[Tile::warps];
};

template <class Bits>
struct key_report {
    Bits differing = 0; // in what is compared
    unsigned disorder = 0;
};

// By all threads.
template <class Bits, class Value, class Tile>
__device__ void report_keys(key_report_space<Bits, Tile>& shared, arguments<Bits, Value> const& with,
                            block_share<Tile> const& share, block_reports<Bits>& reports) {
    Bits const* const keys = with.keys_of(buffer::in);
    auto const last = static_cast<unsigned>(with.count() - 1);
    Bits const first = with.codec.encode(keys[0]);
    Bits const compared = with.compared();
    bool const strictly = !with.has_only_keys();
    Bits differing = 0;
    unsigned disorder = 0;
    constexpr unsigned at_once = 4;
    for (unsigned begin = threadIdx.x; begin < share.size; begin += at_once * Tile::threads) {
        Bits mine[at_once], next[at_once];
#pragma unroll
        for (unsigned i = 0; i < at_once; ++i) {
            unsigned const at = share.first + begin + i * Tile::threads;
            mine[i] = keys[min(at, last)];
            next[i] = keys[min(at + 1, last)];
        }
#pragma unroll
        for (unsigned i = 0; i < at_once; ++i) {
            unsigned const place = begin + i * Tile::threads;
            Bits const image = with.codec.encode(mine[i]);
            differing |= image ^ first;
            if (place < share.size && share.first + place < last)
                disorder |= disorder_of<Bits>(image & compared, with.codec.encode(next[i]) & compared, strictly);
        }
    }
    differing = or_in_block(static_cast<Bits>(differing & compared), shared.differing_of_warp);
    disorder = or_in_block(disorder, shared.disorder_of_warp);
    if (threadIdx.x == 0) {
        reports.differing[blockIdx.x] = differing;
        reports.disorder[blockIdx.x] = disorder;
    }
}

// Of all blocks.
template <class Bits, class Tile>
__device__ key_report<Bits> collect_reports(key_report_space<Bits, Tile>& shared, block_reports<Bits> const& reports) {
    static_assert(most_cooperating_blocks <= Tile::threads);
    bool const reads = threadIdx.x < gridDim.x;
    return {or_in_block(reads ? reports.differing[threadIdx.x] : Bits{0}, shared.differing_of_warp),
            or_in_block(reads ? reports.disorder[threadIdx.x] : 0, shared.disorder_of_warp)};
}

} // namespace pradix::cuda
