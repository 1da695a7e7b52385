// SPDX-License-Identifier: MIT
// What one look at the keys tells before any of them is moved: whether they are in order already, and their range.
#pragma once

#include "src/core/bits.hpp"

#include <algorithm>
#include <cstddef>

namespace pradix::cpu {

// How far keys[begin, end) is in order, as seen by one thread; combine with &=.
struct sortedness {
    bool ascending = true;
    bool descending = true; // so that reversing the order of the items sorts them, and stably

    void operator&=(sortedness const& other) {
        ascending &= other.ascending;
        descending &= other.descending;
    }
    bool none() const { return !ascending && !descending; }
};

// Compares each item of [begin, end) with the one before it, down to `first`, the beginning of the whole range.
// Reads until neither order is possible: a few items for most inputs. Equal keys may be reversed only if they cannot
// be told apart.
template <class Source>
sortedness look_at_order(Source const& source, std::size_t first, std::size_t begin, std::size_t end, unsigned low,
                         bool equal_keys_are_identical) {
    constexpr std::size_t stride = 64; // between looks at the result, so that the comparison vectorises
    sortedness seen;
    for (std::size_t i = begin > first ? begin : first + 1; i < end && !seen.none(); i += stride) {
        bool rises = false, falls = false, equal = false;
        for (std::size_t j = i; j < std::min(end, i + stride); ++j) {
            auto const previous = source.load(j - 1).key >> low;
            auto const current = source.load(j).key >> low;
            rises |= previous < current;
            falls |= previous > current;
            equal |= previous == current;
        }
        seen &= {!falls, !rises && (!equal || equal_keys_are_identical)};
    }
    return seen;
}

// The smallest and the largest image, bits below `low` cleared.
template <class Bits>
struct key_range {
    Bits minimum = static_cast<Bits>(~Bits{0});
    Bits maximum = 0;

    void include(Bits image) {
        minimum = std::min(minimum, image);
        maximum = std::max(maximum, image);
    }
    void include(key_range const& other) {
        minimum = std::min(minimum, other.minimum);
        maximum = std::max(maximum, other.maximum);
    }
    Bits width() const { return static_cast<Bits>(maximum - minimum); }
};

template <class Source, class Bits = decltype(Source::item_type::key)>
key_range<Bits> look_at_range(Source const& source, std::size_t begin, std::size_t end, unsigned low,
                              std::size_t step = 1) {
    auto const clear = static_cast<Bits>(~core::low_mask<Bits>(low));
    key_range<Bits> range;
    for (std::size_t i = begin; i < end; i += step)
        range.include(static_cast<Bits>(source.load(i).key & clear));
    return range;
}

} // namespace pradix::cpu
