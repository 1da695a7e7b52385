// SPDX-License-Identifier: MIT
// The guess that images of keys alone lie in a narrow range, but for some outliers: each that is possible has a
// counter, whether it is there or not, and all are written anew (counting sort: Knuth, The Art of Computer Programming
// 3, section 5.2). Outliers are counted with the nearest ones, and written over these in the end.
#pragma once

#include "src/cuda/block/counted/fill_runs.cuh"
#include "src/cuda/block/counted/pattern_counters.cuh"
#include "src/cuda/block/outliers.cuh"
#include "src/cuda/block/scan.cuh"
#include "src/cuda/plans/early_plans.hpp"
#include "src/cuda/warp/seen_now.cuh"

namespace pradix::cuda {

// A key's place in the range is counted as if it were a key of two bytes.
struct narrow_range_space {
    pattern_counters<std::uint16_t> counters;
    static_assert(patterns<std::uint16_t> == most_of_range);
    unsigned sum_of_warp[guess_threads / warp_lanes], sum_before[guess_threads / warp_lanes];
};

template <class Bits, class Value>
class narrow_range_counter {
public:
    __device__ narrow_range_counter(narrow_range_space& shared, arguments<Bits, Value> const& with)
        : shared_(shared), with_(with), first_(*reinterpret_cast<Bits const*>(with.state->range.first)) {}

    // Adds up the counts of all blocks.
    __device__ void run() {
        auto& counters = shared_.counters;
        clear_counters<guess_threads>(counters);
        unsigned const likely = hear_likely(counters.likely, with_.count(), [&](std::uint64_t i) {
            Bits const place = place_of(with_.keys_of(buffer::in)[i]);
            return place < most_of_range ? static_cast<unsigned>(place) : no_bin;
        });
        if (!__syncthreads_and(likely != no_bin ? count<true>(likely) : count<false>(no_bin))) { // counts are complete
            with_.state->range.has_more = true;
            return;
        }
        // Blocks begin at different places, so that they do not all add to the same words.
        for (unsigned i = threadIdx.x; i < most_of_range; i += guess_threads) {
            unsigned const place = (i + blockIdx.x * bins) % most_of_range;
            if (unsigned const times = counters.count_of(place); times > 0)
                adder_to_all()(place, times);
        }
    }

    // By the block that ends last. If there are more than some outliers, the second guess is tried.
    __device__ void plan() {
        control& state = *with_.state;
        bool const has_more = seen_now(state.range.has_more);
        if (has_more) // prefixes are counted there
            zeros{reinterpret_cast<uint4*>(with_.leading.prefix_counts), most_of_range / 4}
                .template write<guess_threads>(0, 1);
        if (threadIdx.x > 0)
            return;
        if (has_more) {
            state.outliers.count(noted::by_counting).found = 0;
            state.try_otherwise();
        } else {
            range_of_others(with_) = {first_, most_of_range - 1};
            make_plan_of_no_pass(state.plan);
        }
    }

private:
    __device__ Bits place_of(Bits key) const { return static_cast<Bits>(with_.codec.encode(key) - first_); }
    __device__ auto adder_to_all() const {
        return [counts = with_.leading.prefix_counts](unsigned place, long long times) {
            atomicAdd(&counts[place], static_cast<unsigned>(times));
        };
    }

    // False if there are too many outliers.
    template <bool HasLikely>
    __device__ bool count(unsigned likely) {
        return each_key_of_thread<guess_threads>(
            with_.keys_of(buffer::in), with_.count(),
            [&](auto const& keys, std::uint64_t first) { return add<HasLikely>(keys, first, likely); });
    }

    // From the first-th one on; more than one by all lanes of a warp, and false for all of them then.
    template <bool HasLikely, std::size_t Size>
    __device__ bool add(Bits const (&keys)[Size], std::uint64_t first, unsigned likely) {
        unsigned places[Size];
        bool are_inside = true;
#pragma unroll
        for (unsigned i = 0; i < Size; ++i) {
            Bits const place = place_of(keys[i]);
            are_inside &= place < most_of_range;
            places[i] = static_cast<unsigned>(place);
        }
        auto const of_all = [](bool mine) { return Size > 1 ? __all_sync(all_lanes, mine) : mine; };
        if (!of_all(are_inside)) {
            bool fit = true;
#pragma unroll
            for (unsigned i = 0; i < Size; ++i)
                fit &= place_of(keys[i]) < most_of_range || replace_outlier(keys[i], first + i, places[i]);
            if (!of_all(fit))
                return false;
        }
        add_places<HasLikely>(places, likely);
        return true;
    }

    // It is noted, and counted where the range begins or ends. False if there are too many.
    __device__ bool replace_outlier(Bits key, std::uint64_t at, unsigned& place) {
        Bits const image = with_.codec.encode(key);
        place = image < first_ ? 0 : most_of_range - 1;
        return note_outlier(with_, noted::by_counting, image, at);
    }

    template <bool HasLikely, std::size_t Size>
    __device__ void add_places(unsigned const (&places)[Size], unsigned likely) {
        auto const later = adder_to_all();
        if constexpr (Size == 1) {
            shared_.counters.add(places[0], 1, later);
        } else {
            unsigned const first = __shfl_sync(all_lanes, places[0], 0);
            bool are_alike = true;
#pragma unroll
            for (unsigned const place : places)
                are_alike &= place == first;
            if (!__all_sync(all_lanes, are_alike))
                add_each<HasLikely>(shared_.counters, places, likely, later);
            else if (lane_of_thread() == 0)
                shared_.counters.add(first, Size * warp_lanes, later);
        }
    }

    narrow_range_space& shared_;
    arguments<Bits, Value> const& with_;
    Bits const first_;
};

// Where runs start, by all blocks of a grid. Each adds up for itself what comes before its part.
template <class Bits, class Value>
__device__ void find_runs_of_narrow_range(narrow_range_space& shared, arguments<Bits, Value> const& with) {
    constexpr unsigned parts = most_of_range / 4 / guess_threads;
    auto const* const counts = reinterpret_cast<uint4 const*>(with.leading.prefix_counts) + threadIdx.x;
    auto* const starts = reinterpret_cast<uint4*>(with.leading.group_starts) + threadIdx.x;
    auto const sum_of = [](uint4 const& four) { return four.x + four.y + four.z + four.w; };
    for (unsigned part = blockIdx.x; part < parts; part += gridDim.x) {
        unsigned before = 0;
        for (unsigned i = 0; i < part; ++i)
            before += sum_of(counts[i * guess_threads]);
        say_of_warp(__reduce_add_sync(all_lanes, before), shared.sum_before);
        uint4 const mine = counts[part * guess_threads];
        unsigned start = scan_in_block(sum_of(mine), shared.sum_of_warp); // and each warp has said its sums
        start += sum_of_warps(shared.sum_before);
        starts[part * guess_threads] = {start, start + mine.x, start + mine.x + mine.y,
                                        start + mine.x + mine.y + mine.z};
        __syncthreads(); // sums have been read
    }
}

// By all blocks of a grid.
template <unsigned Threads, class Bits, class Value>
__device__ void write_narrow_range(arguments<Bits, Value> const& with) {
    Bits const first = *reinterpret_cast<Bits const*>(with.state->range.first);
    fill_runs<Threads, run_kind::some_may_be_empty>(
        with.keys_of(buffer::out), with.count(), with.leading.group_starts, most_of_range,
        [&](unsigned run) { return with.codec.decode(static_cast<Bits>(first + run)); });
}

} // namespace pradix::cuda
