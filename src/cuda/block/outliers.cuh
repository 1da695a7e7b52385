// SPDX-License-Identifier: MIT
// Images beyond those that samples show (outliers.hpp): noted as they are found.
#pragma once

#include "src/cuda/block/spread.cuh"
#include "src/cuda/warp/seen_now.cuh"

namespace pradix::cuda {

// Whether those who counted have noted some.
template <class Bits, class Value>
__device__ bool has_outliers(arguments<Bits, Value> const& with) {
    return may_spread(sizeof(Bits)) && with.state->outliers.count(noted::by_counting).found > 0;
}

// Where keys are counted, and where they are not: an image, spread if it is to be; an outlier as the nearest one that
// others may have.
template <class Bits, class Value, class How>
__device__ Bits spread_counted(arguments<Bits, Value> const& with, How const* how, Bits image) {
    if constexpr (may_spread(sizeof(Bits)))
        if (how != nullptr)
            return how->apply(has_outliers(with) ? how->nearest(image) : image);
    return image;
}
template <class Bits, class Value>
__device__ Bits spread_uncounted(arguments<Bits, Value> const& with, key_spread<Bits> const* how, Bits image) {
    return apply(how, with.state->spreading.template over_range<Bits>().nearest(image));
}

// spread_counted for the images of each of some threads.
template <class Bits, class Value, class How, std::size_t Size>
__device__ void spread_counted(arguments<Bits, Value> const& with, How const* how, Bits (&images)[Size], Bits* room,
                               unsigned threads) {
    if constexpr (may_spread(sizeof(Bits)))
        if (how != nullptr) {
            bool const replaces = has_outliers(with);
            map_in_room(images, room, threads,
                        [&](unsigned, Bits image) { return how->apply(replaces ? how->nearest(image) : image); });
        }
}

// False if there are too many: that is seen without adding to their number, for which threads would wait for each
// other.
template <class Bits, class Value>
__device__ bool note_outlier(arguments<Bits, Value> const& with, noted by, Bits image, std::uint64_t place) {
    if constexpr (may_spread(sizeof(Bits))) {
        auto& [most, found] = with.state->outliers.count(by);
        unsigned const at = seen_now(found) < most ? atomicAdd(&found, 1u) : most;
        if (at < most) {
            with.state->outliers.items[at] = {image, static_cast<unsigned>(place)};
            return true;
        }
    }
    return false;
}

// spread_uncounted for equalized narrow ones, which notes outliers. A thread's keys that holds(i) are at place(i) of
// the input. False if outliers are too many.
template <class Bits, class Value, std::size_t Size, class Holds, class Place>
__device__ bool equalize_uncounted(arguments<Bits, Value> const& with, Bits (&images)[Size], Bits* room,
                                   unsigned threads, Holds const& holds, Place const& place) {
    auto const& unfolded = with.state->spreading.unfolded;
    unsigned others = 0; // a bit each: around zero, or beyond all pieces
    static_assert(Size <= 8 * sizeof others);
#pragma unroll
    for (unsigned i = 0; i < Size; ++i) {
        std::uint32_t const share = unfolded.of(images[i]);
        others |= unfolded_shares::is_none(share) ? 1u << i : 0;
        images[i] = unfolded.apply(images[i], share);
    }
    if (others == 0)
        return true;
    auto const& equalizer = with.state->spreading.narrow_equalizer.to;
    bool fit = true;
    map_in_room(images, room, threads, [&](unsigned i, Bits equalized) {
        if ((others >> i & 1) == 0 || !holds(i))
            return equalized;
        Bits const image = with.codec.encode(with.keys_of(buffer::in)[place(i)]);
        if (!equalizer.pieces.hold(image))
            fit = fit && note_outlier(with, noted::by_division, image, place(i));
        return equalizer.apply_nearest(image);
    });
    return fit;
}

// spread_uncounted for others, which notes outliers. A thread's image i is that of a key if holds(i), which is at
// place(i) of the input then. False if there are too many.
template <class Bits, class Value, std::size_t Size, class Holds, class Place>
__device__ bool spread_uncounted(arguments<Bits, Value> const& with, key_spread<Bits> const* how, key_range<Bits> range,
                                 Bits (&images)[Size], Bits* room, unsigned threads, Holds const& holds,
                                 Place const& place) {
    bool const spreads = how != nullptr;
    bool maps = spreads;
    if (!maps)
#pragma unroll
        for (unsigned i = 0; i < Size; ++i)
            maps |= holds(i) && !range.holds(images[i]);
    bool fit = true;
    if (maps) {
        auto const spread = spreads ? *how : key_spread<Bits>{}; // in registers
        map_in_room(images, room, threads, [&](unsigned i, Bits image) {
            if (!range.holds(image)) {
                if (holds(i))
                    fit = fit && note_outlier(with, noted::by_division, image, place(i));
                image = with.state->spreading.template over_range<Bits>().nearest(image);
            }
            return spreads ? spread.apply(image) : image;
        });
    }
    return fit;
}

} // namespace pradix::cuda
