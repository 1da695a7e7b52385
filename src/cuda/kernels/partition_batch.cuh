// SPDX-License-Identifier: MIT
// With little scratch: one batch of buckets through the pass by the lower of two leading digits, each bucket by itself,
// from the output to scratch. Keys alone, which are compared whole then, need no stable pass.
#pragma once

#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/kernels/partition.cuh"

namespace pradix::cuda {

// The tiles of a bucket are a row of their own.
template <class Bits, class Value>
class row_of_bucket {
public:
    __device__ row_of_bucket(arguments<Bits, Value> const& with, portion const& part, tile_of_bucket const& mine,
                             unsigned shift)
        : with_(with), part_(part), mine_(mine), shift_(shift) {}

    __device__ std::uint64_t first() const { return mine_.first; }
    __device__ unsigned size() const { return mine_.size; }
    __device__ std::uint32_t* words() const { return part_.words; }
    __device__ bool is_first() const { return mine_.first == mine_.bucket_start; }
    __device__ unsigned long long base(unsigned bin) const {
        return mine_.bucket_start + with_.leading.group_starts[mine_.bucket * bins + bin] - shift_;
    }
    __device__ void end(unsigned, unsigned long long) const {}

private:
    arguments<Bits, Value> const& with_;
    portion const& part_;
    tile_of_bucket const& mine_;
    unsigned const shift_;
};

template <class Bits, class Value, class Tile>
__global__ __launch_bounds__(Tile::threads, Tile::blocks) void partition_batch(arguments<Bits, Value> const with,
                                                                               portion const part) {
    auto& shared = dynamic_space<partition_space<Bits, Value, Tile>>();
    wait_for_previous_kernel();
    if (!with.state->plan.groups.active || with.leading.batch >= with.state->prefix.batches.size)
        return; // and so do all launches behind this one
    prefix_state const& prefix = with.state->prefix;
    unsigned const* const buckets = prefix.batches.buckets + with.leading.batch;
    unsigned const shift = prefix.batches.firsts[with.leading.batch];
    unsigned const first = prefix.tile_starts[buckets[0]], tiles = prefix.tile_starts[buckets[1]] - first;
    clear_for_next_launch(part);
    if (blockIdx.x >= tiles)
        return;
    read_plan(shared, with, part);
    unsigned const tile = first + blockIdx.x;
    if constexpr (!has_values<Value>) {
        run_unordered_tile<Bits, Value, Tile>(shared.unordered, with, shared.plan, true, tile, shift);
    } else {
        __shared__ unsigned bucket;
        __shared__ tile_of_bucket mine;
        auto const found = tile_of_bucket::find<Tile>(bucket, with, tile);
        if (threadIdx.x == 0)
            mine = found; // registers are scarcer
        __syncthreads();  // the tile's items are known to all
        using row = row_of_bucket<Bits, Value>;
        tile_partition<Bits, Value, Tile, row>{shared, with, shared.plan, row{with, part, mine, shift},
                                               shared.plan.digit}
            .run();
    }
}

} // namespace pradix::cuda
