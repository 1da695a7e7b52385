// SPDX-License-Identifier: MIT
// One tile of keys through a pass that need not be stable and writes what is left of them, where they are spread so
// evenly that each bin has a part of shared memory, somewhat larger than what it gets on average: keys need not be
// counted before they take their slots.
#pragma once

#include "src/cuda/block/tiles/bin_places.cuh"
#include "src/cuda/warp/match.cuh"

namespace pradix::cuda {

// The least number whose square is not smaller.
constexpr unsigned root(unsigned square) {
    unsigned r = 0;
    while (r * r < square)
        ++r;
    return r;
}

template <class Tile, unsigned Bins>
struct binned_tile_space {
    static constexpr unsigned average = Tile::size / Bins;
    // Of random keys, one tile in 2,500 has a larger bin.
    static constexpr unsigned capacity = (average + 5 * root(average)) / 2 * 2;
    static constexpr unsigned slots = Bins * capacity;
    unsigned cursor[Bins]; // the slot of the bin's next rest
    struct alignas(16) run {
        rest_of_key* to; // where a rest in slot 0 would go
        unsigned end;    // behind the bin's last slot
    } runs[Bins];
    rest_of_key rests[slots];
};

template <class Bits, class Tile, class Places, unsigned Bins>
class binned_tile {
public:
    using space = binned_tile_space<Tile, Bins>;

    // The tile is shared.
    __device__ binned_tile(space& shared, divided_tile<Bits, no_value, Places> const& tile, core::digit const& digit)
        : shared_(shared), tile_(tile), digit_(digit) {}

    // By all threads. Asks for the tile's keys, so many, from where they are.
    __device__ void load(Bits const* keys, unsigned size) {
        size == Tile::size ? load_tile<Tile, true>(keys_, keys, size) : load_tile<Tile, false>(keys_, keys, size);
    }
    // Returns false, with nothing written, if a bin is too small.
    __device__ bool run(unsigned size) {
        unsigned const bin = threadIdx.x;
        if (bin < Bins)
            shared_.cursor[bin] = bin * space::capacity;
        __syncthreads(); // bins are empty, and the tile is known
        size == Tile::size ? put<true>(size) : put<false>(size);
        __syncthreads(); // rests are in their bins
        unsigned const first = bin * space::capacity, end = bin < Bins ? shared_.cursor[bin] : first;
        if (!__syncthreads_and(end - first <= space::capacity)) // and cursors are read
            return false;
        if (bin < Bins) {
            unsigned const count = end - first;
            unsigned place = nowhere;
            if (count > 0)
                place = tile_.places.rest_place(bin, atomicAdd(&tile_.places.cursors[bin], count), count);
            shared_.runs[bin] = {tile_.places.rest_rows().words + place - first, place == nowhere ? first : end};
        }
        __syncthreads(); // bins know where they go
        write();
        return true;
    }

private:
    // Some at a time: a slot on its way takes a register. What does not fit its bin is left out, and all is done again
    // by another way.
    template <bool Full>
    __device__ void put(unsigned size) {
        constexpr unsigned at_once = 4;
#pragma unroll
        for (unsigned begin = 0; begin < Tile::items; begin += at_once) {
            unsigned slots[at_once], ends[at_once];
#pragma unroll
            for (unsigned i = 0; i < at_once; ++i)
                if (begin + i < Tile::items && holds_key<Tile, Full>(begin + i, size)) {
                    unsigned const bin = digit_.of(keys_[begin + i]);
                    slots[i] = atomicAdd(&shared_.cursor[bin], 1u);
                    ends[i] = (bin + 1) * space::capacity;
                }
#pragma unroll
            for (unsigned i = 0; i < at_once; ++i)
                if (begin + i < Tile::items && holds_key<Tile, Full>(begin + i, size) && slots[i] < ends[i])
                    shared_.rests[slots[i]] = static_cast<rest_of_key>(keys_[begin + i]);
        }
    }

    // A warp writes some bins at a time.
    __device__ void write() const {
        constexpr unsigned usual_rows = (space::average + warp_lanes - 1) / warp_lanes, at_once = 4;
        unsigned const lane = lane_of_thread();
#pragma unroll 1
        for (unsigned begin = warp_of_thread(); begin < Bins; begin += at_once * Tile::warps) {
            rest_of_key* to[at_once];
            unsigned count[at_once];
            rest_of_key usual[at_once][usual_rows];
#pragma unroll
            for (unsigned i = 0; i < at_once; ++i) {
                unsigned const bin = begin + i * Tile::warps, first = bin * space::capacity;
                typename space::run const run = shared_.runs[bin];
                to[i] = run.to + first;
                count[i] = run.end - first;
#pragma unroll
                for (unsigned row = 0; row < usual_rows; ++row)
                    usual[i][row] = shared_.rests[first + row * warp_lanes + lane];
            }
#pragma unroll
            for (unsigned i = 0; i < at_once; ++i) {
#pragma unroll
                for (unsigned row = 0; row < usual_rows; ++row)
                    if (row * warp_lanes + lane < count[i])
                        to[i][row * warp_lanes + lane] = usual[i][row];
                unsigned const first = (begin + i * Tile::warps) * space::capacity;
                for (unsigned at = usual_rows * warp_lanes + lane; at < count[i]; at += warp_lanes)
                    to[i][at] = shared_.rests[first + at];
            }
        }
    }

    space& shared_;
    divided_tile<Bits, no_value, Places> const& tile_;
    core::digit const& digit_; // which makes so many bins
    Bits keys_[Tile::items];
};

} // namespace pradix::cuda
