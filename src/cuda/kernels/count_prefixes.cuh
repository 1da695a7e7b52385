// SPDX-License-Identifier: MIT
// One reading of the keys: counts the prefixes that a survey has found promising, two digits each, and decides from the
// counts whether to sort by these digits first and then each group of keys that share a prefix by itself.
#pragma once

#include "src/cuda/block/scan_bins.cuh"
#include "src/cuda/kernels/arguments.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

inline constexpr unsigned prefix_threads = 1024;

// Two counters a word.
struct prefix_counters {
    unsigned pairs[prefixes / 2];
};

template <class Bits, class Value>
class prefix_counter {
public:
    __device__ prefix_counter(prefix_counters& shared, arguments<Bits, Value> const& with)
        : shared_(shared), with_(with), prefix_{with.state->prefix.shift, with.state->prefix.width},
          keys_(with.keys_of(buffer::in)), compared_(core::low_mask<Bits>(with.digits.end())),
          first_(with.codec.encode(keys_[0])) {}

    // This block's part of the keys: 16-byte vectors, and by the first thread what is around them.
    __device__ void count_all() {
        constexpr unsigned unrolled = 4, size = key_vector<Bits>::size;
        std::uint64_t const count = with_.count();
        auto const misaligned = reinterpret_cast<std::uintptr_t>(keys_) / sizeof(Bits) % size;
        std::uint64_t const before = min((size - misaligned) % size, count);
        std::uint64_t const vectors = (count - before) / size;
        auto const* const aligned = reinterpret_cast<key_vector<Bits> const*>(keys_ + before);
        std::uint64_t const stride = std::uint64_t{gridDim.x} * prefix_threads;
        std::uint64_t at = std::uint64_t{blockIdx.x} * prefix_threads + threadIdx.x;
        for (; at + (unrolled - 1) * stride < vectors && !given_up_; at += unrolled * stride) {
            key_vector<Bits> loaded[unrolled];
#pragma unroll
            for (unsigned i = 0; i < unrolled; ++i)
                loaded[i] = aligned[at + i * stride];
#pragma unroll
            for (unsigned i = 0; i < unrolled; ++i)
                add(loaded[i]);
        }
        for (; at < vectors && !given_up_; at += stride)
            add(aligned[at]);
        if (blockIdx.x == 0 && threadIdx.x == 0) {
            for (std::uint64_t i = 0; i < before; ++i)
                add(keys_[i]);
            for (std::uint64_t i = before + vectors * size; i < count; ++i)
                add(keys_[i]);
        }
    }

    // No group may be so large, or a key lies outside of what the survey saw. Each thread that finds it out stops,
    // which is early enough that no counter overflows: behind the limit a thread adds one round of keys at most.
    __device__ bool given_up() const {
        return given_up_;
    }

private:
    __device__ void add(key_vector<Bits> const& vector) {
#pragma unroll
        for (unsigned i = 0; i < key_vector<Bits>::size; ++i)
            add(vector.keys[i]);
    }

    __device__ void add(Bits key) {
        Bits const image = with_.codec.encode(key);
        unsigned const prefix = prefix_.of(image);
        unsigned const half = prefix % 2 * 16;
        unsigned const before = atomicAdd(&shared_.pairs[prefix / 2], 1u << half) >> half & 0xffff;
        bool const outside = ((image ^ first_) & compared_) >> prefix_.shift >> prefix_.width != 0;
        if (outside || before >= with_.leading.group_items)
            given_up_ = true;
    }

    prefix_counters& shared_;
    arguments<Bits, Value> const& with_;
    core::digit prefix_;
    Bits const* keys_;
    Bits compared_, first_;
    bool given_up_ = false;
};

template <class Bits, class Value>
__global__ __launch_bounds__(prefix_threads, 1) void count_prefixes(arguments<Bits, Value> const with) {
    extern __shared__ __align__(16) unsigned char memory[];
    auto& shared = *reinterpret_cast<prefix_counters*>(memory);
    wait_for_previous_kernel();
    if (with.state->prefix.promising == 0)
        return;
    unsigned const pairs = (1u << with.state->prefix.width) / 2;
    for (unsigned i = threadIdx.x; i < pairs; i += prefix_threads)
        shared.pairs[i] = 0;
    __syncthreads(); // counters are cleared before they count
    prefix_counter<Bits, Value> counter{shared, with};
    counter.count_all();
    if (__syncthreads_or(counter.given_up())) { // and counts are complete
        if (threadIdx.x == 0)
            atomicExch(&with.state->prefix.promising, 0u);
        return;
    }
    for (unsigned i = threadIdx.x; i < pairs; i += prefix_threads) {
        unsigned const pair = shared.pairs[i];
        if ((pair & 0xffff) != 0)
            atomicAdd(&with.leading.prefix_counts[2 * i], pair & 0xffff);
        if (pair >> 16 != 0)
            atomicAdd(&with.leading.prefix_counts[2 * i + 1], pair >> 16);
    }
}

// A block for each value of the higher digit: the counts of either digit, and where its groups start. The block that
// ends last makes the plan.
template <class Bits, class Value>
__global__ __launch_bounds__(bins) void plan_groups(arguments<Bits, Value> const with) {
    __shared__ unsigned sums[bin_warps];
    __shared__ bool ends_last;
    wait_for_previous_kernel();
    control& state = *with.state;
    if (state.prefix.promising == 0)
        return;
    unsigned const bin = threadIdx.x;
    unsigned const mine = with.leading.prefix_counts[blockIdx.x * bins + bin];
    unsigned const before = scan_bins(mine, sums);
    with.leading.group_starts[blockIdx.x * bins + bin] = before; // among those with this higher digit
    if (bin == bins - 1)
        state.counts[1][blockIdx.x] = before + mine;
    if (mine > 0)
        atomicAdd(&state.counts[0][bin], static_cast<unsigned long long>(mine));
    unsigned const largest = __reduce_max_sync(all_lanes, mine);
    if (lane_of_thread() == 0)
        atomicMax(&state.prefix.largest_count, largest);
    __threadfence(); // this block's counts are seen before its end is
    __syncthreads(); // all threads have passed the fence
    if (bin == 0)
        ends_last = atomicAdd(&state.finished_blocks, 1u) == gridDim.x - 1;
    __syncthreads(); // all threads know who ends last
    if (!ends_last)
        return;

    unsigned const together = groups_together(*static_cast<unsigned volatile*>(&state.prefix.largest_count),
                                              with.count(), 1u << state.prefix.width, with.leading.group_items);
    for (unsigned p = 0; p < 2; ++p) {
        unsigned const keys = static_cast<unsigned>(*static_cast<unsigned long long volatile*>(&state.counts[p][bin]));
        unsigned const start = scan_bins(keys, sums);
        state.bases[p][0][bin] = start;
        if (p == 1)
            state.prefix.starts[bin] = start;
        state.counts[p][bin] = 0; // for the other way of counting, if it comes to that
        __syncthreads();          // sums are read
    }
    if (bin > 0)
        return;
    state.finished_blocks = 0;
    core::digit const digits[] = {{state.prefix.shift, radix_bits},
                                  {state.prefix.shift + radix_bits, state.prefix.width - radix_bits}};
    if (together > 0)
        make_plan_of_groups(state.plan, 0, digits, 2, together);
}

} // namespace pradix::cuda
