// SPDX-License-Identifier: MIT
// The guess that there are few different keys, though no digit tells them apart: counts each in a hash table. Of keys
// alone the next kernel puts the different ones in order, and the one behind it writes all anew. With values, these
// have to be fewer, and one stable pass by their ranks moves all (kernels/partition_by_rank.cuh).
#pragma once

#include "src/cuda/block/counted/different_keys.cuh"
#include "src/cuda/block/counted/fill_runs.cuh"
#include "src/cuda/block/counted/ranked_keys.cuh"
#include "src/cuda/block/each_key.cuh"
#include "src/cuda/plans/early_plans.hpp"

namespace pradix::cuda {

template <class Bits>
union tabled_keys_space { // one after the other
    key_table<Bits> table;
    different_keys_space<Bits> different;
    unsigned at_home[ranked_keys<Bits>::most_homes];
};

// What blocks tell each other, in memory for groups, of which there are none.
template <class Bits>
struct tabled_keys {
    key_table<Bits>& all; // of the grid
    different_keys<Bits> list, runs;
    ranked_keys<Bits>& ranked; // where there are no runs

    template <class Value>
    static __device__ tabled_keys of(arguments<Bits, Value> const& with) {
        static_assert(sizeof(key_table<Bits>) <= prefixes * sizeof(unsigned) &&
                      different_keys<Bits>::words <= prefixes &&
                      sizeof(ranked_keys<Bits>) <= prefixes * sizeof(unsigned));
        return {*reinterpret_cast<key_table<Bits>*>(with.leading.prefix_counts),
                different_keys<Bits>::in(with.leading.group_cursors),
                different_keys<Bits>::in(with.leading.group_starts),
                *reinterpret_cast<ranked_keys<Bits>*>(with.leading.group_starts)};
    }
};

// Adds up the counts of all blocks. By all blocks of a grid.
template <class Bits, class Value>
__device__ void count_tabled_keys(key_table<Bits>& table, arguments<Bits, Value> const& with) {
    table.template clear<guess_threads>();
    __syncthreads(); // nothing is counted
    bool fit = each_key_of_thread<guess_threads>(with.keys_of(buffer::in), with.count(),
                                                 [&]<std::size_t Size>(Bits const(&keys)[Size], std::uint64_t) {
                                                     Bits images[Size];
#pragma unroll
                                                     for (unsigned i = 0; i < Size; ++i)
                                                         images[i] = with.codec.encode(keys[i]);
                                                     return table.add(images);
                                                 });
    if (__syncthreads_and(fit)) { // and counts are complete
        key_table<Bits>& all = tabled_keys<Bits>::of(with).all;
        // Blocks begin at different slots, so that they do not all add to the same words.
        for (unsigned i = threadIdx.x; i < key_table<Bits>::slots && fit; i += guess_threads) {
            unsigned const slot = (i + blockIdx.x * guess_threads) % key_table<Bits>::slots;
            if (unsigned const count = table.counts[slot]; count > 0)
                fit = all.add(table.images[slot], count);
        }
    }
    if (!fit)
        with.state->counted.has_more = true;
}

// By all threads of the block that ends last, which has listed them: gives each a rank, and says where those of a rank
// begin. False if they are more than bins.
template <class Bits, class Value>
__device__ bool rank_tabled_keys(tabled_keys_space<Bits>& shared, arguments<Bits, Value> const& with) {
    __syncthreads(); // all are listed
    unsigned const different = seen_now(with.state->counted.different[0]), bin = threadIdx.x;
    if (different > ranked_keys<Bits>::most)
        return false;
    auto const keys = tabled_keys<Bits>::of(with);
    order_different_keys<guess_threads>(shared.different, keys.list, different, keys.list, 0, 1);
    __syncthreads(); // they are in order
    if (!keys.ranked.template make<guess_threads>(keys.list.images, different, shared.at_home))
        return false;
    if (bin < different)
        with.state->bases[0][0][bin] = keys.list.numbers[bin];
    return true;
}

// By the block that ends last. If there are too many, the second guess is tried.
template <class Bits, class Value>
__device__ void plan_tabled_keys(tabled_keys_space<Bits>& shared, arguments<Bits, Value> const& with) {
    control& state = *with.state;
    auto const keys = tabled_keys<Bits>::of(with);
    bool fit = !seen_now(state.counted.has_more);
    if (fit)
        keys.all.template list<guess_threads>(keys.list.images, keys.list.numbers, state.counted.different[0]);
    if constexpr (has_values<Value>)
        fit = fit && rank_tabled_keys(shared, with);
    if (!fit)
        keys.all.template clear<guess_threads>(); // prefixes are counted there
    if (threadIdx.x > 0)
        return;
    if (!fit) {
        state.try_otherwise();
    } else if (has_values<Value>) {
        make_plan_of_one_pass(state.plan, {0, radix_bits}, with.digits.in_place);
        state.plan.needless |= 1; // another kernel does it
    } else {
        make_plan_of_no_pass(state.plan);
    }
}

template <class Bits, class Value>
__device__ ranked_keys<Bits> const& ranked_keys_of(arguments<Bits, Value> const& with) {
    return tabled_keys<Bits>::of(with).ranked;
}

// By all blocks of a grid.
template <class Bits, class Value>
__device__ void order_tabled_keys(different_keys_space<Bits>& shared, arguments<Bits, Value> const& with) {
    auto const keys = tabled_keys<Bits>::of(with);
    order_different_keys<guess_threads>(shared, keys.list, with.state->counted.different[0], keys.runs, blockIdx.x,
                                        gridDim.x);
}

// By all blocks of a grid.
template <unsigned Threads, class Bits, class Value>
__device__ void write_tabled_keys(arguments<Bits, Value> const& with) {
    auto const runs = tabled_keys<Bits>::of(with).runs;
    fill_runs<Threads, run_kind::all_have_keys>(with.keys_of(buffer::out), with.count(), runs.numbers,
                                                with.state->counted.different[0],
                                                [&](unsigned run) { return with.codec.decode(runs.images[run]); });
}

} // namespace pradix::cuda
