// SPDX-License-Identifier: MIT
// Groups of items that were not counted, each in an area of its own, where only what is left of them is stored: how
// these lie, and where their items go once they are sorted.
#pragma once

#include "src/cuda/block/groups/groups.cuh"
#include "src/cuda/block/tiles/divided_items.cuh"

namespace pradix::cuda {

// How the groups lie that a grid sorts. In shared memory, for registers are scarcer.
struct groups_in_areas {
    unsigned groups;
    unsigned together;    // so many groups a block, a power of two
    unsigned rest_width;  // in bits, of which the lowest
    unsigned value_width; // are a value's
    bool are_spread;      // images
    unsigned area, most;  // of each group, so many words would fit its area, and so many rests

    template <class Items, class Bits, class Value>
    static __device__ groups_in_areas of(arguments<Bits, Value> const& with, group_plan const& plan) {
        auto const layout = layout_of_areas(with, core::bit_width(plan.groups) - 1);
        unsigned const value_width = Items::value_width(with.count());
        return {.groups = plan.groups,
                .together = plan.together,
                .rest_width = plan.shift + value_width,
                .value_width = value_width,
                .are_spread = with.state->prefix.are_spread,
                .area = layout.area,
                .most = layout.rests_of_area};
    }

    template <class Bits, class Value>
    __device__ auto rests_of(arguments<Bits, Value> const& with, unsigned group) const {
        return rests_in(areas_of(with) + std::size_t{group} * area, most);
    }
};

// What becomes of the images of a block: they are left to be sorted again, or decoded, if need be from spread ones.
enum class written { images, keys, spread_keys };

// Where sorted items of a block go.
template <class Bits, class Value>
class rest_output {
public:
    __device__ rest_output(arguments<Bits, Value> const& with, groups_in_areas const& groups, unsigned first_group,
                           unsigned start)
        : with_(with), keys_(with.keys_of(buffer::out) + start), value_width_(groups.value_width),
          above_(static_cast<Bits>(with.state->prefix.above | std::uint64_t{first_group}
                                                                  << (groups.rest_width - groups.value_width))) {
        if constexpr (has_values<Value>) {
            values_ = with.values_of(buffer::out) + start;
            keys_wanted_ = with.keys_wanted;
        }
    }

    // A rest with the number of its group, less the first one's, above it.
    template <written As>
    __device__ void put(unsigned slot, std::uint32_t rest) const {
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
        keys_[slot] = As == written::images ? image : with_.codec.decode(image);
    }

    arguments<Bits, Value> const& with_;
    Bits* keys_;
    std::conditional_t<has_values<Value>, Value*, no_value> values_;
    unsigned value_width_;
    bool keys_wanted_ = true;
    Bits above_; // what images of the first group have above their rests
};

} // namespace pradix::cuda
