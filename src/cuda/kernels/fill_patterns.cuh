// SPDX-License-Identifier: MIT
// Keys of one or two bytes are written anew once it is known where each pattern's begin: the end of count_patterns.
#pragma once

#include "src/cuda/block/counted/fill_runs.cuh"
#include "src/cuda/block/counted/marked_runs.cuh"
#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/kernels/chain.cuh"
#include "src/cuda/state/pattern_state.hpp"

namespace pradix::cuda {

inline constexpr unsigned fill_threads = bins;
// Runs are marked in so many bytes at a time. Where there are many, a block does so some times: neighbouring blocks
// should write together, and finding its runs takes as long as writing that many bytes.
inline constexpr unsigned marked_bytes = 1u << 14, most_marked_by_block = 4;
inline constexpr unsigned fill_blocks = 32; // of a multiprocessor, at least, before that pays
template <class Bits>
inline constexpr unsigned marked_keys = marked_bytes / sizeof(Bits);
// Among so many patterns, runs are long enough to be written without marks.
inline constexpr unsigned few_patterns = 16;

template <class Bits>
using fill_space = marked_runs<Bits, fill_threads, marked_keys<Bits>, 16>;

// Of a part of the output.
struct pattern_range {
    unsigned first, last;
};

template <class Bits>
class pattern_filler {
public:
    __device__ pattern_filler(fill_space<Bits>& runs, arguments<Bits, no_value> const& with,
                              pattern_state<Bits> const* state)
        : runs_(runs), codec_(with.codec), out_(with.keys_of(buffer::out)), bases_(state->bases) {}

    // By all threads, as is all else.
    __device__ void fill(array_part const& part) {
        if (pattern_range const all = patterns_in(part); all.last - all.first < few_patterns)
            return fill_part<fill_threads, run_kind::some_may_be_empty>(
                out_, part, bases_ + all.first, all.last - all.first + 1,
                [&](unsigned run) { return codec_.decode(static_cast<Bits>(all.first + run)); });
        for (std::uint64_t begin = part.begin; begin < part.end; begin += marked_keys<Bits>)
            fill_by_marks({begin, min(begin + marked_keys<Bits>, part.end)});
    }

private:
    __device__ void fill_by_marks(array_part const& part) {
        auto const size = static_cast<unsigned>(part.end - part.begin);
        Bits* const out = out_ + part.begin;
        runs_.clear(size);
        auto const [first, last] = patterns_in(part); // and all is clear
        if (threadIdx.x == 0)
            runs_.mark(out, 0, static_cast<Bits>(first));
        each_run(first + 1, last, [&](unsigned pattern, unsigned long long base) {
            runs_.mark(out, static_cast<unsigned>(base - part.begin), static_cast<Bits>(pattern));
        });
        __syncthreads(); // all runs are marked
        runs_.write(out, size, codec_);
    }

    // Those of its first and its last key, which are the last ones that begin there or before.
    __device__ pattern_range patterns_in(array_part const& part) const {
        static_assert(fill_threads == bins && fill_threads >= pattern_state<Bits>::groups);
        auto const last_of = [&](unsigned long long for_first, unsigned long long for_last) { // which rise by thread
            return pattern_range{__syncthreads_count(for_first <= part.begin) - 1u,           // both are votes
                                 __syncthreads_count(for_last < part.end) - 1u};
        };
        pattern_range group{0, 0};
        if constexpr (pattern_state<Bits>::groups > 1) {
            unsigned long long const base = bases_[threadIdx.x * bins];
            group = last_of(base, base);
        }
        auto const in_group =
            last_of(bases_[group.first * bins + threadIdx.x], bases_[group.last * bins + threadIdx.x]);
        return {group.first * bins + in_group.first, group.last * bins + in_group.last};
    }

    // Calls see(pattern, base) for those from `first` to `last` that have keys, each thread for some.
    template <class See>
    __device__ void each_run(unsigned first, unsigned last, See const& see) const {
        constexpr unsigned at_once = 8; // since there may be many without
        for (unsigned mine = first + threadIdx.x; mine <= last; mine += at_once * fill_threads) {
            unsigned long long base[at_once], end[at_once];
#pragma unroll
            for (unsigned i = 0; i < at_once; ++i) {
                unsigned const pattern = min(mine + i * fill_threads, last);
                base[i] = bases_[pattern];
                end[i] = bases_[pattern + 1];
            }
#pragma unroll
            for (unsigned i = 0; i < at_once; ++i)
                if (mine + i * fill_threads <= last && base[i] < end[i])
                    see(mine + i * fill_threads, base[i]);
        }
    }

    fill_space<Bits>& runs_;
    core::key_order<Bits> const codec_;
    Bits* const out_;
    unsigned long long const* const bases_;
};

// A block writes so many keys.
template <class Bits>
__global__ __launch_bounds__(fill_threads) void fill_patterns(arguments<Bits, no_value> const with,
                                                              pattern_state<Bits> const* state, unsigned of_block) {
    auto& shared = at_kept_address(dynamic_space<fill_space<Bits>>());
    wait_for_previous_kernel();
    std::uint64_t const begin = std::uint64_t{blockIdx.x} * of_block, count = with.count();
    if (begin < count)
        pattern_filler<Bits>{shared, with, state}.fill({begin, min(begin + of_block, count)});
}

} // namespace pradix::cuda
