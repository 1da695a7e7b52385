// SPDX-License-Identifier: MIT
// The guess that images are spread evenly over their two leading digits: counts these prefixes. What follows from the
// counts is decided by kernels/follow_guess.cuh.
#pragma once

#include "src/cuda/block/each_key.cuh"
#include "src/cuda/block/spread.cuh"

namespace pradix::cuda {

// Two counters a word.
struct prefix_counters {
    unsigned pairs[prefixes / 2];
};

// Images, as they are.
struct no_spread {
    template <class Bits>
    __device__ bool holds(Bits) const {
        return true;
    }
    template <class Bits>
    __device__ Bits apply(Bits image) const {
        return image;
    }
};

// Piece by piece: which they are is kept in registers.
struct piecewise_spread {
    key_equalizer const& equalizer;
    image_pieces pieces = equalizer.pieces;

    __device__ bool holds(std::uint64_t image) const { return pieces.hold(image); }
    __device__ std::uint64_t apply(std::uint64_t image) const { return equalizer.apply(image, pieces); }
};

template <unsigned Threads, class Bits, class Value>
class prefix_counter {
public:
    __device__ prefix_counter(prefix_counters& shared, arguments<Bits, Value> const& with)
        : shared_(shared), with_(with), prefix_{with.state->prefix.shift, with.state->prefix.width},
          pairs_((1u << prefix_.width) / 2),
          most_(with.leading.may_have_large_groups ? half_of_counter : group_tile.size()) {}

    // Equalized: whether images are, if they are spread. False if some prefix has more keys than a counter, or a group,
    // may have, or a key lies outside of what the survey saw. Each thread that finds it out stops, which is early
    // enough that no counter overflows: behind the limit a thread adds one round of keys at most.
    template <bool Equalized = false>
    __device__ bool run() {
        for (unsigned i = threadIdx.x; i < pairs_; i += Threads)
            shared_.pairs[i] = 0;
        __syncthreads();                            // counters are cleared before they count
        if (!__syncthreads_and(count<Equalized>())) // and counts are complete
            return false;
        // Blocks begin at different prefixes, so that they do not all add to the same words.
        for (unsigned at = threadIdx.x; at < pairs_; at += Threads) {
            unsigned const i = (at + blockIdx.x * bins) % pairs_;
            unsigned const pair = shared_.pairs[i];
            if ((pair & 0xffff) != 0)
                atomicAdd(&with_.leading.prefix_counts[2 * i], pair & 0xffff);
            if (pair >> 16 != 0)
                atomicAdd(&with_.leading.prefix_counts[2 * i + 1], pair >> 16);
        }
        return true;
    }

private:
    // As many as all threads may add before each of them finds it out fit the other half.
    static constexpr unsigned half_of_counter = 1u << 15;

    // Returns whether keys fit. A loop for each way to spread images: for whichever it is, another one would take its
    // time.
    template <bool Equalized>
    __device__ bool count() {
        if constexpr (Equalized) {
            return count(piecewise_spread{with_.state->spreading.equalizer});
        } else {
            if constexpr (may_spread(sizeof(Bits)))
                if (auto const* const how = spread_of(with_, with_.state->prefix.are_spread))
                    return count(key_spread<Bits>{*how});
            return count(no_spread{});
        }
    }
    template <class Spread>
    __device__ bool count(Spread const& spread) {
        Bits const* const keys = with_.keys_of(buffer::in);
        Bits const compared = core::low_mask<Bits>(with_.digits.end());
        Bits const first = spread.apply(with_.codec.encode(keys[0]));
        return each_key_of_thread<Threads>(keys, with_.count(), [&]<std::size_t Size>(Bits const(&neighbours)[Size]) {
            unsigned prefixes_of[Size];
            bool fit = true, alike = true;
#pragma unroll
            for (unsigned i = 0; i < Size; ++i) {
                Bits image = with_.codec.encode(neighbours[i]);
                fit &= spread.holds(image);
                image = spread.apply(image);
                prefixes_of[i] = prefix_.of(image);
                alike &= prefixes_of[i] == prefixes_of[0];
                fit &= ((image ^ first) & compared) >> prefix_.shift >> prefix_.width == 0;
            }
            // In input that is nearly sorted, where lanes would wait for each other all the more often.
            if (alike)
                return add(prefixes_of[0], Size) && fit;
#pragma unroll
            for (unsigned const prefix : prefixes_of)
                fit &= add(prefix, 1);
            return fit;
        });
    }

    // Whether they still fit.
    __device__ bool add(unsigned prefix, unsigned keys) {
        unsigned const half = prefix % 2 * 16;
        unsigned const before = atomicAdd(&shared_.pairs[prefix / 2], keys << half) >> half & 0xffff;
        return before + keys <= most_;
    }

    prefix_counters& shared_;
    arguments<Bits, Value> const& with_;
    core::digit const prefix_;
    unsigned const pairs_;
    unsigned const most_; // keys of a prefix in a block
};

} // namespace pradix::cuda
