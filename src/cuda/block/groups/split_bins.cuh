// SPDX-License-Identifier: MIT
// What makes the bins of a split (split_sort.cuh): the highest bits in which any of its keys differ, about as many as
// there are bins, and a fraction, which is what follows them, as far as words have room for it.
#pragma once

#include "src/core/bits.hpp"
#include "src/cuda/block/groups/segment.cuh"
#include "src/cuda/block/groups/window_sort.cuh"

namespace pradix::cuda {

template <class Bits>
class split_bins {
public:
    // For items that differ in these bits, all of them compared, none below bit `begin`; `most` bits make the bins, if
    // there are as many. Returns how many bits lie below these.
    template <class Value, bool Encoded>
    __device__ unsigned choose(segment<Bits, Value, Encoded> const& items, Bits differing, unsigned begin,
                               unsigned most) {
        unsigned const width = min(core::bit_width(differing), items.width);
        base_ = core::bit_width(differing) <= items.width ? Bits{0} : items.base;
        differing_bits_ = width > begin ? width - begin : 0;
        unsigned const shift = max(width > most ? width - most : 0, begin);
        bin_mask_ = (1u << min(differing_bits_, most)) - 1;
        fraction_width_ = min(shift - begin, item_word::fraction_bits);
        fraction_shift_ = shift - fraction_width_;
        fraction_is_whole_ = fraction_shift_ == begin;
        return shift;
    }

    // Of the bits that are compared, so many from the highest one in which any keys differ.
    __device__ unsigned differing_bits() const { return differing_bits_; }
    // Nothing is left of the keys behind it.
    __device__ bool fraction_is_whole() const { return fraction_is_whole_; }

    // Bin and fraction together.
    __device__ unsigned high_bits(Bits image) const {
        return static_cast<unsigned>(static_cast<Bits>(image - base_) >> fraction_shift_);
    }
    __device__ unsigned bin(Bits image) const { return high_bits(image) >> fraction_width_ & bin_mask_; }
    __device__ unsigned fraction(Bits image) const { return high_bits(image) & ((1u << fraction_width_) - 1); }

private:
    Bits base_ = 0; // what is subtracted
    unsigned differing_bits_ = 0, bin_mask_ = 0, fraction_width_ = 0, fraction_shift_ = 0;
    bool fraction_is_whole_ = false;
};

} // namespace pradix::cuda
