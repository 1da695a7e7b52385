// SPDX-License-Identifier: MIT
// How floats are equalized (key_equalizer.hpp), as samples show where they are dense.
#pragma once

#include "src/cuda/block/samples/key_samples.cuh"
#include "src/cuda/block/scan.cuh"
#include "src/cuda/key_equalizer.hpp"

#include <cmath>

namespace pradix::cuda {

// Of images: the least and the greatest one, and those next to zero.
struct sample_ends {
    std::uint64_t least, below_zero, above_zero, greatest;

    __device__ void become_least_in_warp() {
        least = least_in_warp(least);
        below_zero = least_in_warp(below_zero);
        above_zero = least_in_warp(above_zero);
        greatest = least_in_warp(greatest);
    }
};

struct equalizer_space {
    static constexpr unsigned warps = survey_threads / warp_lanes;
    sample_ends ends_of_warp[warps];   // below_zero and greatest inverted, so that all are the least
    unsigned samples[2 * most_pieces]; // of each half of a piece
    unsigned sum_of_warp[warps];
    unsigned likely;  // samples of all pieces, with what chance may have left out
    unsigned densest; // of all pieces: likely samples for each part of its factor, times
    static constexpr unsigned scale = 1u << 15;
    key_equalizer made;
};

// By all threads of a block.
class equalizer_maker {
public:
    __device__ equalizer_maker(equalizer_space& shared, arguments<std::uint64_t, no_value> const& with,
                               key_samples<std::uint64_t> const& samples)
        : shared_(shared), with_(with), samples_(samples) {}

    // Leaves the equalizer in shared memory, and returns by how many bits keys are to be divided so that their groups
    // are likely to fit a block; 0: keys are no floats, or they are not equalized well enough.
    __device__ unsigned make() {
        std::uint64_t const plus = with_.codec.encode(0), minus = with_.codec.encode(std::uint64_t{1} << 63),
                            zero = max(plus, minus);
        if (zero - min(plus, minus) != 1)
            return 0; // these are no zeros
        find_pieces(zero);
        count();
        return stretch();
    }

private:
    __device__ void find_pieces(std::uint64_t zero) {
        constexpr std::uint64_t most = ~std::uint64_t{0};
        sample_ends ends{most, most, most, most};
#pragma unroll
        for (std::uint64_t const image : samples_.images) {
            ends.least = min(ends.least, image);
            ends.greatest = min(ends.greatest, ~image);
            if (image > zero)
                ends.above_zero = min(ends.above_zero, image);
            if (image < zero - 1)
                ends.below_zero = min(ends.below_zero, ~image);
        }
        ends.become_least_in_warp();
        if (lane_of_thread() == 0)
            shared_.ends_of_warp[warp_of_thread()] = ends;
        static_assert(2 * most_pieces == survey_threads);
        shared_.samples[threadIdx.x] = 0;
        __syncthreads(); // each warp has said its part, and no samples are counted
        if (warp_of_thread() == 0) {
            ends = shared_.ends_of_warp[lane_of_thread()];
            ends.become_least_in_warp();
            if (lane_of_thread() == 0) {
                shared_.made.pieces =
                    pieces_around({ends.least, ~ends.below_zero, ends.above_zero, ~ends.greatest}, zero);
                shared_.likely = shared_.densest = 0;
            }
        }
        __syncthreads(); // pieces are known
    }

    // Samples have shorter tails than all images. Towards zero, half as many lie in each octave as in the one before,
    // or samples of one sign in so many octaves that a fifteenth is more; in the other direction, three eighths more
    // are enough for bell-shaped and for log-normal numbers. Zero itself is no outlier. Of a sign that no sample has,
    // there is nothing.
    __device__ image_pieces pieces_around(sample_ends const& ends, std::uint64_t zero) const {
        constexpr unsigned sampled_octaves = 15, octaves_to_spare = 8;
        bool const has_below = ends.least < zero - 1;
        bool const has_above = ends.greatest > zero;
        std::uint64_t const span = max(has_below ? ends.below_zero - ends.least : 0,
                                       has_above ? ends.greatest - ends.above_zero : 0),
                            to_zero = max(span / sampled_octaves, std::uint64_t{1} << zero_fold::octave_bits) *
                                      (core::bit_width(with_.count() / survey_samples) + octaves_to_spare),
                            from_zero = span / 8 * 3;
        auto const fold =
            zero_fold::between(has_below ? ends.below_zero + min(zero - 2 - ends.below_zero, to_zero) : zero - 2,
                               has_above ? ends.above_zero - min(ends.above_zero - zero - 1, to_zero) : zero + 1, zero);
        return image_pieces::of(
            fold, has_below ? fold.apply(ends.least - min(ends.least, from_zero)) : fold.folded_zero - 1,
            has_above ? fold.apply(ends.greatest + min(~ends.greatest, from_zero)) : fold.folded_zero);
    }

    // More keys after each sample are counted, too, for what is left to chance makes groups uneven: the more, the less
    // a sort has to wait for them.
    __device__ unsigned places_between() const {
        return with_.count() >> 25 != 0 ? 3 : 1;
    }

    __device__ void count() {
        image_pieces const pieces = shared_.made.pieces;
        std::uint64_t const* const keys = with_.keys_of(buffer::in);
        std::uint64_t const stride = survey_stride(with_.count());
#pragma unroll 1
        for (unsigned i = 0; i < places_between(); ++i) {
            std::uint64_t between[samples_of_thread];
#pragma unroll
            for (unsigned s = 0; s < samples_of_thread; ++s)
                between[s] =
                    keys[place_between_samples(stride, threadIdx.x * samples_of_thread + s, i, places_between())];
#pragma unroll
            for (std::uint64_t const key : between)
                count(pieces, with_.codec.encode(key));
        }
#pragma unroll
        for (std::uint64_t const image : samples_.images)
            count(pieces, image);
        __syncthreads(); // samples are counted
    }
    // By all lanes. Many have the same half of a piece, or one of two: those count together.
    __device__ void count(image_pieces const& pieces, std::uint64_t image) {
        std::uint64_t const place = pieces.place_of(image);
        unsigned const half = 2 * pieces.piece_at(place) + static_cast<unsigned>(place >> (pieces.width - 1) & 1);
        bool counts = true;
#pragma unroll
        for (unsigned i = 0; i < 2; ++i) {
            std::uint32_t const left = __ballot_sync(all_lanes, counts);
            if (left == 0)
                return;
            unsigned const leader = __ffs(left) - 1, likely = __shfl_sync(all_lanes, half, leader);
            std::uint32_t const alike = __ballot_sync(all_lanes, counts && half == likely);
            if (lane_of_thread() == leader)
                atomicAdd(&shared_.samples[likely], static_cast<unsigned>(__popc(alike)));
            counts &= half != likely;
        }
        if (counts)
            atomicAdd(&shared_.samples[half], 1u);
    }

    __device__ unsigned samples_of(unsigned piece) const {
        return piece < most_pieces ? shared_.samples[2 * piece] + shared_.samples[2 * piece + 1] : 0;
    }
    // As many as a piece may have, if chance has left out twice the standard deviation. There are none far from those
    // that were found.
    __device__ unsigned likely_samples(unsigned piece) const {
        unsigned const found = samples_of(piece);
        if (found == 0 && samples_of(piece - 1) == 0 && samples_of(piece + 1) == 0)
            return 0;
        auto const mean = static_cast<float>(found);
        return static_cast<unsigned>(mean + 2 * std::sqrt(mean) + 3);
    }

    // All pieces have an odd factor, for which two each are set aside, which is a quarter of all at most, and a share
    // of what is left as they have samples.
    __device__ unsigned stretch() {
        key_equalizer& made = shared_.made;
        std::uint32_t const all = made.pieces.sum_of_factors();
        unsigned const piece = threadIdx.x, pieces = made.pieces.size();
        if (pieces > all / 8)
            return 0;
        bool const is_piece = piece < pieces;
        unsigned const likely = is_piece ? likely_samples(piece) : 0;
        add_up(likely, shared_.likely);
        __syncthreads(); // all are added up
        auto const share = static_cast<std::uint32_t>(std::uint64_t{likely} * (all - 2 * pieces) / shared_.likely);
        std::uint32_t const factor = is_piece ? (share + 1) | 1 : 0,
                            before = scan_in_block(factor, shared_.sum_of_warp);
        if (is_piece) {
            made.place(piece, before, factor);
            unsigned const in_half = max(shared_.samples[2 * piece], shared_.samples[2 * piece + 1]);
            atomicMax(&shared_.densest, equalizer_space::scale * max(likely, 2 * in_half) / factor);
        }
        __syncthreads(); // pieces are placed, and it is known which one is densest
        static_assert(key_equalizer::parts == survey_threads);
        made.find_piece_of(threadIdx.x);
        float const groups = static_cast<float>(shared_.densest) / equalizer_space::scale /
                             static_cast<float>((1 + places_between()) * survey_samples) * static_cast<float>(all) *
                             static_cast<float>(with_.count()) / group_tile.size(); // if all images were as dense
        unsigned const width = core::bit_width(static_cast<unsigned>(groups));
        __syncthreads(); // the equalizer is made
        return width <= 2 * radix_bits ? max(width, radix_bits + 1) : 0;
    }

    equalizer_space& shared_;
    arguments<std::uint64_t, no_value> const& with_;
    key_samples<std::uint64_t> const& samples_;
};

} // namespace pradix::cuda
