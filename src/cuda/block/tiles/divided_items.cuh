// SPDX-License-Identifier: MIT
// What passes move that need not be stable: a word an item. Of keys alone it is the key's image. Keys whose values are
// their positions have these below their images: no two words are equal then, and to sort them is a stable sort.
#pragma once

#include "src/cuda/block/spread.cuh"
#include "src/cuda/block/tiles/stored_words.cuh"
#include "src/cuda/plans/uncounted_layout.hpp"

namespace pradix::cuda {

// The values of a tile's items: none, or their positions, read, or counted from the first one's.
template <class Value>
struct tile_values {
    Value const* read;
    Value first;

    __device__ Value operator[](unsigned i) const { return read != nullptr ? read[i] : first + i; }
};
template <>
struct tile_values<no_value> {
    __device__ no_value operator[](unsigned) const { return {}; }
};

template <class Bits, class Value>
struct divided_items {
    static_assert(!has_values<Value>, "values would lose their order");
    using word = Bits;
    using words = stored_words<word>;
    static constexpr unsigned areas_of_block = sizeof(word) == 4 ? most_areas_together : 1; // at most, at a time

    static constexpr unsigned value_width(std::uint64_t) { return 0; }
    static __device__ word of(Bits image, no_value) { return image; }
    static __device__ Bits image(word item) { return item; }
    // What is left of it, where all bits of the image but those in the mask are known.
    static __device__ word rest(word item, Bits mask, unsigned) { return item & mask; }

    static __device__ words homes(arguments<Bits, no_value> const& with) { return {with.keys_of(buffer::out)}; }
    static __device__ words in(word* memory, std::size_t) { return {memory}; }
    static __device__ Bits const* images_of(words const& row) { return row.words; }
    static __device__ tile_values<no_value> values_of(words const&) { return {}; }
};

// Keys and values have a row each, in the output as well.
template <>
struct divided_items<std::uint32_t, std::uint32_t> {
    using word = std::uint64_t;
    using words = split_words<std::uint32_t>;
    static constexpr unsigned areas_of_block = 1;

    static constexpr unsigned value_width(std::uint64_t count) { return core::bit_width(count - 1); }
    static __device__ word of(std::uint32_t image, std::uint32_t position) { return word{image} << 32 | position; }
    static __device__ std::uint32_t image(word item) { return static_cast<std::uint32_t>(item >> 32); }
    static __device__ word rest(word item, std::uint32_t mask, unsigned value_width) {
        return word{image(item) & mask} << value_width | static_cast<std::uint32_t>(item);
    }

    static __device__ words homes(arguments<std::uint32_t, std::uint32_t> const& with) {
        return {with.values_of(buffer::out), with.keys_of(buffer::out)};
    }
    static __device__ words in(word* memory, std::size_t count) { return split_words_in<std::uint32_t>(memory, count); }
    static __device__ std::uint32_t const* images_of(words const& rows) { return rows.highs; }
    static __device__ tile_values<std::uint32_t> values_of(words const& rows) { return {rows.lows, 0}; }
};

// Narrow floats alone, which may be equalized. Kernels of their own sort their groups: what others leave out, these
// would pay for.
struct equalizable_items : divided_items<std::uint32_t, no_value> {};
template <class Items>
inline constexpr bool may_be_equalized = std::is_same_v<Items, equalizable_items>;

// Narrow keys alone that were counted.
struct counted_items : divided_items<std::uint32_t, no_value> {};
template <class Items>
inline constexpr bool were_counted = std::is_same_v<Items, counted_items>;

// Narrow keys whose values are any, divided in order: in an area, a rest of a key has its value beside it.
struct ordered_items {
    using word = std::uint64_t;
    static constexpr unsigned areas_of_block = 8;

    static constexpr unsigned value_width(std::uint64_t) { return 0; }
};

// Whether some groups may be larger than their areas (overflowing_runs.cuh). Those of other wide words are large, and
// hardly vary.
template <class Items>
inline constexpr bool may_overflow = std::is_same_v<Items, ordered_items> ||
                                     (sizeof(typename Items::word) == 4 && !were_counted<Items>);

// Where there are no more bins, the compiler knows how wide the lower one is.
template <unsigned Bins>
__device__ constexpr prefix_digits digits_of(core::digit prefix) {
    return prefix_digits::of(prefix, Bins == bins ? radix_bits : lower_digit_width(prefix.width));
}

// Neighbouring items, and where their bins go.
template <class Bits, class Value, class Places>
struct divided_tile {
    Bits const* keys;
    Places places;
    tile_values<Value> values;
    // How images are spread as they are encoded.
    static constexpr bool may_be_equalized = may_equalize(sizeof(Bits), value_bytes<Value>) && !Places::may_lack_room;
    std::conditional_t<may_be_equalized, key_spreading, key_spread<Bits>> const* spread = nullptr;
    bool are_equalized = false; // instead
};

// Of items that were not counted: where there is room for how many, the first group's area, and what does not fit areas
// or homes.
template <class Bits, class Value>
__device__ uncounted_layout layout_of_areas(arguments<Bits, Value> const& with, unsigned prefix_width,
                                            bool are_equalized) {
    return are_equalized ? uncounted_layout::of_equalized(with.count(), prefix_width)
                         : uncounted_layout::of(with.count(), prefix_width,
                                                sizeof(typename divided_items<Bits, Value>::word), group_tile.size());
}
template <class Bits, class Value>
__device__ uncounted_layout layout_of_areas(arguments<Bits, Value> const& with, unsigned prefix_width) {
    return layout_of_areas(with, prefix_width, are_equalized(with));
}
template <class Bits, class Value>
__device__ auto* areas_of(arguments<Bits, Value> const& with) {
    return reinterpret_cast<typename divided_items<Bits, Value>::word*>(with.keys_of(buffer::scratch));
}
template <class Bits, class Value>
__device__ auto* behind_areas(arguments<Bits, Value> const& with, uncounted_layout const& layout) {
    return areas_of(with) + layout.keys_of_areas();
}
template <class Bits, class Value>
__device__ auto behind_homes(arguments<Bits, Value> const& with, uncounted_layout const& layout) {
    return divided_items<Bits, Value>::in(behind_areas(with, layout) + layout.behind_areas,
                                          std::size_t{layout.behind_homes} * layout.buckets);
}
// Of a group that begins there in the output, what is left of items that were put together there.
template <class Bits, class Value>
__device__ auto rests_in_output(arguments<Bits, Value> const& with, unsigned start) {
    Bits* const keys = with.keys_of(buffer::out) + start;
    if constexpr (has_values<Value>)
        return split_words<rest_of_key>{with.values_of(buffer::out) + start, reinterpret_cast<rest_of_key*>(keys)};
    else
        return rests_in(keys, 0);
}
template <class Bits, class Value>
__device__ auto items_of_part(arguments<Bits, Value> const& with, uncounted_layout const& layout,
                              uncounted_layout::part const& part) {
    return (part.at_home ? divided_items<Bits, Value>::homes(with) + part.bucket * layout.home
                         : behind_homes(with, layout) + part.bucket * layout.behind_homes) +
           part.first;
}

} // namespace pradix::cuda
