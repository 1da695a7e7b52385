// SPDX-License-Identifier: MIT
// The guess that images are spread evenly over their two leading digits: counts these prefixes. What follows from the
// counts is decided by kernels/follow_guess.cuh.
#pragma once

#include "src/cuda/block/each_key.cuh"
#include "src/cuda/block/outliers.cuh"

namespace pradix::cuda {

// Neighbours in the input with outliers among them.
struct vector_beyond {
    unsigned first : 29, size : 3;
};
static_assert(tune(8).leading_items >> 29 == 0 && key_vector<std::uint32_t>::size < 8);

struct prefix_counters {
    // So many that all this fits 132 KiB: what a multiprocessor has would have to be shared out anew.
    static constexpr unsigned most_beyond = 640;

    unsigned pairs[prefixes / 2]; // two counters a word
    unsigned beyond;
    vector_beyond vectors_beyond[most_beyond];
};

// How images become what prefixes are cut from: as they are,
template <class Bits>
struct no_spread {
    key_range<Bits> range; // without outliers
    key_spreading& spreading;

    __device__ bool holds(Bits image) const { return range.holds(image); }
    __device__ Bits nearest(Bits image) const {
        if constexpr (may_spread(sizeof(Bits)))
            return spreading.over_range<Bits>().nearest(image);
        return image;
    }
    __device__ Bits apply(Bits image) const { return image; }
};

// over a power of two,
template <class Bits>
struct spread_over_range {
    key_range<Bits> range; // without outliers
    key_spread<Bits> how;

    __device__ bool holds(Bits image) const { return range.holds(image); }
    __device__ Bits nearest(Bits image) const { return how.nearest(image); }
    __device__ Bits apply(Bits image) const { return how.apply(image); }
};

// or piece by piece: which they are is kept in registers.
struct piecewise_spread {
    key_equalizer const& equalizer;
    image_pieces<std::uint64_t> pieces = equalizer.pieces;

    __device__ bool holds(std::uint64_t image) const { return pieces.hold(image); }
    __device__ std::uint64_t nearest(std::uint64_t image) const { return pieces.nearest(image); }
    __device__ std::uint64_t apply(std::uint64_t image) const { return equalizer.apply(image, pieces); }
};

template <class Bits, class Value>
class prefix_counter {
public:
    __device__ prefix_counter(prefix_counters& shared, arguments<Bits, Value> const& with)
        : shared_(shared), with_(with), prefix_{with.state->prefix.shift, with.state->prefix.width},
          range_(range_of_others(with)), are_spread_(with.state->prefix.are_spread), pairs_((1u << prefix_.width) / 2),
          most_(with.leading.may_have_large_groups ? half_of_counter : group_tile.size()) {}

    // Equalized: whether images are, if they are spread. False if some prefix has more keys than a counter, or a group,
    // may have, or there are too many outliers. Each thread that finds it out stops, which is early
    // enough that no counter overflows: behind the limit a thread adds one round of keys at most.
    template <bool Equalized = false>
    __device__ bool run() {
        for (unsigned i = threadIdx.x; i < pairs_; i += guess_threads)
            shared_.pairs[i] = 0;
        if (threadIdx.x == 0)
            shared_.beyond = 0;
        __syncthreads();                            // counters are cleared before they count
        if (!__syncthreads_and(count<Equalized>())) // and counts are complete
            return false;
        // Blocks begin at different prefixes, so that they do not all add to the same words.
        for (unsigned at = threadIdx.x; at < pairs_; at += guess_threads) {
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
                if (auto const* const how = spread_of(with_, are_spread_))
                    return count(spread_over_range<Bits>{range_, *how});
            return count(no_spread<Bits>{range_, with_.state->spreading});
        }
    }
    template <class Spread>
    __device__ bool count(Spread const& spread) {
        Bits const* const keys = with_.keys_of(buffer::in);
        Bits const compared = core::low_mask<Bits>(with_.digits.end());
        auto const image_of = [&](Bits key) { return static_cast<Bits>(with_.codec.encode(key) & compared); };
        auto const visit = [&]<std::size_t Size>(Bits const(&neighbours)[Size], std::uint64_t first) {
            unsigned prefixes_of[Size];
            bool lie_within = true, alike = true;
#pragma unroll
            for (unsigned i = 0; i < Size; ++i) {
                Bits const image = image_of(neighbours[i]);
                lie_within &= spread.holds(image);
                prefixes_of[i] = prefix_.of(spread.apply(image));
                alike &= prefixes_of[i] == prefixes_of[0];
            }
            if (!lie_within)
                return count_later(static_cast<unsigned>(first), Size);
            // In input that is nearly sorted, where lanes would wait for each other all the more often.
            if (alike)
                return add(prefixes_of[0], Size);
            bool fit = true;
#pragma unroll
            for (unsigned const prefix : prefixes_of)
                fit &= add(prefix, 1);
            return fit;
        };
        bool fit = each_key_of_thread<guess_threads>(keys, with_.count(), visit);
        __syncthreads(); // vectors with outliers are known
        for (unsigned i = threadIdx.x; i < min(shared_.beyond, most_beyond()) && fit; i += guess_threads) {
            auto const [first, size] = shared_.vectors_beyond[i];
#pragma unroll 1
            for (unsigned at = first; at < first + size && fit; ++at) {
                Bits const image = image_of(keys[at]);
                fit &= spread.holds(image) || note_outlier(with_, noted::by_counting, image, at);
                fit &= add(prefix_.of(spread.apply(spread.nearest(image))), 1);
            }
        }
        return fit;
    }

    __device__ unsigned most_beyond() const {
        return min(with_.leading.most_outliers, prefix_counters::most_beyond);
    }

    // Where hardly any neighbours are like that, nobody has to fetch the code for them. False if they are too many.
    __device__ bool count_later(unsigned first, unsigned size) {
        unsigned const at = atomicAdd(&shared_.beyond, 1u);
        bool const fits = at < most_beyond();
        if (fits)
            shared_.vectors_beyond[at] = {first, size};
        return fits;
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
    key_range<Bits> const range_; // of images that are no outliers
    bool const are_spread_;
    unsigned const pairs_;
    unsigned const most_; // keys of a prefix in a block
};

} // namespace pradix::cuda
