// SPDX-License-Identifier: MIT
// A bijection between the bits of a key and an unsigned integer, its image, whose order is the order asked for.
// Sorting then knows unsigned integers only; sign, float, direction, NaN policy and bit range live here.
#pragma once

#include "src/core/bits.hpp"

#include <pradix/key.hpp>
#include <pradix/options.hpp>

namespace pradix::core {

// Sign, float, direction and NaN policy.
template <class Bits>
struct key_order {
    Bits flip = 0;     // xored to every key: its sign bit, and all bits when descending
    Bits negative = 0; // xored besides to keys with the sign bit set: all other bits of a float
    Bits nans = 0;     // subtracted: images of the NaNs that sort before the numbers, which thus wrap to the end

    constexpr Bits encode(Bits key) const {
        return static_cast<Bits>((key ^ flip ^ (sign_mask(key) & negative)) - nans);
    }

    constexpr bool is_of_floats() const { return negative != 0; }

    // flip keeps or inverts every sign bit, so after undoing it the sign bit says again which keys were negative.
    constexpr Bits decode(Bits image) const {
        Bits const key = static_cast<Bits>((image + nans) ^ flip);
        return static_cast<Bits>(key ^ (sign_mask(key) & negative));
    }
};

// The same with the range of bits and of values that the keys use.
template <class Bits>
struct key_codec : key_order<Bits> {
    using key_order<Bits>::flip;
    using key_order<Bits>::negative;
    using key_order<Bits>::nans;
    Bits base = 0;         // subtracted last: the smallest image, so that images start at 0
    unsigned rotation = 0; // rotates the bits that are compared to the top
    unsigned low = 0;      // images are compared from this bit upwards

    constexpr Bits encode(Bits key) const {
        return static_cast<Bits>(rotate_left(key_order<Bits>::encode(key), rotation) - base);
    }

    constexpr Bits decode(Bits image) const {
        return key_order<Bits>::decode(rotate_right(static_cast<Bits>(image + base), rotation));
    }

    constexpr bool is_identity() const { return !(flip | negative | nans | base | rotation); }

    // Encodes key(i) to put(i, image) for all i below count. The usual case, integers compared whole, has its own loop.
    template <class Get, class Put>
    constexpr void encode_all(std::size_t count, Get const& key, Put const& put) const {
        if (!(negative | nans | rotation))
            for (std::size_t i = 0; i < count; ++i)
                put(i, static_cast<Bits>((key(i) ^ flip) - base));
        else
            for (std::size_t i = 0; i < count; ++i)
                put(i, encode(key(i)));
    }

    template <class Get, class Put>
    constexpr void decode_all(std::size_t count, Get const& image, Put const& put) const {
        if (!(negative | nans | rotation))
            for (std::size_t i = 0; i < count; ++i)
                put(i, static_cast<Bits>((image(i) + base) ^ flip));
        else
            for (std::size_t i = 0; i < count; ++i)
                put(i, decode(image(i)));
    }

    // The same order with images that start at 0, given the smallest image (its bits below `low` cleared).
    constexpr key_codec rebased(Bits smallest) const {
        key_codec moved = *this;
        moved.base = base + smallest;
        return moved;
    }
};

// How many NaN patterns have the sign bit set: as many as there are non-zero fractions.
template <class Bits>
constexpr Bits negative_nans(key_type type) {
    unsigned const fraction_bits = type == key_type::f16    ? 10
                                   : type == key_type::bf16 ? 7
                                   : type == key_type::f32  ? 23
                                                            : 52;
    return low_mask<Bits>(fraction_bits);
}

constexpr bool is_signed(key_type type) {
    return type >= key_type::i8 && type <= key_type::i128;
}

// `bits` must lie within the width of the key; an end of bit_range::whole stands for that width.
template <class Bits>
constexpr key_codec<Bits> make_codec(key_type type, order direction, nan_order nans, bit_range bits) {
    constexpr unsigned width = bit_count<Bits>;
    Bits const sign = static_cast<Bits>(Bits{1} << (width - 1));
    key_codec<Bits> codec;
    if (is_signed(type) || is_floating(type))
        codec.flip = sign;
    if (is_floating(type))
        codec.negative = static_cast<Bits>(~sign);
    if (is_floating(type) && nans == nan_order::last)
        codec.nans = negative_nans<Bits>(type); // as many positive ones are in front when descending
    if (direction == order::descending)
        codec.flip = static_cast<Bits>(~codec.flip);
    unsigned const end = bits.end_for(width);
    codec.rotation = (width - end) % width;
    codec.low = width - (end - bits.begin);
    return codec;
}

} // namespace pradix::core
