// SPDX-License-Identifier: MIT
// Keys alone of which no more is left to compare than a few bits, sorted by tallies of these.
#pragma once

#include "src/cuda/block/tallies.cuh"
#include "src/cuda/block/write_slots.cuh"

namespace pradix::cuda {

template <class Tile>
struct tally_space {
    tallies_space<Tile> tallies;
    alignas(16) rest_of_key rests[Tile::size + 4]; // in order
};

// Neighbouring keys that share all bits but their rests.
template <class Bits>
struct tallied_keys {
    rest_of_key const* rests; // aligned to two
    Bits* out;                // which may be the same memory
    unsigned count;
    Bits shared_bits;

    __device__ Bits image(unsigned rest) const { return shared_bits | static_cast<Bits>(rest); }
};

template <class Bits, class Tile>
class tally_sort {
public:
    using space = tally_space<Tile>;

    __device__ tally_sort(space& shared, core::key_order<Bits> const& codec, tallied_keys<Bits> const& items)
        : shared_(shared), tallies_(shared.tallies), codec_(codec), items_(items) {}

    // By all threads. Returns false if some key is there more often than can be told: then images are in the output, in
    // any order.
    __device__ bool run() {
        tallies_.clear();
        tallies_.load(items_.rests, items_.count);
        __syncthreads(); // tallies are clear
        bool const told = tallies_.tally(items_.count);
        if (!__syncthreads_and(told)) { // and tallies are complete
            write_images();
            return false;
        }
        tallies_.scan_words(slots_aside(items_.out));
        place();
        write();
        return true;
    }

private:
    __device__ void place() {
        tallies_.each_rest(items_.count, [&](unsigned, unsigned rest, unsigned i) {
            shared_.rests[tallies_.equals_of(rest).first + tallies_.equal_before(i)] = static_cast<rest_of_key>(rest);
        });
        __syncthreads(); // rests are in their places
    }

    __device__ void write() const {
        write_slots<Tile::threads>(items_.out, items_.count,
                                   [&](unsigned slot) { return codec_.decode(items_.image(shared_.rests[slot])); });
    }

    __device__ void write_images() const {
        tallies_.each_rest(items_.count,
                           [&](unsigned at, unsigned rest, unsigned) { items_.out[at] = items_.image(rest); });
    }

    space& shared_;
    rest_tallies<Tile> tallies_;
    core::key_order<Bits> const& codec_;
    tallied_keys<Bits> const& items_;
};

} // namespace pradix::cuda
