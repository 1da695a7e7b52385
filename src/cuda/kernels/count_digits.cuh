// SPDX-License-Identifier: MIT
// One reading of the keys: counts the bins of all digits and notices whether the keys are in order already. The block
// that ends last turns counts into bases and decides which passes are needed.
#pragma once

#include "src/cuda/block/scan_bins.cuh"
#include "src/cuda/kernels/arguments.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

inline constexpr unsigned count_threads = 512;

template <class Bits>
inline constexpr unsigned most_digits = sizeof(Bits) * 8 / radix_bits;

// A bin has several counters, taken by different lanes: equal keys in a warp collide less.
template <class Bits>
inline constexpr unsigned counter_copies = 32 / most_digits<Bits>;

template <class Bits>
struct count_space {
    alignas(16) unsigned counts[most_digits<Bits>][bins][counter_copies<Bits>];
    unsigned long long sums[bin_warps];
    bool constant[most_passes];
    alignas(unsigned) pass_plan plan;
    bool ends_last;
};

// Keys [first, first + size), of which there are `count` in all; the key behind them, for comparing, too.
template <class Bits>
struct key_group {
    key_vector<Bits> vector;
    Bits next;
    unsigned size;

    __device__ void load(Bits const* keys, std::uint64_t first, std::uint64_t count, bool aligned) {
        constexpr unsigned most = key_vector<Bits>::size;
        size = first >= count ? 0 : static_cast<unsigned>(min(count - first, std::uint64_t{most}));
        if (size == most && aligned)
            vector = *reinterpret_cast<key_vector<Bits> const*>(keys + first);
        else
            for (unsigned i = 0; i < most; ++i)
                if (i < size)
                    vector.keys[i] = keys[first + i];
        next = first + size < count && size > 0 ? keys[first + size] : 0;
    }
};

template <class Bits, class Value>
__device__ void count_group(count_space<Bits>& shared, arguments<Bits, Value> const& with, key_group<Bits> const& group,
                            bool at_end, bool& out_of_order) {
    unsigned const copy = threadIdx.x % counter_copies<Bits>;
    Bits const compared = core::low_mask<Bits>(with.digits.end()) & ~core::low_mask<Bits>(with.digits.begin());
    Bits before = 0;
#pragma unroll
    for (unsigned i = 0; i < key_vector<Bits>::size; ++i) {
        if (i >= group.size)
            break;
        Bits const image = with.codec.encode(group.vector.keys[i]);
#pragma unroll
        for (unsigned p = 0; p < most_digits<Bits>; ++p)
            if (p < with.digits.size)
                atomicAdd(&shared.counts[p][with.digits.digits[p].of(image)][copy], 1u);
        out_of_order |= i > 0 && (image & compared) < before;
        before = image & compared;
    }
    if (group.size > 0 && !at_end)
        out_of_order |= (with.codec.encode(group.next) & compared) < before;
}

template <class Bits, class Value>
__device__ void count_all(count_space<Bits>& shared, arguments<Bits, Value> const& with) {
    constexpr unsigned vector = key_vector<Bits>::size, groups = 4;
    Bits const* const keys = with.keys[0];
    std::uint64_t const count = with.count();
    bool const aligned = reinterpret_cast<std::uintptr_t>(keys) % 16 == 0;
    std::uint64_t const stride = std::uint64_t{gridDim.x} * count_threads * vector;
    bool out_of_order = false;
    for (std::uint64_t first = (std::uint64_t{blockIdx.x} * count_threads + threadIdx.x) * vector; first < count;
         first += groups * stride) {
        key_group<Bits> group[groups];
#pragma unroll
        for (unsigned g = 0; g < groups; ++g)
            group[g].load(keys, first + g * stride, count, aligned);
#pragma unroll
        for (unsigned g = 0; g < groups; ++g)
            count_group(shared, with, group[g], first + g * stride + group[g].size >= count, out_of_order);
    }
    if (__syncthreads_or(out_of_order) && threadIdx.x == 0) // counts are complete, too
        atomicOr(&with.state->out_of_order, 1u);
}

// By all threads of the last block: the exclusive scan of each digit's bins, and the plan.
template <class Bits, class Value>
__device__ void plan_passes(count_space<Bits>& shared, arguments<Bits, Value> const& with) {
    std::uint64_t const count = with.count();
    unsigned const bin = threadIdx.x;
    bool const in_order = *static_cast<unsigned volatile*>(&with.state->out_of_order) == 0;
    unsigned long long keys[most_digits<Bits>]; // asked for all at once
#pragma unroll
    for (unsigned p = 0; p < most_digits<Bits>; ++p)
        keys[p] = p < with.digits.size && bin < bins
                      ? *static_cast<unsigned long long volatile*>(&with.state->counts[p][bin])
                      : 0;
#pragma unroll
    for (unsigned p = 0; p < most_digits<Bits>; ++p)
        if (p < with.digits.size) {
            unsigned long long const base = scan_bins(keys[p], shared.sums);
            if (bin < bins)
                with.state->bases[p][0][bin] = base;
            if (bin == 0)
                shared.constant[p] = in_order;
            __syncthreads(); // sums are read, and the flag is set
            if (bin < bins && keys[p] == count)
                shared.constant[p] = true;
        }
    __syncthreads(); // all flags are known
    if (threadIdx.x == 0)
        make_plan(shared.plan, with.digits, shared.constant);
    __syncthreads(); // the plan is made
    auto const* const from = reinterpret_cast<unsigned const*>(&shared.plan);
    auto* const to = reinterpret_cast<unsigned*>(&with.state->plan);
    for (unsigned i = threadIdx.x; i < sizeof shared.plan / sizeof(unsigned); i += count_threads)
        to[i] = from[i];
}

template <class Bits, class Value>
__global__ __launch_bounds__(count_threads) void count_digits(arguments<Bits, Value> const with) {
    __shared__ count_space<Bits> shared;
    auto* const counters = reinterpret_cast<uint4*>(&shared.counts[0][0][0]);
    for (unsigned i = threadIdx.x; i < sizeof shared.counts / sizeof(uint4); i += count_threads)
        counters[i] = {};
    wait_for_previous_kernel();
    __syncthreads(); // counters are cleared before they count

    count_all(shared, with);

    for (unsigned i = threadIdx.x; i < with.digits.size * bins; i += count_threads) {
        unsigned long long keys = 0;
        for (unsigned copy = 0; copy < counter_copies<Bits>; ++copy)
            keys += shared.counts[i / bins][i % bins][(copy + i) % counter_copies<Bits>]; // lanes read different banks
        if (keys > 0)
            atomicAdd(&with.state->counts[i / bins][i % bins], keys);
    }
    __threadfence(); // this block's counts are seen before its end is
    __syncthreads(); // all threads have passed the fence
    if (threadIdx.x == 0)
        shared.ends_last = atomicAdd(&with.state->finished_blocks, 1u) == gridDim.x - 1;
    __syncthreads(); // all threads know who ends last
    if (shared.ends_last)
        plan_passes(shared, with);
}

} // namespace pradix::cuda
