// SPDX-License-Identifier: MIT
// One reading of the keys, to find out whether what the survey has guessed is true of all. Each guess has a way of its
// own (block/guesses/), which also does as much of the sort as it can.
#pragma once

#include "src/cuda/block/ends_last.cuh"
#include "src/cuda/block/guesses/copy_in_order.cuh"
#include "src/cuda/block/guesses/count_known_keys.cuh"
#include "src/cuda/block/guesses/count_narrow_buckets.cuh"
#include "src/cuda/block/guesses/count_ordered_buckets.cuh"
#include "src/cuda/block/guesses/count_prefixes.cuh"
#include "src/cuda/block/guesses/count_tabled_buckets.cuh"
#include "src/cuda/block/guesses/majority.cuh"
#include "src/cuda/block/shared_space.cuh"
#include "src/cuda/kernels/chain.cuh"

namespace pradix::cuda {

template <class Bits>
union guess_space {
    prefix_counters prefixes;
    known_key_counters<Bits> known;
    majority_space others;
    std::conditional_t<may_table_keys(sizeof(Bits)), narrow_range_space, char> range;
    std::conditional_t<may_table_keys(sizeof(Bits)), tabled_buckets_space<Bits>, char> tabled;
    std::conditional_t<may_order_keys(sizeof(Bits), 0), ordered_table, char> ordered;

    // With what each block takes besides, this fits 132 KiB: else what a multiprocessor has would have to be shared out
    // anew, and all guesses would have less L1 cache.
    static constexpr std::size_t most = (132u << 10) - (1u << 10) - 32;

    // Where prefixes are never counted, a block needs less.
    static constexpr std::size_t bytes(bool counts_prefixes) {
        return counts_prefixes ? sizeof(guess_space) : sizeof(known_key_counters<Bits>);
    }
};

static_assert(std::max(sizeof(guess_space<std::uint32_t>), sizeof(guess_space<std::uint64_t>)) <=
              guess_space<std::uint32_t>::most);

// Equalized: whether images are.
template <bool Equalized = false, class Bits, class Value>
__device__ void count_even_prefixes(prefix_counters& shared, arguments<Bits, Value> const& with) {
    if (!prefix_counter<Bits, Value>{shared, with}.template run<Equalized>() && threadIdx.x == 0)
        with.state->guessed = guess::none; // all digits are counted then
}

template <class Bits, class Value>
__device__ void count_known_keys(known_key_counters<Bits>& shared, arguments<Bits, Value> const& with, bool& is_last,
                                 bool is_first_try) {
    known_key_counter<Bits, Value> counter{shared, with};
    counter.run();
    if (ends_last(with.state->finished_blocks, is_last))
        counter.plan(is_first_try);
}

template <class Bits, class Value>
__device__ void look_at_others(majority_space& shared, arguments<Bits, Value> const& with, bool& is_last) {
    majority<Bits, Value> most{shared, with};
    most.look();
    if (ends_last(with.state->finished_blocks, is_last) && !plan_majority(shared, with, most) && threadIdx.x == 0)
        with.state->guessed = guess::none;
}

// By all threads, which try the same, whatever another block gives up meanwhile. `told` is shared.
inline __device__ guess hear_guess(control const& state, guess& told) {
    if (threadIdx.x == 0)
        told = state.guessed;
    __syncthreads(); // it is told
    return told;
}

template <class Bits, class Value>
__global__ __launch_bounds__(guess_threads, 1) void try_guess(arguments<Bits, Value> const with) {
    __shared__ bool is_last;
    __shared__ guess told;
    auto& shared = at_kept_address(dynamic_space<guess_space<Bits>>());
    wait_for_previous_kernel();
    control& state = *with.state;
    switch (guess const guessed = hear_guess(state, told); guessed) {
    case guess::sorted:
    case guess::reversed: {
        ordered_copy<Bits, Value> copy{with, guessed};
        copy.run();
        if (ends_last(state.finished_blocks, is_last) && threadIdx.x == 0)
            copy.plan();
        return;
    }
    case guess::known_keys:
        return count_known_keys(shared.known, with, is_last, true);
    case guess::narrow_range:
        if constexpr (may_count_keys(sizeof(Bits), value_bytes<Value>)) {
            narrow_range_counter<Bits, Value> counter{shared.range, with};
            counter.run();
            if (ends_last(state.finished_blocks, is_last))
                counter.plan();
        }
        return;
    case guess::tabled_keys:
        if constexpr (may_table_keys(sizeof(Bits))) {
            count_tabled_keys(shared.tabled.keys.table, with);
            if (ends_last(state.finished_blocks, is_last))
                plan_tabled_keys(shared.tabled.keys, with);
        }
        return;
    case guess::tabled_buckets:
    case guess::ordered_buckets:
    case guess::narrow_buckets:
        if constexpr (may_count_keys(sizeof(Bits), value_bytes<Value>)) {
            if (guessed == guess::tabled_buckets)
                tally_buckets(shared.tabled, with);
            else if (guessed == guess::narrow_buckets)
                count_narrow_buckets(shared.range, with);
            else if constexpr (may_order_keys(sizeof(Bits), value_bytes<Value>))
                count_ordered_buckets(shared.ordered, with);
            if (ends_last(state.finished_blocks, is_last))
                plan_counted_buckets(with);
        }
        return;
    case guess::even_prefixes:
        if (state.prefix.is_divided() || (may_equalize(sizeof(Bits), value_bytes<Value>) && are_equalized(with)))
            return;
        if (!with.leading.are_wide && !are_equalized(with))
            count_even_prefixes(shared.prefixes, with);
        else if (threadIdx.x == 0)
            state.guessed = guess::none;
        return;
    case guess::majority:
        return look_at_others(shared.others, with, is_last);
    case guess::none:
        return;
    }
}

// Sets aside what the first guess has found, or puts it in order, or says where it goes; or, if it was not true: known
// keys by another digit, or even prefixes. Those of equalized images are counted here, where others need not fetch the
// code for it.
template <class Bits, class Value>
__global__ __launch_bounds__(guess_threads, 1) void try_second_guess(arguments<Bits, Value> const with) {
    __shared__ bool is_last;
    __shared__ guess told;
    auto& shared = at_kept_address(dynamic_space<guess_space<Bits>>());
    wait_for_previous_kernel();
    control& state = *with.state;
    guess const guessed = hear_guess(state, told);
    if constexpr (may_count_keys(sizeof(Bits), value_bytes<Value>)) {
        if (guessed == guess::narrow_range)
            return find_runs_of_narrow_range(shared.range, with);
        if (guessed == guess::tabled_keys)
            return order_tabled_keys(shared.tabled.keys.different, with);
    }
    if (guessed == guess::known_keys && state.tries_again)
        count_known_keys(shared.known, with, is_last, false);
    else if (guessed == guess::even_prefixes && state.tries_again)
        count_even_prefixes(shared.prefixes, with);
    else if (guessed == guess::even_prefixes && are_equalized(with)) {
        if constexpr (may_equalize(sizeof(Bits), value_bytes<Value>))
            count_even_prefixes<true>(shared.prefixes, with);
    } else if (state.majority.is_set_aside)
        majority<Bits, Value>{shared.others, with}.set_aside();
}

} // namespace pradix::cuda
