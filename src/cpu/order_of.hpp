// SPDX-License-Identifier: MIT
// What one look at the keys tells before any of them is moved: whether they are in order already, and their range.
#pragma once

#include "src/core/bits.hpp"
#include "src/cpu/views.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace pradix::cpu {

// In which orders items are, as seen by one thread; combine with &=.
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
// Reads only as far as one order is possible: a few items of most inputs. Equal keys may be reversed only if they
// cannot be told apart.
template <class Source>
sortedness look_at_order(Source const& source, std::size_t first, std::size_t begin, std::size_t end, unsigned low,
                         bool equal_keys_are_identical) {
    using Bits = typename Source::item_type::bits;
    sortedness seen;
    Bits block[block_items + 1];
    for (std::size_t at = std::max(begin, first + 1); at < end; at += block_items) {
        std::size_t const count = std::min(block_items, end - at);
        auto const keys = source.read_keys(at - 1, count + 1, block);
        std::size_t i = 0;
        auto const all_pairs = [&](auto const& ordered) {
            Bits broken = 0; // not bool, so that the comparison vectorises
            for (std::size_t j = i; j < count; ++j)
                broken |= static_cast<Bits>(
                    !ordered(static_cast<Bits>(keys[j] >> low), static_cast<Bits>(keys[j + 1] >> low)));
            return !broken;
        };
        if (seen.ascending && seen.descending) { // so far all keys were equal
            auto const equal = [](Bits a, Bits b) { return a == b; };
            bool const still = keys[0] >> low == keys[1] >> low && all_pairs(equal);
            while (!still && keys[i] >> low == keys[i + 1] >> low)
                ++i;
            seen.descending = equal_keys_are_identical || (i == 0 && !still);
            if (still)
                continue;
            (keys[i] >> low < keys[i + 1] >> low ? seen.descending : seen.ascending) = false;
        }
        if (seen.none())
            return seen;
        bool const in_order = seen.ascending             ? all_pairs([](Bits a, Bits b) { return a <= b; })
                              : equal_keys_are_identical ? all_pairs([](Bits a, Bits b) { return a >= b; })
                                                         : all_pairs([](Bits a, Bits b) { return a > b; });
        if (!in_order)
            return {false, false};
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

// All that the bits below `high` allow, if a sample of the items shows that their range is no smaller; else nothing.
template <class Source, class Bits = typename Source::item_type::bits>
std::optional<key_range<Bits>> guess_range(Source const& source, std::size_t begin, std::size_t end, unsigned low,
                                           unsigned high, std::size_t sample_items) {
    key_range<Bits> some;
    for (std::size_t i = begin; i < end; i += (end - begin) / sample_items + 1)
        some.include(source.load(i).key);
    some = some.without_bits_below(low);
    if (core::bit_width(some.width()) < high)
        return std::nullopt;
    Bits const possible = core::low_mask<Bits>(high);
    return key_range<Bits>{static_cast<Bits>(some.minimum & ~possible), static_cast<Bits>(some.minimum | possible)}
        .without_bits_below(low);
}

} // namespace pradix::cpu
