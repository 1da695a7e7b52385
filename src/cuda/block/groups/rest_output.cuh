// SPDX-License-Identifier: MIT
// Where the items of groups of rests (groups_of_rests.cuh) go once they are sorted: whole keys again.
#pragma once

#include "src/cuda/block/groups/groups_of_rests.cuh"

namespace pradix::cuda {

// What becomes of the images of a block: they are left to be sorted again, or decoded, if need be from spread ones.
// Integers, decoded as such, take four instructions less.
enum class written { images, keys, integers, spread_keys, equalized_keys, equalized_keys_around_zero };

// Where sorted items of a block go.
template <class Items, class Bits, class Value>
class rest_output {
public:
    __device__ rest_output(arguments<Bits, Value> const& with, groups_of_rests const& groups, unsigned first_group,
                           unsigned start, narrow_equalizer::group const* equalized)
        : with_(with), equalized_(equalized), keys_(with.keys_of(buffer::out) + start),
          value_width_(groups.value_width),
          above_(static_cast<Bits>(with.state->prefix.above | std::uint64_t{first_group}
                                                                  << (groups.rest_width - groups.value_width))) {
        if constexpr (may_be_equalized<Items>)
            if (groups.are_equalized)
                shift_ = with.state->spreading.narrow_equalizer.shift();
        if constexpr (has_values<Value>) {
            values_ = with.values_of(buffer::out) + start;
            keys_wanted_ = with.keys_wanted;
        }
    }

    // A rest with the number of its group, less the first one's, above it.
    template <written As>
    __device__ void put(unsigned slot, std::uint32_t rest) const {
        if constexpr (As == written::equalized_keys)
            keys_[slot] = with_.codec.decode(
                equalized_[rest >> narrow_equalizer::rest_bits].undo(rest & narrow_equalizer::rest_mask, shift_));
        else if constexpr (As == written::equalized_keys_around_zero)
            keys_[slot] = with_.codec.decode(with_.state->spreading.narrow_equalizer.undo(above_ | rest));
        else
            put_key<As>(slot, above_ | rest);
    }
    template <written As>
    __device__ void put(unsigned slot, std::uint32_t rest, Value value) const {
        values_[slot] = value;
        if (As == written::images || keys_wanted_)
            put_key<As>(slot, above_ | rest);
    }
    template <written As>
    __device__ void put(unsigned slot, split_words<std::uint16_t> const& rests, unsigned place) const {
        if constexpr (has_values<Value>) {
            values_[slot] = rests.lows[place] & core::low_mask<Value>(value_width_);
            if (As == written::images || keys_wanted_)
                put_key<As>(slot, above_ | static_cast<Bits>(rests.get(place) >> value_width_));
        } else {
            put_key<As>(slot, above_ | rests.get(place));
        }
    }

private:
    template <written As>
    __device__ void put_key(unsigned slot, Bits image) const {
        if constexpr (As == written::spread_keys)
            image = spread_of(with_, true)->undo(image);
        if constexpr (As == written::images)
            keys_[slot] = image;
        else if constexpr (As == written::integers)
            keys_[slot] = image ^ with_.codec.flip;
        else
            keys_[slot] = with_.codec.decode(image);
    }

    arguments<Bits, Value> const& with_;
    narrow_equalizer::group const* equalized_; // the groups, from the first one on, if they are
    unsigned shift_;
    Bits* keys_;
    std::conditional_t<has_values<Value>, Value*, no_value> values_;
    unsigned value_width_;
    bool keys_wanted_ = true;
    Bits above_; // what images of the first group have above their rests
};

} // namespace pradix::cuda
