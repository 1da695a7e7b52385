// SPDX-License-Identifier: MIT
// What all blocks of one launch learn of the keys before they move any: in which bits these differ, and whether they
// are in order already. Each looks at its share and reports; once all have, each collects the reports.
#pragma once

#include "src/cuda/block/disorder.cuh"
#include "src/cuda/block/one_launch/cooperative_pass.cuh"
#include "src/cuda/block/reduce.cuh"
#include "src/cuda/state/arguments.cuh"

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
    Bits const compared = with.compared();
    bool const strictly = !with.has_only_keys();
    Bits differing = 0; // bits in which all neighbours are alike are those in which all keys are
    unsigned disorder = 0;
    each_pair_of_neighbours<Tile::threads>(
        with.keys_of(buffer::in) + share.first, share.pairs(with.count()), [&](Bits mine, Bits next) {
            Bits const image = with.codec.encode(mine) & compared, behind = with.codec.encode(next) & compared;
            differing |= image ^ behind;
            disorder |= disorder_of<Bits>(image, behind, strictly);
        });
    differing = or_in_block(differing, shared.differing_of_warp);
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
