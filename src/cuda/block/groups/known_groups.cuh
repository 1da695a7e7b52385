// SPDX-License-Identifier: MIT
#pragma once

#include "src/core/digit_plan.hpp"
#include "src/cuda/images/even_pieces.hpp"

namespace pradix::cuda {

// Groups that lie in the scratch, of which all blocks of a grid know where they begin in the output: the first one's
// images from `first` upwards, the next one's `apart` above these, and so on.
template <class Bits, unsigned Most>
struct known_groups {
    unsigned groups;
    unsigned area;     // of each; 0: they lie back to back
    unsigned together; // so many neighbouring ones are a block's, which sorts as many at a time as it can hold
    unsigned width;    // of the bits in which a group's images differ
    unsigned last;     // of them that can have items
    bool have_others;  // the first and the last one: images that differ in more
    Bits first, apart;
    unsigned starts[Most + 1]; // behind the last, where it ends

    // The groups of this block end there. Those in areas are dealt to all blocks in turns.
    __device__ unsigned end_of_block() const { return area > 0 ? groups : min((blockIdx.x + 1) * together, groups); }
    // This block's next one, behind a group and the neighbours that fit it together with that one.
    __device__ unsigned behind_those_with(unsigned group, unsigned most_items) const {
        if (area > 0)
            return group + gridDim.x;
        unsigned next = group + 1;
        while (next < end_of_block() && starts[next + 1] - starts[group] <= most_items)
            ++next;
        return next;
    }

    // What a digit has made of all keys.
    __device__ void note(core::digit digit, unsigned of_block) {
        groups = 1u << digit.width;
        area = 0;
        together = of_block;
        width = digit.shift;
        have_others = false;
        first = 0;
        apart = static_cast<Bits>(Bits{1} << digit.shift);
    }

    // Each piece is a group, in an area of its own; those at either end have the outliers.
    __device__ void note(even_pieces<Bits> const& pieces, piece_areas const& areas, bool have_outliers) {
        groups = areas.pieces;
        area = areas.items;
        together = 1;
        width = pieces.width();
        last = pieces.last();
        have_others = have_outliers;
        first = pieces.first;
        apart = pieces.apart();
    }
};

} // namespace pradix::cuda
