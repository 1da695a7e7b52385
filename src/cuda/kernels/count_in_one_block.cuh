// SPDX-License-Identifier: MIT
// Few keys of one byte without values: one block counts them and writes them anew.
#pragma once

#include "src/cuda/block/fill_runs.cuh"
#include "src/cuda/block/pattern_counters.cuh"
#include "src/cuda/block/scan_bins.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

template <class Bits>
struct counting_block_space {
    pattern_counters<Bits> counters;
    unsigned sums[bin_warps];
    unsigned runs;                       // of equal keys, in order; none is empty
    unsigned starts[patterns<Bits> + 1]; // of runs; behind the last, where it ends
    Bits keys[patterns<Bits>];           // of runs
};

inline constexpr unsigned counting_block_threads = 512;

// How many keys there are of each kind becomes runs of them. By all threads.
template <class Bits>
__device__ void find_runs(counting_block_space<Bits>& shared, core::key_order<Bits> const& codec) {
    static_assert(patterns<Bits> == bins && bins <= counting_block_threads, "a thread a pattern");
    constexpr unsigned run = 1u << 16; // above how many keys there are
    static_assert(most_counted_by_a_block < run);
    unsigned const image = threadIdx.x;
    Bits const key = codec.decode(static_cast<Bits>(image));
    unsigned const count = image < bins ? shared.counters.count_of(key) : 0, mine = count > 0 ? count + run : 0;
    unsigned const before = scan_bins(mine, shared.sums);
    if (mine > 0) {
        shared.starts[before / run] = before % run;
        shared.keys[before / run] = key;
    }
    if (image == bins - 1) {
        shared.runs = (before + mine) / run;
        shared.starts[shared.runs] = (before + mine) % run;
    }
    __syncthreads(); // all runs are known
}

// A vector a thread: no more runs than keys of it are looked at.
template <class Bits>
__device__ void write_runs(counting_block_space<Bits> const& shared, Bits* out, std::uint64_t count) {
    constexpr unsigned size = key_vector<Bits>::size;
    bool const aligned = reinterpret_cast<std::uintptr_t>(out) % 16 == 0;
    for (unsigned first = threadIdx.x * size; first < count; first += counting_block_threads * size) {
        unsigned run = run_at(shared.starts, 0, shared.runs - 1, first), end = shared.starts[run + 1];
        Bits key = shared.keys[run];
        key_vector<Bits> vector;
#pragma unroll
        for (unsigned i = 0; i < size; ++i) {
            if (first + i == end && end < count) {
                key = shared.keys[++run];
                end = shared.starts[run + 1];
            }
            vector.keys[i] = key;
        }
        write_vector(out, first, count, vector, aligned);
    }
}

template <class Bits>
__global__ __launch_bounds__(counting_block_threads) void count_in_one_block(arguments<Bits, no_value> const with) {
    extern __shared__ __align__(16) unsigned char memory[];
    auto& shared = *reinterpret_cast<counting_block_space<Bits>*>(memory);
    clear_counters<counting_block_threads>(shared.counters);
    wait_for_previous_kernel();
    __syncthreads(); // counters are cleared before they count
    std::uint64_t const count = with.count();
    auto const nothing_later = [](auto...) {}; // counters are wide enough
    count_keys<counting_block_threads, 1>(shared.counters, with.keys_of(buffer::in), count, nothing_later);
    find_runs(shared, with.codec);
    write_runs(shared, with.keys_of(buffer::out), count);
}

} // namespace pradix::cuda
