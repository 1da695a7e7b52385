// SPDX-License-Identifier: MIT
// All blocks of a grid divide keys alone, which look as if they were spread evenly over some range, into pieces of this
// range, in any order and without counting them first: each piece has an area in the scratch, where blocks reserve
// places. Between the steps the grid meets.
#pragma once

#include "src/cuda/block/cooperative_pass.cuh"
#include "src/cuda/block/disorder.cuh"
#include "src/cuda/even_pieces.hpp"
#include "src/cuda/warp/reduce.cuh"

namespace pradix::cuda {

template <class Bits, class Tile>
struct even_division_space {
    Bits least_of_warp[Tile::warps], complement_of_warp[Tile::warps]; // of the greatest
    unsigned disorder_of_warp[Tile::warps];
    unsigned samples[bins]; // in a piece
    unsigned slots[bins];   // how many keys of a piece there are in the tile, then the first one's slot
    unsigned sums[bin_warps];
    unsigned destination[bins]; // where a piece's key in slot 0 would go
    alignas(16) Bits keys[Tile::size];
};

template <class Bits, class Tile>
class even_division {
public:
    using space = even_division_space<Bits, Tile>;

    __device__ even_division(space& shared, arguments<Bits, no_value> const& with, unsigned* cursors,
                             block_share<Tile> const& share, piece_areas const& areas)
        : shared_(shared), with_(with), cursors_(cursors), share_(share), areas_(areas) {}

    // A key a thread, the same in all blocks: false if samples are in order, of so few bits that two passes could sort
    // them, or many of them in one piece. When all blocks have looked, cursors are clear.
    __device__ bool look_at_sample() {
        auto const count = static_cast<unsigned>(with_.count());
        Bits const sample = with_.codec.encode(with_.keys_of(buffer::in)[threadIdx.x * (count / Tile::threads)]);
        unsigned const piece = blockIdx.x + threadIdx.x * gridDim.x; // one that this block will sort
        if (piece < areas_.pieces)
            cursors_[piece] = 0;
        if (threadIdx.x < bins)
            shared_.samples[threadIdx.x] = shared_.slots[threadIdx.x] = 0;
        if (!find_pieces(sample))
            return false;
        return !__syncthreads_or(atomicAdd(&shared_.samples[pieces_.of(sample)], 1u) >= areas_.most_samples);
    }

    // The keys of this block.
    __device__ void count() {
        Bits const* const keys = with_.keys_of(buffer::in) + share_.first;
        for_rows([&](unsigned i, unsigned place) { images_[i] = keys[place]; });
        for_rows([&](unsigned i, unsigned) {
            images_[i] = with_.codec.encode(images_[i]);
            bool const holds = pieces_.holds(images_[i]);
            all_lie_within_ &= holds;
            ranks_.set(i, holds ? atomicAdd(&shared_.slots[pieces_.of(images_[i])], 1u) : 0);
        });
    }

    // Counted keys to the areas, unless some area is too small or a key lies beyond the range. To be called once
    // cursors are clear.
    __device__ void write() {
        if (!__syncthreads_and(all_lie_within_)) { // and all keys are counted
            if (threadIdx.x == 0)
                atomicAdd(cursors_, Tile::size); // more than fit, so that all blocks notice
            return;
        }
        reserve();
        for_rows([&](unsigned i, unsigned) {
            shared_.keys[shared_.slots[pieces_.of(images_[i])] + ranks_[i]] = images_[i];
        });
        __syncthreads(); // keys are in their slots
        Bits* const to = with_.keys_of(buffer::scratch);
        for_rows([&](unsigned, unsigned slot) {
            Bits const image = shared_.keys[slot];
            unsigned const destination = shared_.destination[pieces_.of(image)];
            if (destination != nowhere)
                to[destination + slot] = image;
        });
    }

    // Once all blocks have written: where each piece begins in the output, and behind the last one, where it ends.
    // False if some keys were not written.
    __device__ bool find_starts(unsigned (&starts)[bins + 1]) {
        unsigned const piece = threadIdx.x, size = piece < areas_.pieces ? cursors_[piece] : 0;
        unsigned const start = scan_bins(size, shared_.sums);
        if (piece < bins)
            starts[piece] = start;
        if (piece == bins - 1)
            starts[bins] = start + size;
        return __syncthreads_and(size <= areas_.items); // and starts are known
    }

    __device__ even_pieces<Bits> const& pieces() const { return pieces_; }

private:
    static constexpr unsigned nowhere = ~0u;

    // Calls work(i, place) for this thread's keys.
    template <class Work>
    __device__ void for_rows(Work const& work) const {
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i) {
            unsigned const place = i * Tile::threads + threadIdx.x;
            if (place >= share_.size)
                break;
            work(i, place);
        }
    }

    // False if samples are in order, or have so few bits.
    __device__ bool find_pieces(Bits sample) {
        unsigned const lane = lane_of_thread(), warp = warp_of_thread();
        Bits const next = __shfl_down_sync(all_lanes, sample, 1); // of the last lane, its own
        unsigned const disorder = __reduce_or_sync(all_lanes, disorder_of<Bits>(sample, next, false));
        Bits const least = least_in_warp(sample), complement = least_in_warp(static_cast<Bits>(~sample));
        if (lane == 0) {
            shared_.least_of_warp[warp] = least;
            shared_.complement_of_warp[warp] = complement;
            shared_.disorder_of_warp[warp] = disorder;
        }
        __syncthreads(); // each warp has said its part, and counters are clear
        unsigned const other = lane % Tile::warps;
        pieces_ = even_pieces<Bits>::around(least_in_warp(shared_.least_of_warp[other]),
                                            static_cast<Bits>(~least_in_warp(shared_.complement_of_warp[other])),
                                            Tile::threads, areas_.pieces);
        return __reduce_or_sync(all_lanes, shared_.disorder_of_warp[other]) == (not_sorted | not_reversed) &&
               core::bit_width(pieces_.span) > 2 * radix_bits;
    }

    // Places in the areas and slots in the tile.
    __device__ void reserve() {
        unsigned const piece = threadIdx.x, size = piece < bins ? shared_.slots[piece] : 0;
        unsigned const reserved = size > 0 ? atomicAdd(&cursors_[piece], size) : 0;
        unsigned const slot = scan_bins(size, shared_.sums);
        if (piece < bins) {
            shared_.slots[piece] = slot;
            bool const fits = reserved + size <= areas_.items;
            shared_.destination[piece] = fits ? piece * areas_.items + reserved - slot : nowhere;
        }
        __syncthreads(); // slots and destinations are known
    }

    space& shared_;
    arguments<Bits, no_value> const& with_;
    unsigned* const cursors_; // where in its area the next key of a piece goes
    block_share<Tile> const& share_;
    piece_areas const& areas_;
    even_pieces<Bits> pieces_;
    Bits images_[Tile::items];
    item_ranks<Tile::items> ranks_; // in the piece
    bool all_lie_within_ = true;    // the range
};

} // namespace pradix::cuda
