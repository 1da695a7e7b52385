// SPDX-License-Identifier: MIT
// How narrow floats are equalized (narrow_equalizer.hpp), as samples show where they are dense.
#pragma once

#include "src/cuda/block/samples/piece_samples.cuh"
#include "src/cuda/block/scan.cuh"
#include "src/cuda/images/narrow_equalizer.hpp"

#include <cmath>

namespace pradix::cuda {

struct narrow_equalizer_space {
    piece_samples_space<std::uint32_t> pieces;
    unsigned sum_of_warp[survey_threads / warp_lanes];
    unsigned likely;  // samples of all pieces, with what chance may have left out; then of dense ones
    unsigned sparse;  // groups of other pieces
    unsigned densest; // likely samples of a group, times
    static constexpr float scale = 1u << 15;
    unsigned squares; // of samples in pieces, added up, in parts of
    static constexpr unsigned part = 1u << 10;
    narrow_equalizer made;
};

// By all threads of the blocks of a cluster.
class narrow_equalizer_maker {
public:
    __device__ narrow_equalizer_maker(narrow_equalizer_space& shared, arguments<std::uint32_t, no_value> const& with,
                                      key_samples<std::uint32_t> const& samples, block_cluster const& cluster)
        : shared_(shared), with_(with), cluster_(cluster), found_(shared.pieces, with, samples, shared.made.to.pieces) {
    }

    // Leaves the equalizer in the first block's shared memory. False in others, or if a group or a bucket may lack
    // room.
    __device__ bool make(uncounted_layout const& layout) {
        if (threadIdx.x == 0)
            shared_.likely = shared_.squares = shared_.densest = 0, shared_.sparse = 0; // before threads meet
        found_.count_in_cluster(cluster_);
        return cluster_.rank == 0 && stretch(most_sparse(layout)) && fits(layout.rests_of_area);
    }

    // So many times each key is there, on average, if all that are possible in its piece are.
    __device__ float times() const {
        auto const all = static_cast<float>(found_.all());
        return static_cast<float>(shared_.squares) * shared_.part / all / all * static_cast<float>(with_.count()) /
               static_cast<float>(1u << shared_.made.to.pieces.width);
    }

private:
    static constexpr unsigned pieces_of_thread = most_pieces<std::uint32_t> / survey_threads;

    // As many as a piece may have, and what chance may have left out. Where keys begin or end inside of it, only a part
    // of it has any, as densely as its neighbour. There are none far from those that were found.
    __device__ unsigned likely_samples(unsigned piece) const {
        constexpr float deviations = 2.5, others = 4;
        auto const before = static_cast<float>(found_.in(piece - 1)), behind = static_cast<float>(found_.in(piece + 1)),
                   all = static_cast<float>(found_.in(piece)),
                   dense = static_cast<float>(max(found_.in_half(piece, 0), found_.in_half(piece, 1))),
                   by_chance = deviations * std::sqrt(all);
        if (all == 0)
            return before + behind > 0 ? static_cast<unsigned>(others) : 0;
        bool const has_end = dense - (all - dense) > by_chance + all / 5 || max(before, behind) > 3 * all;
        float const mean = max(max(all, 2 * dense - by_chance), has_end ? max(before, behind) : 0);
        return static_cast<unsigned>(mean + deviations * std::sqrt(mean) + others);
    }

    // So many groups of sparse pieces leave buckets of dense ones room for what chance adds to them.
    __device__ unsigned most_sparse(uncounted_layout const& layout) const {
        constexpr float by_chance = 1.11f; // of 512 samples, and of as many likely ones
        float const room = static_cast<float>(layout.home + layout.behind_homes) * static_cast<float>(layout.buckets) /
                           static_cast<float>(with_.count());
        return static_cast<unsigned>(narrow_equalizer::groups * max(1 - by_chance / room, 0.0f));
    }

    // Sparse pieces have as many groups as they need, dense ones what is left, as they have samples. False if sparse
    // ones need too many.
    __device__ bool stretch(unsigned most_sparse) {
        narrow_equalizer& made = shared_.made;
        unfolded_shares& unfolded = with_.state->spreading.unfolded;
        if (!unfolded_shares::suffice(made.to.pieces))
            return false;
        if (threadIdx.x == 0)
            unfolded.begin(made.to.pieces); // before threads meet
        unsigned const pieces = made.to.pieces.size(), fewest = made.fewest(), first = threadIdx.x * pieces_of_thread;
        unsigned likely[pieces_of_thread], count[pieces_of_thread], sum = 0, squares = 0;
#pragma unroll
        for (unsigned i = 0; i < pieces_of_thread; ++i) {
            unsigned const mine = found_.in(first + i);
            likely[i] = likely_samples(first + i);
            sum += likely[i];
            squares += static_cast<unsigned>((std::uint64_t{mine} * mine + narrow_equalizer_space::part / 2) /
                                             narrow_equalizer_space::part);
        }
        add_up(sum, shared_.likely);
        add_up(squares, shared_.squares);
        __syncthreads(); // samples are added up
        float const usual = narrow_equalizer::groups / static_cast<float>(shared_.likely);
        __syncthreads(); // all know how many groups a sample has
        unsigned sparse = 0, of_sparse = 0;
#pragma unroll
        for (unsigned i = 0; i < pieces_of_thread; ++i) {
            auto const wanted = static_cast<unsigned>(std::ceil(static_cast<float>(likely[i]) * usual));
            bool const is_sparse = wanted < 2 * fewest;
            count[i] = is_sparse && first + i < pieces ? max(fewest, wanted) : 0;
            sparse += count[i];
            of_sparse += is_sparse ? likely[i] : 0;
        }
        add_up(-of_sparse, shared_.likely);
        add_up(sparse, shared_.sparse);
        __syncthreads(); // what is left is known
        if (shared_.sparse > most_sparse)
            return false;
        float const share = static_cast<float>(narrow_equalizer::groups - most_rounded - shared_.sparse) /
                            static_cast<float>(shared_.likely);
        unsigned all = 0, densest = 0;
#pragma unroll
        for (unsigned i = 0; i < pieces_of_thread; ++i) {
            if (first + i < pieces && count[i] == 0)
                count[i] = min(static_cast<unsigned>(static_cast<float>(likely[i]) * share), narrow_equalizer::most);
            all += count[i];
        }
        unsigned before = scan_in_block(all, shared_.sum_of_warp);
#pragma unroll
        for (unsigned i = 0; i < pieces_of_thread; ++i) {
            if (first + i < pieces) {
                made.place(first + i, before, count[i]);
                unfolded.place(made, first + i);
                densest = max(densest, static_cast<unsigned>(static_cast<float>(likely[i]) * shared_.scale /
                                                             static_cast<float>(count[i])));
            }
            before += count[i];
        }
        densest = __reduce_max_sync(all_lanes, densest);
        if (lane_of_thread() == 0)
            atomicMax(&shared_.densest, densest);
        __syncthreads(); // pieces are placed, and it is known which one is densest
        static_assert(narrow_equalizer::parts == survey_threads);
        made.find_piece_of(threadIdx.x);
        __syncthreads(); // the equalizer is made
        return true;
    }
    // Sums of floats are not exact.
    static constexpr unsigned most_rounded = 64;

    // With what chance adds to them, but for one in a thousand. Zeros are in two groups, however many there are.
    __device__ bool fits(unsigned most) const {
        constexpr float deviations = 3;
        float const keys_of_sample = static_cast<float>(with_.count()) / static_cast<float>(found_.all()),
                    densest = static_cast<float>(shared_.densest) / shared_.scale * keys_of_sample;
        return densest + deviations * std::sqrt(densest) <= static_cast<float>(most) &&
               2 * static_cast<float>(found_.zeros()) * keys_of_sample <= static_cast<float>(most);
    }

    narrow_equalizer_space& shared_;
    arguments<std::uint32_t, no_value> const& with_;
    block_cluster const& cluster_;
    piece_samples<std::uint32_t> found_;
};

} // namespace pradix::cuda
