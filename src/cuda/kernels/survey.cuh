// SPDX-License-Identifier: MIT
// A look at some of the keys: in which bits do they differ, and are they spread so evenly over the first two digits of
// these that sorting by those first is promising? What it says is a guess; the kernels behind it count.
#pragma once

#include "src/cuda/block/disorder.cuh"
#include "src/cuda/kernels/arguments.cuh"
#include "src/cuda/kernels/chain.cuh"
#include "src/cuda/warp/reduce.cuh"

namespace pradix::cuda {

inline constexpr unsigned survey_threads = 1024;

template <class Bits>
struct survey_space {
    static constexpr unsigned most_width = 12;
    unsigned counts[1u << most_width]; // of the samples, by the first bits that differ
    Bits differing_of_warp[survey_threads / warp_lanes];
    unsigned disorder;
    unsigned uneven;
};

template <class Bits, class Value>
__global__ __launch_bounds__(survey_threads) void survey(arguments<Bits, Value> const with) {
    constexpr unsigned each = 8, samples = each * survey_threads;
    __shared__ survey_space<Bits> shared;
    for (unsigned i = threadIdx.x; i < sizeof shared.counts / sizeof(unsigned); i += survey_threads)
        shared.counts[i] = 0;
    if (threadIdx.x == 0)
        shared.disorder = shared.uneven = 0;
    wait_for_previous_kernel();
    std::uint64_t const count = with.count();
    if (count < samples)
        return;

    Bits const compared = core::low_mask<Bits>(with.digits.end());
    Bits const* const keys = with.keys_of(buffer::in);
    Bits const first = with.codec.encode(keys[0]) & compared;
    Bits images[each];
#pragma unroll
    for (unsigned i = 0; i < each; ++i)
        images[i] = with.codec.encode(keys[(threadIdx.x * each + i) * (count / samples)]) & compared;
    Bits differing = 0;
    unsigned disorder = 0;
#pragma unroll
    for (unsigned i = 0; i < each; ++i) {
        differing |= images[i] ^ first;
        if (i > 0)
            disorder |= disorder_of<Bits>(images[i - 1], images[i], false);
    }
    differing = or_in_warp(differing);
    disorder = __reduce_or_sync(all_lanes, disorder);
    __syncthreads(); // counters and flags are clear
    if (lane_of_thread() == 0) {
        shared.differing_of_warp[warp_of_thread()] = differing;
        atomicOr(&shared.disorder, disorder);
    }
    __syncthreads(); // each warp has said what it saw
    unsigned const width = core::bit_width(or_in_warp(shared.differing_of_warp[lane_of_thread()]));

    // Three passes would do, or one copy.
    if (width < with.digits.begin() + 3 * radix_bits + 1 || shared.disorder != (not_sorted | not_reversed))
        return;
    constexpr unsigned most_by_chance = 24; // where two are expected
    unsigned const prefix = prefix_width(count, with.leading.group_items);
    core::digit const bin{width - min(prefix, survey_space<Bits>::most_width),
                          min(prefix, survey_space<Bits>::most_width)};
    std::uint64_t const items_of_bin = std::uint64_t{with.leading.group_items} << (prefix - bin.width);
    auto const most = static_cast<unsigned>(max(2 * items_of_bin * samples / count, std::uint64_t{most_by_chance}));
#pragma unroll
    for (unsigned i = 0; i < each; ++i)
        if (atomicAdd(&shared.counts[bin.of(images[i])], 1u) >= most)
            shared.uneven = 1;
    __syncthreads(); // all samples are counted
    if (threadIdx.x == 0) {
        with.state->prefix.promising = 1 - shared.uneven;
        with.state->prefix.shift = width - prefix;
        with.state->prefix.width = prefix;
    }
}

} // namespace pradix::cuda
