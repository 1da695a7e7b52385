// SPDX-License-Identifier: MIT
// Some of the keys, a few in each thread of a block, and what can be told from them at once.
#pragma once

#include "src/cuda/block/cluster.cuh"
#include "src/cuda/block/disorder.cuh"
#include "src/cuda/block/reduce.cuh"
#include "src/cuda/plans/sample_places.hpp"
#include "src/cuda/state/arguments.cuh"

namespace pradix::cuda {

inline constexpr unsigned survey_threads = 1024;
inline constexpr unsigned samples_of_thread = survey_samples / survey_threads;
inline constexpr unsigned survey_blocks = samples_of_thread; // of a cluster, each asks for one sample a thread

template <class Bits>
struct key_samples_space {
    Bits taken[survey_threads]; // by this block of a cluster
    unsigned disorder_beside[survey_threads /
                             warp_lanes]; // of some pairs of neighbouring keys, in each warp of the first block
    Bits differing_of_warp[survey_threads / warp_lanes];
    unsigned disorder_of_warp[survey_threads / warp_lanes];
};

template <class Bits>
struct key_samples {
    Bits images[samples_of_thread]; // of neighbouring samples, what is compared of them
    unsigned disorder;              // of all samples, and of some keys between them
    Bits differing;                 // bits of samples
    unsigned width;                 // from the highest one downwards

    // In which bits do samples differ? Each with the next one, some with the key behind, and all keys at the very end,
    // where they may have been appended: are they in order? Writes zeros while keys come. The blocks of a cluster, one
    // or survey_blocks, meet meanwhile, and have the same samples.
    template <class Value>
    static __device__ key_samples take(key_samples_space<Bits>& shared, arguments<Bits, Value> const& with,
                                       zeros const& to_clear, block_cluster const& cluster) {
        key_samples all;
        Bits const* const keys = with.keys_of(buffer::in);
        Bits const compared = with.compared();
        std::uint64_t const count = with.count();
        unsigned const first = threadIdx.x * samples_of_thread;
        bool const strictly = !with.has_only_keys();
        Bits const first_image = with.codec.encode(keys[0]) & compared;
        Bits behind[2] = {}, end[2] = {};
        if (cluster.rank == 0)
#pragma unroll
            for (unsigned i = 0; i < 2; ++i) {
                behind[i] = keys[place_of_sample(count, first) + i];
                end[i] = keys[count - 2 - threadIdx.x + i];
            }
        Bits mine{};
        if (cluster.size == 1) {
#pragma unroll
            for (unsigned i = 0; i < samples_of_thread; ++i)
                all.images[i] = keys[place_of_sample(count, first + i)];
        } else {
            mine = keys[place_of_sample(count, first + cluster.rank)];
        }
        to_clear.write<survey_threads>(cluster.rank, cluster.size);
        auto const image = [&](Bits key) { return static_cast<Bits>(with.codec.encode(key) & compared); };
        auto const disorder_of_pair = [&](Bits key, Bits next) {
            return disorder_of<Bits>(image(key), image(next), strictly);
        };
        unsigned const beside = or_in_warp(disorder_of_pair(behind[0], behind[1]) | disorder_of_pair(end[0], end[1]));
        if (lane_of_thread() == 0)
            shared.disorder_beside[warp_of_thread()] = beside;
        shared.taken[threadIdx.x] = image(mine);
        cluster.meet(); // samples are taken, and zeros written
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i)
            all.images[i] = cluster.size == 1 ? image(all.images[i]) : cluster.of_block(i, shared.taken)[threadIdx.x];
        Bits differing = 0;
        unsigned disorder = cluster.of_block(0, shared.disorder_beside)[lane_of_thread()];
#pragma unroll
        for (unsigned i = 0; i < samples_of_thread; ++i) {
            differing |= all.images[i] ^ first_image;
            if (i > 0)
                disorder |= disorder_of<Bits>(all.images[i - 1], all.images[i], strictly);
        }
        all.differing = or_in_block(differing, shared.differing_of_warp);
        all.width = core::bit_width(all.differing);
        all.disorder = or_in_block(disorder, shared.disorder_of_warp);
        return all;
    }

    __device__ bool are_sorted() const {
        return (disorder & not_sorted) == 0;
    }
    __device__ bool are_reversed() const {
        return (disorder & not_reversed) == 0;
    }
};

} // namespace pradix::cuda
