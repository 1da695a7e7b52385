// SPDX-License-Identifier: MIT
// One tile of keys alone through a pass that need not be stable: what is sorted later by all that is left of the keys
// may come in any order now. Keys take their slots in the tile by shared atomics, and places are reserved by one global
// addition a bin, so that no tile waits for another.
#pragma once

#include "src/cuda/block/scan_bins.cuh"
#include "src/cuda/block/tile_of_bucket.cuh"

namespace pradix::cuda {

template <class Bits, class Tile>
struct unordered_tile_space {
    unsigned bin[bins]; // counts, then the slot of the bin's next key
    unsigned sums[bin_warps];
    unsigned destination[bins]; // of the bin's first key in this tile, less its slot
    unsigned bucket;
    alignas(16) Bits keys[Tile::size];
};

// Neighbouring keys, and where those of each bin go: to base + cursors[bin], which is moved on.
struct unordered_range {
    unsigned first, size;
    unsigned base;
    unsigned* cursors;
};

template <class Bits, class Value, class Tile>
class unordered_tile {
public:
    __device__ unordered_tile(unordered_tile_space<Bits, Tile>& shared, arguments<Bits, Value> const& with,
                              pass const& plan, unordered_range const& range)
        : shared_(shared), with_(with), plan_(plan), range_(range) {}

    // By all threads. Full: the tile has Tile::size keys.
    template <bool Full>
    __device__ void run() {
        load<Full>();
        if (threadIdx.x < bins)
            shared_.bin[threadIdx.x] = 0;
        __syncthreads(); // counts are clear
        count<Full>();
        __syncthreads(); // all keys are counted
        unsigned const bin = threadIdx.x;
        unsigned const size = bin < bins ? shared_.bin[bin] : 0;
        unsigned const reserved = size > 0 ? atomicAdd(&range_.cursors[bin], size) : 0;
        unsigned const slot = scan_bins(size, shared_.sums);
        if (bin < bins)
            shared_.bin[bin] = slot;
        if (__syncthreads_or(size > most_if_even())) // and slots are known
            scatter_in_runs();
        else
            scatter<Full>();
        if (bin < bins)
            shared_.destination[bin] = range_.base + reserved - slot;
        __syncthreads(); // keys are in their slots, and destinations known
        write<Full>();
    }

private:
    // Of a bin, in input of which neighbours are not alike.
    __device__ unsigned most_if_even() const {
        return min(max(4 * Tile::size >> plan_.digit.width, Tile::size / 16), Tile::size / 4 * 3);
    }

    template <bool Full>
    __device__ bool holds(unsigned i) const {
        return Full || i * Tile::threads + threadIdx.x < range_.size;
    }

    template <bool Full>
    __device__ void load() {
        Bits const* const from = with_.keys_of(plan_.from) + range_.first + threadIdx.x;
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i) {
            keys_[i] = 0;
            if (holds<Full>(i))
                keys_[i] = from[i * Tile::threads];
        }
        if (plan_.first)
#pragma unroll
            for (unsigned i = 0; i < Tile::items; ++i)
                keys_[i] = with_.codec.encode(keys_[i]);
    }

    template <bool Full>
    __device__ void count() {
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i)
            if (holds<Full>(i))
                atomicAdd(&shared_.bin[plan_.digit.of(keys_[i])], 1u);
    }

    // Hides from the compiler that digits are known from counting: there are no registers to keep them in.
    __device__ core::digit digit_again() const {
        core::digit digit = plan_.digit;
        asm("" : "+r"(digit.shift));
        return digit;
    }

    // Some at a time: a slot on its way takes a register.
    template <bool Full>
    __device__ void scatter() {
        constexpr unsigned at_once = 8;
        core::digit const digit = digit_again();
#pragma unroll
        for (unsigned begin = 0; begin < Tile::items; begin += at_once) {
            unsigned slots[at_once];
#pragma unroll
            for (unsigned i = 0; i < at_once; ++i)
                if (begin + i < Tile::items && holds<Full>(begin + i))
                    slots[i] = atomicAdd(&shared_.bin[digit.of(keys_[begin + i])], 1u);
#pragma unroll
            for (unsigned i = 0; i < at_once; ++i)
                if (begin + i < Tile::items && holds<Full>(begin + i))
                    shared_.keys[slots[i]] = keys_[begin + i];
        }
    }

    // Where many keys share a bin, as in input that is nearly sorted, lanes that have the first one's take their slots
    // together: each for itself, they would wait for each other. Keys are read again, for registers do not go by a
    // number that is not known when compiling.
    __device__ void scatter_in_runs() {
        Bits const* const from = with_.keys_of(plan_.from) + range_.first;
#pragma unroll 1
        for (unsigned begin = 0; begin < range_.size; begin += Tile::threads) {
            bool const holds = begin + threadIdx.x < range_.size;
            Bits key = holds ? from[begin + threadIdx.x] : Bits{0};
            if (plan_.first)
                key = with_.codec.encode(key);
            unsigned const digit = plan_.digit.of(key);
            bool const shares = digit == __shfl_sync(all_lanes, digit, 0) && holds;
            std::uint32_t const sharing = __ballot_sync(all_lanes, shares);
            unsigned slot = 0;
            if (holds && (!shares || lane_of_thread() == 0))
                slot = atomicAdd(&shared_.bin[digit], shares ? __popc(sharing) : 1u);
            unsigned const first = __shfl_sync(all_lanes, slot, 0);
            if (holds)
                shared_.keys[shares ? first + __popc(sharing & lanes_below()) : slot] = key;
        }
    }

    // Neighbouring threads write neighbouring slots, and thus runs of a bin's memory.
    template <bool Full>
    __device__ void write() const {
        Bits* const to = with_.keys_of(plan_.to);
#pragma unroll
        for (unsigned i = 0; i < Tile::items; ++i) {
            unsigned const slot = i * Tile::threads + threadIdx.x;
            if (!holds<Full>(i))
                break;
            Bits const image = shared_.keys[slot];
            to[shared_.destination[plan_.digit.of(image)] + slot] = image;
        }
    }

    unordered_tile_space<Bits, Tile>& shared_;
    arguments<Bits, Value> const& with_;
    pass const plan_;
    unordered_range const range_;
    Bits keys_[Tile::items];
};

// Tile `tile` of a pass by leading digits. The first pass divides all keys into buckets by the higher digit, the second
// one each bucket by the lower one; the items go `shift` places before where they would.
template <class Bits, class Value, class Tile>
__device__ unordered_range range_of_tile(unordered_tile_space<Bits, Tile>& shared, arguments<Bits, Value> const& with,
                                         bool by_lower_digit, unsigned tile, unsigned shift) {
    if (!by_lower_digit) {
        auto const count = static_cast<unsigned>(with.count());
        unsigned const first = min(tile * Tile::size, count);
        return {first, min(count - first, Tile::size), 0, with.state->prefix.cursors};
    }
    auto const mine = tile_of_bucket::find<Tile>(shared.bucket, with, tile);
    return {mine.first, mine.size, mine.bucket_start - shift, with.leading.group_cursors + mine.bucket * bins};
}

template <class Bits, class Value, class Tile>
__device__ void run_unordered_tile(unordered_tile_space<Bits, Tile>& shared, arguments<Bits, Value> const& with,
                                   pass const& plan, bool by_lower_digit, unsigned tile, unsigned shift = 0) {
    unordered_range const range = range_of_tile(shared, with, by_lower_digit, tile, shift);
    if (range.size == 0)
        return;
    unordered_tile<Bits, Value, Tile> each{shared, with, plan, range};
    range.size == Tile::size ? each.template run<true>() : each.template run<false>();
}

} // namespace pradix::cuda
