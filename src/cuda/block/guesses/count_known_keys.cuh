// SPDX-License-Identifier: MIT
// The guess that there are few different keys, nearly all seen by the survey, and one digit that tells them apart:
// counts each. Keys alone are then written anew; with values, one stable pass by this digit sorts them, if its bins are
// placed in the order of the keys that they stand for.
#pragma once

#include "src/cuda/block/counted/fill_runs.cuh"
#include "src/cuda/block/each_key.cuh"
#include "src/cuda/block/guesses/another_digit.cuh"
#include "src/cuda/plans/early_plans.hpp"
#include "src/cuda/warp/seen_now.cuh"

namespace pradix::cuda {

template <class Bits>
struct known_key_counters {
    static constexpr unsigned copies = 16; // of a counter, taken by different lanes: equal keys collide less
    union {                                // one after the other
        unsigned counts[most_known_keys][copies];
        unsigned owners[most_known_keys];
    };
    unsigned long long all[most_known_keys]; // in the whole input
    alignas(16) image_table<Bits> images;    // of the only key in the bin; elsewhere one that is not in it
};

template <class Bits, class Value>
class known_key_counter {
public:
    __device__ known_key_counter(known_key_counters<Bits>& shared, arguments<Bits, Value> const& with)
        : shared_(shared), with_(with), known_(with.state->known), digit_(known_.digit), compared_(with.compared()) {
        static_assert(guess_threads == most_known_keys, "a thread a bin");
    }

    // Adds up the counts of all blocks, and notes another key if there is one.
    __device__ void run() {
        constexpr unsigned copies = known_key_counters<Bits>::copies;
        unsigned const bin_of_thread = threadIdx.x;
        for (unsigned i = threadIdx.x; i < most_known_keys * copies; i += guess_threads)
            (&shared_.counts[0][0])[i] = 0;
        shared_.images[bin_of_thread] = images()[bin_of_thread];
        __syncthreads(); // counters are clear and keys known
        bool const all_known = each_key_of_thread<guess_threads>(
            with_.keys_of(buffer::in), with_.count(), [&]<std::size_t Size>(Bits const(&keys)[Size], std::uint64_t) {
                bool known = true;
#pragma unroll
                for (Bits const key : keys) {
                    Bits const image = with_.codec.encode(key) & compared_;
                    unsigned const bin = digit_.of(image);
                    atomicAdd(&shared_.counts[bin][threadIdx.x % copies], 1u);
                    known &= image == shared_.images[bin] || learn(image, bin) || note(image);
                }
                return known;
            });
        if (!__syncthreads_and(all_known)) // and counts are complete
            return;
        unsigned long long sum = 0;
        for (unsigned copy = 0; copy < copies; ++copy) // staggered: lanes read different banks
            sum += shared_.counts[bin_of_thread][(copy + bin_of_thread) % copies];
        if (sum > 0)
            atomicAdd(&known_.counts[bin_of_thread], sum);
    }

    // By the block that ends last: the keys of each bin begin behind those of all smaller ones. If there was another
    // key, the first try ends with another digit.
    __device__ void plan(bool is_first_try) {
        if (seen_now(known_.has_others) != 0) {
            if (is_first_try &&
                find_another_digit<Bits>(shared_.owners, known_, with_.digits.begin(), with_.digits.end()) &&
                threadIdx.x == 0)
                with_.state->tries_again = true;
            return;
        }
        unsigned const bin = threadIdx.x;
        unsigned long long const mine = seen_now(known_.counts[bin]);
        shared_.all[bin] = mine;
        if constexpr (learns)
            shared_.images[bin] = seen_now(images()[bin]);
        unsigned const runs = __syncthreads_count(mine > 0); // and counts are read
        unsigned long long start = 0;
        unsigned rank = 0;
        for (unsigned other = 0; other < 1u << digit_.width; ++other)
            if (shared_.all[other] > 0 && shared_.images[other] < shared_.images[bin]) {
                start += shared_.all[other];
                ++rank;
            }
        if (!with_.has_only_keys()) {
            if (bin < bins)
                with_.state->bases[0][0][bin] = start;
            if (bin == 0)
                make_plan_of_one_pass(with_.state->plan, digit_, with_.digits.in_place);
            return;
        }
        if (mine > 0) {
            known_.run_starts[rank] = start;
            reinterpret_cast<Bits*>(known_.run_images)[rank] = shared_.images[bin];
        }
        if (bin == 0) {
            known_.runs = runs;
            make_plan_of_no_pass(with_.state->plan);
        }
    }

private:
    static constexpr bool learns = sizeof(Bits) <= 8;

    __device__ Bits* images() const {
        return reinterpret_cast<Bits*>(known_.images);
    }

    // A key that the survey has not seen takes a bin that is free, if no other one has. The block's own image of the
    // bin stays as it was: such keys are few, or the guess is wrong.
    __device__ bool learn(Bits image, unsigned bin) {
        if constexpr (learns) {
            using word = std::conditional_t<sizeof(Bits) == 4, unsigned, unsigned long long>;
            Bits const free = shared_.images[bin];
            if (digit_.of(free) == bin || to_learn_ == 0)
                return false;
            --to_learn_;
            Bits const known = seen_now(images()[bin]);
            if (known != free)
                return known == image;
            auto const before = static_cast<Bits>(
                atomicCAS(reinterpret_cast<word*>(images() + bin), static_cast<word>(free), static_cast<word>(image)));
            return before == free || before == image;
        }
        return false;
    }

    // One such key is enough. False.
    __device__ bool note(Bits image) {
        if (seen_now(known_.has_others) == 0 && atomicExch(&known_.has_others, 1u) == 0)
            *reinterpret_cast<Bits*>(known_.other) = image;
        return false;
    }

    known_key_counters<Bits>& shared_;
    arguments<Bits, Value> const& with_;
    known_keys& known_;
    core::digit const digit_;
    Bits const compared_;
    unsigned to_learn_ = 4; // by this thread, at most
};

// Once they are counted: writes the keys in order, by all blocks of the grid. Nothing is done for pairs, or if there
// were other keys.
template <unsigned Threads, class Bits, class Value>
__device__ void write_known_keys(arguments<Bits, Value> const& with) {
    known_keys const& known = with.state->known;
    if (known.runs > 0)
        fill_runs<Threads, run_kind::all_have_keys>(
            with.keys_of(buffer::out), with.count(), known.run_starts, known.runs,
            [&](unsigned run) { return with.codec.decode(reinterpret_cast<Bits const*>(known.run_images)[run]); });
}

} // namespace pradix::cuda
