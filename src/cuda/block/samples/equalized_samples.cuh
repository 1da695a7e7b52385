// SPDX-License-Identifier: MIT
// How floats are equalized (key_equalizer.hpp), as samples show where they are dense.
#pragma once

#include "src/cuda/block/samples/piece_samples.cuh"
#include "src/cuda/block/scan.cuh"
#include "src/cuda/images/key_equalizer.hpp"

#include <cmath>

namespace pradix::cuda {

struct equalizer_space {
    piece_samples_space<std::uint64_t> pieces;
    unsigned sum_of_warp[survey_threads / warp_lanes];
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
        : shared_(shared), with_(with), found_(shared.pieces, with, samples, shared.made.pieces) {}

    // Leaves the equalizer in shared memory, and returns by how many bits keys are to be divided so that their groups
    // are likely to fit a block; 0: they are not equalized well enough.
    __device__ unsigned make() {
        if (threadIdx.x == 0)
            shared_.likely = shared_.densest = 0; // before threads meet
        found_.count();
        return stretch();
    }

private:
    // As many as a piece may have, if chance has left out twice the standard deviation. There are none far from those
    // that were found.
    __device__ unsigned likely_samples(unsigned piece) const {
        unsigned const found = found_.in(piece);
        if (found == 0 && found_.in(piece - 1) == 0 && found_.in(piece + 1) == 0)
            return 0;
        auto const mean = static_cast<float>(found);
        return static_cast<unsigned>(mean + 2 * std::sqrt(mean) + 3);
    }

    // All pieces have an odd factor, for which two each are set aside, which is a quarter of all at most, and a share
    // of what is left as they have samples.
    __device__ unsigned stretch() {
        key_equalizer& made = shared_.made;
        std::uint32_t const all = made.sum_of_factors();
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
            unsigned const in_half = max(found_.in_half(piece, 0), found_.in_half(piece, 1));
            atomicMax(&shared_.densest, equalizer_space::scale * max(likely, 2 * in_half) / factor);
        }
        __syncthreads(); // pieces are placed, and it is known which one is densest
        static_assert(key_equalizer::parts == survey_threads);
        made.find_piece_of(threadIdx.x);
        float const groups = static_cast<float>(shared_.densest) / equalizer_space::scale /
                             static_cast<float>(found_.all()) * static_cast<float>(all) *
                             static_cast<float>(with_.count()) / group_tile.size(); // if all images were as dense
        unsigned const width = core::bit_width(static_cast<unsigned>(groups));
        __syncthreads(); // the equalizer is made
        return width <= 2 * radix_bits ? max(width, radix_bits + 1) : 0;
    }

    equalizer_space& shared_;
    arguments<std::uint64_t, no_value> const& with_;
    piece_samples<std::uint64_t> found_;
};

} // namespace pradix::cuda
