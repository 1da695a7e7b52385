// SPDX-License-Identifier: MIT
// What one look at the keys tells before any of them is moved: whether they are in order already, and their range.
#pragma once

#include "src/core/bits.hpp"
#include "src/cpu/views.hpp"

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
    using Bits = typename Source::item_type::bits;
    sortedness seen;
    if (begin == first)
        ++begin;
    Bits block[block_items + 1];
    for (std::size_t at = begin; at < end && !seen.none(); at += block_items) {
        std::size_t const count = std::min(block_items, end - at);
        auto const keys = source.read_keys(at - 1, count + 1, block);
        Bits rises = 0, falls = 0, equal = 0; // not bool, so that the comparison vectorises
        for (std::size_t i = 0; i < count; ++i) {
            Bits const previous = static_cast<Bits>(keys[i] >> low);
            Bits const current = static_cast<Bits>(keys[i + 1] >> low);
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
    key_range without_bits_below(unsigned low) const {
        Bits const mask = static_cast<Bits>(~core::low_mask<Bits>(low));
        return {static_cast<Bits>(minimum & mask), static_cast<Bits>(maximum & mask)};
    }
    Bits width() const { return static_cast<Bits>(maximum - minimum); }
};

template <class Source, class Bits = typename Source::item_type::bits>
key_range<Bits> look_at_range(Source const& source, std::size_t begin, std::size_t end, unsigned low) {
    key_range<Bits> range;
    for_each_key(source, begin, end, [&](Bits image) { range.include(image); });
    return range.without_bits_below(low);
}

// The same of every step-th item.
template <class Source, class Bits = typename Source::item_type::bits>
key_range<Bits> sample_range(Source const& source, std::size_t begin, std::size_t end, unsigned low, std::size_t step) {
    key_range<Bits> range;
    for (std::size_t i = begin; i < end; i += step)
        range.include(source.load(i).key);
    return range.without_bits_below(low);
}

} // namespace pradix::cpu
