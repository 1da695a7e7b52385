// SPDX-License-Identifier: MIT
// Keys and their positions of which no more is left of the keys to compare than a few bits, sorted by tallies of these.
// Which of two equal keys came first is told by their positions: where a key is there more than once, these are put in
// order.
#pragma once

#include "src/cuda/block/groups_in_areas.cuh"
#include "src/cuda/block/tallies.cuh"
#include "src/cuda/block/window_sort.cuh"
#include "src/cuda/block/write_slots.cuh"

namespace pradix::cuda {

template <class Tile>
struct position_sort_space {
    tallies_space<Tile> tallies;
    unsigned repeated;                                   // so many keys are there more than once,
    std::uint16_t first_of_repeated[Tile::size / 2];     // from which slots on,
    std::uint8_t times[Tile::size / 2];                  // and how often
    alignas(16) std::uint32_t positions[Tile::size + 4]; // in order, but for equal keys
    alignas(16) rest_of_key rests[Tile::size + 4];
};

template <class Bits, class Value, class Tile>
class position_sort {
public:
    using space = position_sort_space<Tile>;

    // A group that begins in the output where starts[0] says.
    __device__ position_sort(space& shared, arguments<Bits, Value> const& with, groups_in_areas const& groups,
                             unsigned group, unsigned const* starts)
        : shared_(shared), tallies_(shared.tallies), output_(with, groups, group, starts[0]),
          rests_(groups.rests_of(with, group)), count_(starts[1] - starts[0]) {}

    // By all threads. Returns false, with nothing written, if some key is there more often than can be told.
    __device__ bool run() {
        tallies_.clear();
        tallies_.load(rests_.highs, count_);
        if (threadIdx.x == 0)
            shared_.repeated = 0;
        __syncthreads(); // tallies are clear
        bool const told = tallies_.tally(count_);
        if (!__syncthreads_and(told)) // and tallies are complete
            return false;
        load_positions();
        tallies_.scan_words(aside());
        place();
        __syncthreads(); // positions are in their places, and what is repeated is known
        order_equal_keys();
        __syncthreads(); // equal keys are in order
        write();
        return true;
    }

private:
    // Of the rests of this thread, two at a time.
    __device__ void load_positions() {
#pragma unroll
        for (unsigned i = 0; i < Tile::items; i += 2) {
            unsigned const at = i * Tile::threads + 2 * threadIdx.x;
            uint2 pair{};
            if (at < count_)
                pair = *reinterpret_cast<uint2 const*>(rests_.lows + at);
            positions_[i] = pair.x;
            positions_[i + 1] = pair.y;
        }
    }

    __device__ void place() {
        bool const wants_keys = output_.wants_keys();
        tallies_.each_rest(count_, [&](unsigned, unsigned rest, unsigned i) {
            auto const equals = tallies_.equals_of(rest);
            unsigned const before = tallies_.equal_before(i), slot = equals.first + before;
            shared_.positions[slot] = positions_[i];
            if (wants_keys)
                shared_.rests[slot] = static_cast<rest_of_key>(rest);
            if (before == 1) { // of each repeated key there is one such
                unsigned const number = atomicAdd(&shared_.repeated, 1u);
                shared_.first_of_repeated[number] = static_cast<std::uint16_t>(equals.first);
                shared_.times[number] = static_cast<std::uint8_t>(equals.count);
            }
        });
    }

    __device__ void order_equal_keys() {
        for (unsigned number = threadIdx.x; number < shared_.repeated; number += Tile::threads) {
            std::uint32_t* const positions = shared_.positions + shared_.first_of_repeated[number];
            exchange(positions[0], positions[1]);
            if (shared_.times[number] == tally_place::most) {
                exchange(positions[1], positions[2]);
                exchange(positions[0], positions[1]);
            }
        }
    }

    __device__ unsigned aside() const {
        return slots_aside(output_.values());
    }

    __device__ void write() const {
        write_slots<Tile::threads>(output_.values(), count_, [&](unsigned slot) { return shared_.positions[slot]; });
        if (output_.wants_keys())
            for (unsigned slot = threadIdx.x; slot < count_; slot += Tile::threads)
                output_.template put<true>(slot, shared_.rests[aside() + slot]);
    }

    space& shared_;
    rest_tallies<Tile> tallies_;
    rest_output<Bits, Value> const output_;
    split_words<rest_of_key> const rests_;
    unsigned const count_;
    std::uint32_t positions_[Tile::items];
};

} // namespace pradix::cuda
