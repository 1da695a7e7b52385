// SPDX-License-Identifier: MIT
// Keys alone that do not fit a block's shared memory, sorted by one block nevertheless: it divides them by the highest
// digit in which they differ, from the output to the scratch or back, until parts fit.
#pragma once

#include "src/cuda/block/groups/sort_segment.cuh"
#include "src/cuda/block/reduce.cuh"
#include "src/cuda/block/tiles/unordered_tile.cuh"
#include "src/cuda/warp/likely_bin.cuh"

namespace pradix::cuda {

// Keys that are in their place as a whole, `first` among all.
template <class Bits>
struct large_group_part {
    unsigned first, size;
    bool in_scratch; // else in the output
    unsigned width;  // less the base, images are under 2^width, but for bits that all share
    Bits base;
};

template <class Bits, class Tile, class Group>
struct large_group_space {
    // Two neighbours that were made together do not fit a block together.
    static constexpr unsigned most_parts = 2 * most_large_group_items / Group::size + 2 * sizeof(Bits);
    large_group_part<Bits> parts[most_parts]; // that are not sorted yet
    unsigned parts_left;
    unsigned starts[bins], cursors[bins];
    unsigned sums[bin_warps], has_keys[bin_warps]; // a bit a bin
    Bits differing_of_warp[Tile::warps];
    divided_tile<Bits, no_value, counted_places<Bits>> tile;
    division how;
    union { // one after the other
        unordered_tile_space<Bits, no_value, Tile, counted_places<Bits>> keys;
        sort_space<Bits, no_value, Group> group;
    };
};

template <class Bits, class Tile, class Group>
class large_group_sort {
public:
    using space = large_group_space<Bits, Tile, Group>;

    __device__ large_group_sort(space& shared, arguments<Bits, no_value> const& with) : shared_(shared), with_(with) {}

    // By all threads, for most_large_group_items at most, images in the output that differ in their lowest bits only,
    // so many.
    __device__ void run(unsigned first, unsigned size, unsigned width) {
        if (threadIdx.x == 0) {
            shared_.parts[0] = {first, size, false, width, 0};
            shared_.parts_left = 1;
        }
        for (;;) {
            __syncthreads(); // parts are known, and their keys written
            unsigned const left = shared_.parts_left;
            if (left == 0)
                return;
            part const mine = shared_.parts[left - 1];
            __syncthreads(); // the part is read
            if (threadIdx.x == 0)
                shared_.parts_left = left - 1;
            mine.size <= Group::size ? sort(mine) : divide(mine);
        }
    }

private:
    static constexpr unsigned threads = Tile::threads;
    static_assert(Group::threads == threads);
    using part = large_group_part<Bits>;

    __device__ Bits* keys_of(part const& mine) const {
        return with_.keys_of(mine.in_scratch ? buffer::scratch : buffer::out) + mine.first;
    }

    __device__ bool are_spread() const { return with_.state->prefix.are_spread; }

    __device__ void sort(part const& mine) {
        sort_segment(shared_.group, with_,
                     segment<Bits, no_value, true>{.keys_in = keys_of(mine),
                                                   .keys_out = with_.keys_of(buffer::out) + mine.first,
                                                   .values_in = nullptr,
                                                   .values_out = nullptr,
                                                   .count = mine.size,
                                                   .base = mine.base,
                                                   .width = mine.width,
                                                   .repeats = with_.state->prefix.repeats,
                                                   .are_spread = are_spread()});
    }

    __device__ void divide(part const& mine) {
        core::digit digit = highest_digit(mine.width);
        unsigned const width = core::bit_width(count(mine, digit));
        if (width == 0)
            return finish(mine);
        if (width <= digit.shift) {
            digit = highest_digit(width);
            count(mine, digit);
        }
        find_starts();
        scatter(mine, digit);
        if (threadIdx.x == 0)
            note_parts(mine, digit);
    }

    static __device__ core::digit highest_digit(unsigned width) {
        unsigned const bits = min(width, radix_bits);
        return {width - bits, bits};
    }

    // All keys are equal.
    __device__ void finish(part const& mine) {
        Bits key = *keys_of(mine);
        if (are_spread())
            key = spreading_of(with_, true)->undo(key);
        key = with_.codec.decode(key);
        __syncthreads(); // the key is read
        Bits* const out = with_.keys_of(buffer::out) + mine.first;
        for (unsigned i = threadIdx.x; i < mine.size; i += threads)
            out[i] = key;
    }

    // The keys of each bin; returns the bits in which they differ.
    __device__ Bits count(part const& mine, core::digit digit) {
        constexpr unsigned at_once = 8;
        Bits const* const keys = keys_of(mine);
        Bits const first = keys[0];
        Bits differing = 0;
        unsigned likely = no_bin; // lanes that share it count together, for each for itself would wait for the others
        __syncthreads();          // counters are not read any more
        if (threadIdx.x < bins)
            shared_.starts[threadIdx.x] = 0;
        __syncthreads(); // counters are clear
        for (unsigned begin = threadIdx.x; begin - threadIdx.x < mine.size; begin += at_once * threads) {
            Bits loaded[at_once];
#pragma unroll
            for (unsigned i = 0; i < at_once; ++i)
                loaded[i] = begin + i * threads < mine.size ? keys[begin + i * threads] : first;
#pragma unroll
            for (unsigned i = 0; i < at_once; ++i) {
                differing |= loaded[i] ^ first;
                bool const holds = begin + i * threads < mine.size;
                unsigned const bin = digit.of(loaded[i]);
                if (i == 0)
                    likely = likely_bin(bin);
                bool const shares = holds && bin == likely;
                std::uint32_t const sharing = __ballot_sync(all_lanes, shares);
                if (holds && (!shares || (sharing & lanes_below()) == 0))
                    atomicAdd(&shared_.starts[bin], shares ? __popc(sharing) : 1u);
            }
        }
        return or_in_block(differing, shared_.differing_of_warp); // and all keys are counted
    }

    // Where the bins that were counted begin in the part.
    __device__ void find_starts() {
        unsigned const bin = threadIdx.x, size = bin < bins ? shared_.starts[bin] : 0;
        std::uint32_t const has_keys = __ballot_sync(all_lanes, size > 0);
        unsigned const start = scan_bins(size, shared_.sums);
        if (bin < bins) {
            shared_.starts[bin] = shared_.cursors[bin] = start;
            if (lane_of_thread() == 0)
                shared_.has_keys[warp_of_thread()] = has_keys;
        }
    }

    __device__ void scatter(part const& mine, core::digit digit) {
        Bits const* const keys = keys_of(mine);
        Bits* const to = with_.keys_of(mine.in_scratch ? buffer::out : buffer::scratch) + mine.first;
        for (unsigned first = 0; first < mine.size; first += Tile::size) {
            unsigned const size = min(mine.size - first, Tile::size);
            if (threadIdx.x == 0) {
                shared_.tile = {keys + first, {to, shared_.cursors, nullptr}, {}};
                shared_.how = {digit, false, false, 0};
            }
            unordered_tile<Bits, no_value, Tile, counted_places<Bits>, tile_input::images> tile{
                shared_.keys, shared_.tile, size, with_, shared_.how};
            tile.load(keys + first);
            __syncthreads(); // the tile is known, cursors are, and the tile before is written
            tile.run();
            __syncthreads(); // the tile is not read any more
        }
    }

    // By one thread: neighbouring bins that fit a block together are one part, one that does not is another.
    __device__ void note_parts(part const& mine, core::digit digit) {
        unsigned begin = 0, first_bin = 0, last_bin = 0, left = shared_.parts_left;
        auto const note = [&](unsigned end) {
            shared_.parts[left++] = {mine.first + begin, end - begin, !mine.in_scratch,
                                     digit.shift + core::bit_width(last_bin - first_bin),
                                     static_cast<Bits>(Bits{first_bin} << digit.shift)};
            begin = end;
        };
        for (unsigned warp = 0; warp < bin_warps; ++warp)
            for (unsigned has_keys = shared_.has_keys[warp]; has_keys != 0; has_keys &= has_keys - 1) {
                unsigned const bin = warp * warp_lanes + __ffs(has_keys) - 1, start = shared_.starts[bin];
                unsigned const end = bin + 1 < bins ? shared_.starts[bin + 1] : mine.size;
                if (end - begin > Group::size && start > begin)
                    note(start);
                if (start == begin)
                    first_bin = bin;
                last_bin = bin;
            }
        note(mine.size);
        shared_.parts_left = left;
    }

    space& shared_;
    arguments<Bits, no_value> const& with_;
};

} // namespace pradix::cuda
