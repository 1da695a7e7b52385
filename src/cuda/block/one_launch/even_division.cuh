// SPDX-License-Identifier: MIT
// All blocks of a grid divide keys alone, which look as if they were spread evenly over some range, into pieces of this
// range, in any order and without counting them first: each piece has an area in the scratch, where blocks reserve
// places. Between the steps the grid meets.
#pragma once

#include "src/cuda/block/disorder.cuh"
#include "src/cuda/block/groups/known_groups.cuh"
#include "src/cuda/block/packed_numbers.cuh"
#include "src/cuda/block/scan.cuh"
#include "src/cuda/state/arguments.cuh"
#include "src/cuda/warp/reduce.cuh"
#include "src/cuda/warp/seen_now.cuh"

namespace pradix::cuda {

template <class Bits, class Tile, unsigned Pieces>
struct even_division_space {
    Bits least_of_warp[Tile::warps], complement_of_warp[Tile::warps]; // of the greatest
    unsigned disorder_of_warp[Tile::warps], sum_of_warp[Tile::warps];
    unsigned slots[Pieces]; // how many keys of a piece there are in the tile, then the first one's slot
    union {                 // one after the other
        unsigned samples[Pieces];
        unsigned destination[Pieces]; // where a piece's key in slot 0 would go
    };
    alignas(16) Bits keys[Tile::size];
};

// Into `Pieces` at most.
template <class Bits, class Tile, unsigned Pieces>
class even_division {
public:
    using space = even_division_space<Bits, Tile, Pieces>;

    // Of `cursors` there is one more than pieces.
    __device__ even_division(space& shared, arguments<Bits, no_value> const& with, unsigned* cursors,
                             piece_areas const& areas)
        : shared_(shared), with_(with), cursors_(cursors), areas_(areas) {}

    // A key a thread, the same in all blocks: false if samples are in order, of so few bits that two passes could sort
    // them, or many of them in one piece. When all blocks have looked, cursors are clear.
    __device__ bool look_at_sample() {
        Bits const sample = image(place_of_sample());
        for (unsigned i = threadIdx.x; blockIdx.x + i * gridDim.x <= areas_.pieces; i += Tile::threads)
            cursors_[blockIdx.x + i * gridDim.x] = 0; // of pieces that this block will sort
        for_pieces([&](unsigned, unsigned i) { shared_.samples[i] = shared_.slots[i] = 0; });
        if (!find_pieces(sample))
            return false;
        piece_of_sample_ = pieces_.of(sample);
        bool const are_many = atomicAdd(&shared_.samples[piece_of_sample_], 1u) >= areas_.most_samples;
        return !__syncthreads_or(are_many); // and samples are counted, and slots clear
    }

    // A closer look, for more keys: whether many samples share their piece with the key behind, so that lanes that add
    // to one word would wait for each other; or a sixteenth of the range has twice as many as others.
    __device__ bool is_clustered_or_sloped() const {
        bool const alike = pieces_.of(image(place_of_sample() + 1)) == piece_of_sample_;
        unsigned const part = (areas_.pieces + Tile::warps - 1) / Tile::warps, first = warp_of_thread() * part;
        unsigned mine = 0;
        for (unsigned i = lane_of_thread(); i < part && first + i < Pieces; i += warp_lanes)
            mine += shared_.samples[first + i];
        bool const sloped = __reduce_add_sync(all_lanes, mine) >= 2 * Tile::threads / Tile::warps;
        return __syncthreads_or(sloped) || __syncthreads_count(alike) > Tile::threads / 8; // votes
    }

    // Whether some area has been too small already.
    __device__ bool has_given_up() const { return seen_now(*cursors_) > areas_.items; }

    // The keys of a tile.
    __device__ void load(unsigned first, unsigned size) {
        Bits const* const keys = with_.keys_of(buffer::in) + first;
        size_ = size;
        for_rows([&](unsigned i, unsigned place) { images_[i] = keys[place]; });
    }

    __device__ void count() {
        bool all_lie_within = true;
        for_rows([&](unsigned i, unsigned) {
            images_[i] = with_.codec.encode(images_[i]);
            all_lie_within &= pieces_.holds(images_[i]);
            ranks_.set(i, atomicAdd(&shared_.slots[pieces_.of(images_[i])], 1u));
        });
        has_outliers_ |= !all_lie_within;
    }

    // Counted keys to the areas, but for those whose area is too small. To be called once cursors are clear; the caller
    // synchronises before the next tile is counted.
    __device__ void write() {
        __syncthreads(); // all keys are counted
        unsigned sizes[pieces_of_thread], reserved[pieces_of_thread];
        for_pieces([&](unsigned i, unsigned piece) {
            sizes[i] = shared_.slots[piece];
            reserved[i] = sizes[i] > 0 ? atomicAdd(&cursors_[piece], sizes[i]) : 0;
        });
        scan(shared_.slots); // while places are on their way
        __syncthreads();     // slots are known
        for_rows([&](unsigned i, unsigned) {
            shared_.keys[shared_.slots[pieces_.of(images_[i])] + ranks_[i]] = images_[i];
        });
        for_pieces([&](unsigned i, unsigned piece) {
            bool const fits = reserved[i] + sizes[i] <= areas_.items;
            shared_.destination[piece] = fits ? piece * areas_.items + reserved[i] - shared_.slots[piece] : nowhere;
            if (!fits)
                give_up();
        });
        __syncthreads(); // keys are in their slots, and destinations known
        for_pieces([&](unsigned, unsigned piece) { shared_.slots[piece] = 0; });
        Bits* const to = with_.keys_of(buffer::scratch);
        for_rows([&](unsigned, unsigned slot) {
            Bits const key = shared_.keys[slot];
            unsigned const destination = shared_.destination[pieces_.of(key)];
            if (destination != nowhere)
                to[destination + slot] = key;
        });
        if (has_outliers_)
            cursors_[areas_.pieces] = 1;
    }

    // Once all blocks have written: how the pieces lie, and where each begins in the output. False if some keys were
    // not written.
    __device__ bool find_groups(known_groups<Bits, Pieces>& lying) {
        unsigned(&starts)[Pieces + 1] = lying.starts;
        bool const have_outliers = cursors_[areas_.pieces] > 0; // asked for together with sizes
        bool fits = true;
        for_pieces([&](unsigned, unsigned piece) {
            unsigned const size = piece < areas_.pieces ? cursors_[piece] : 0;
            fits &= size <= areas_.items;
            starts[piece] = size;
        });
        __syncthreads(); // sizes are known
        unsigned const end = scan(starts);
        if (threadIdx.x == Tile::threads - 1)
            starts[Pieces] = end;
        if (threadIdx.x == 0)
            lying.note(pieces_, areas_, have_outliers);
        return __syncthreads_and(fits); // and groups are known
    }

private:
    static constexpr unsigned pieces_of_thread = (Pieces + Tile::threads - 1) / Tile::threads;

    __device__ unsigned place_of_sample() const {
        return threadIdx.x * (static_cast<unsigned>(with_.count()) / Tile::threads);
    }
    __device__ Bits image(unsigned place) const { return with_.codec.encode(with_.keys_of(buffer::in)[place]); }

    // Calls work(i, place) for this thread's keys of the tile.
    template <class Work>
    __device__ void for_rows(Work const& work) const {
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i) {
            unsigned const place = i * Tile::threads + threadIdx.x;
            if (place >= size_)
                break;
            work(i, place);
        }
    }

    // Calls work(i, piece) for the pieces that this thread looks after.
    template <class Work>
    __device__ void for_pieces(Work const& work) const {
#pragma unroll
        for (unsigned i = 0; i < pieces_of_thread; ++i)
            if (unsigned const piece = i * Tile::threads + threadIdx.x; piece < Pieces)
                work(i, piece);
    }

    // All blocks notice, for the first piece has more than fit.
    __device__ void give_up() const {
        atomicMax(cursors_, areas_.items + 1);
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

    // Exclusive, in place; a thread adds up neighbouring pieces. Returns what comes before those behind its own.
    __device__ unsigned scan(unsigned* sizes) {
        unsigned const first = threadIdx.x * pieces_of_thread;
        unsigned mine[pieces_of_thread], sum = 0;
#pragma unroll
        for (unsigned i = 0; i < pieces_of_thread; ++i) {
            mine[i] = first + i < Pieces ? sizes[first + i] : 0;
            sum += mine[i];
        }
        unsigned before = scan_in_block(sum, shared_.sum_of_warp);
#pragma unroll
        for (unsigned i = 0; i < pieces_of_thread; ++i) {
            if (first + i < Pieces)
                sizes[first + i] = before;
            before += mine[i];
        }
        return before;
    }

    space& shared_;
    arguments<Bits, no_value> const& with_;
    unsigned* const cursors_; // where in its area the next key of a piece goes
    piece_areas const& areas_;
    even_pieces<Bits> pieces_;
    unsigned piece_of_sample_ = 0;
    unsigned size_ = 0;             // of the tile
    Bits images_[Tile::items];      // of its keys
    item_ranks<Tile::items> ranks_; // in the piece
    bool has_outliers_ = false;     // this thread has had keys beyond the range
};

} // namespace pradix::cuda
