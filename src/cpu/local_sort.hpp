// SPDX-License-Identifier: MIT
// Sorts a range that fits in the L2 cache: least-significant-digit passes between two small buffers over just enough
// of the top bits to tell most keys apart, an insertion sort for the few that they do not, one linear write at the end.
// Scattering inside the cache costs a third of scattering to memory, so memory sees only the first read and last write.
#pragma once

#include "src/core/bits.hpp"
#include "src/core/digit_plan.hpp"
#include "src/cpu/views.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace pradix::cpu {

// Below this many items an insertion sort beats counting digits.
inline constexpr std::size_t insertion_items = 24;

// Digits of the cached passes: the counters of wider ones cost more to add up than they save in passes.
inline constexpr unsigned widest_local_digit = 10;
inline constexpr std::size_t items_for_widest_digit = 4096;

// Bits beyond log2(n) that the passes look at: with 5, about one key in 32 still meets one that looks the same.
inline constexpr unsigned spare_bits = 5;

using digit_counts = std::array<std::uint32_t, std::size_t{1} << widest_local_digit>;

// Sorts by the images from bit `low` upwards. Gives up, with the items in some order that is still stable, after
// `budget` moves: then the bits above were not enough to bring keys near their places.
template <class Item>
bool insertion_sort(Item* items, std::size_t count, unsigned low, std::size_t budget) {
    for (std::size_t i = 1; i < count; ++i) {
        auto const key = items[i].key >> low;
        if (key >= items[i - 1].key >> low)
            continue;
        Item const moved = items[i];
        std::size_t hole = i;
        do {
            items[hole] = items[hole - 1];
            --hole;
        } while (hole > 0 && key < items[hole - 1].key >> low);
        items[hole] = moved;
        if (i - hole > budget)
            return false;
        budget -= i - hole;
    }
    return true;
}

inline void exclusive_scan(std::uint32_t* counts, unsigned bins) {
    std::uint32_t sum = 0;
    for (unsigned bin = 0; bin < bins; ++bin)
        sum += std::exchange(counts[bin], sum);
}

// Counts the digits of all passes in one read of the source.
template <unsigned Passes, class Source>
void count_digits(Source const& source, std::size_t begin, std::size_t count, core::digit_plan plan,
                  digit_counts* counts) {
    core::digit digits[Passes];
    for (unsigned pass = 0; pass < Passes; ++pass) {
        digits[pass] = plan[pass];
        std::memset(counts[pass].data(), 0, sizeof(std::uint32_t) << digits[pass].width);
    }
    for_each_key(source, begin, begin + count, [&](auto key) {
        for (unsigned pass = 0; pass < Passes; ++pass)
            ++counts[pass][digits[pass].of(key)];
    });
}

template <class Source, class Item>
void scatter_by_digit(Source const& source, std::size_t begin, std::size_t count, core::digit by,
                      std::uint32_t* positions, Item* to) {
    for_each_item(source, begin, begin + count, [=](Item const& moved) { to[positions[by.of(moved.key)]++] = moved; });
}

// Stable passes over all bits [low, high), from and to `items`; `spare` holds as many items.
template <class Item>
Item* radix_sort_all_bits(Item* items, Item* spare, std::size_t count, unsigned low, unsigned high) {
    digit_counts counts;
    core::digit_plan const plan{low, high, 8};
    for (unsigned pass = 0; pass < plan.passes(); ++pass) {
        core::digit_plan const single{plan[pass].shift, plan[pass].shift + plan[pass].width, 8};
        scratch_view<Item> const from{items};
        count_digits<1>(from, 0, count, single, &counts);
        if (counts[single[0].of(items[0].key)] == count)
            continue;
        exclusive_scan(counts.data(), 1u << single[0].width);
        scatter_by_digit(from, 0, count, single[0], counts.data(), spare);
        std::swap(items, spare);
    }
    return items;
}

// Stable passes over the plan's digits; returns the buffer, `front` or `back`, that holds the items.
template <class Source, class Item>
Item* radix_sort_digits(Source const& source, std::size_t begin, std::size_t count, core::digit_plan plan, Item* front,
                        Item* back) {
    digit_counts counts[3];
    switch (plan.passes()) {
    case 1:
        count_digits<1>(source, begin, count, plan, counts);
        break;
    case 2:
        count_digits<2>(source, begin, count, plan, counts);
        break;
    default:
        count_digits<3>(source, begin, count, plan, counts);
    }
    auto const first_key = source.load(begin).key;
    bool in_source = true;
    for (unsigned pass = 0; pass < plan.passes(); ++pass) {
        core::digit const by = plan[pass];
        if (counts[pass][by.of(first_key)] == count)
            continue;
        exclusive_scan(counts[pass].data(), 1u << by.width);
        if (std::exchange(in_source, false)) {
            scatter_by_digit(source, begin, count, by, counts[pass].data(), front);
        } else {
            scatter_by_digit(scratch_view<Item>{front}, 0, count, by, counts[pass].data(), back);
            std::swap(front, back);
        }
    }
    if (in_source)
        for (std::size_t i = 0; i < count; ++i)
            front[i] = source.load(begin + i);
    return front;
}

// Sorts source[begin, begin + count) into the same places of target by the bits [low, high) of the images; the bits
// above `high` must be equal. `front` and `back` hold `count` items each. Source and target may be the same.
template <class Source, class Target, class Item>
void local_sort(Source const& source, Target const& target, std::size_t begin, std::size_t count, unsigned low,
                unsigned high, Item* front, Item* back, bool past_cache) {
    Item* sorted = front;
    if (count <= insertion_items) {
        for (std::size_t i = 0; i < count; ++i)
            front[i] = source.load(begin + i);
        insertion_sort(front, count, low, count * count);
    } else {
        unsigned const telling = core::bit_width(count) + spare_bits;
        unsigned const from = high - low > telling ? high - telling : low;
        unsigned const widest = count < items_for_widest_digit ? 8 : widest_local_digit;
        sorted = radix_sort_digits(source, begin, count, core::digit_plan{from, high, widest}, front, back);
        if (from > low && !insertion_sort(sorted, count, low, count))
            sorted = radix_sort_all_bits(sorted, sorted == front ? back : front, count, low, high);
    }
    if (past_cache)
        target.stream(begin, sorted, sorted == front ? back : front, count);
    else
        target.write(begin, sorted, count);
}

} // namespace pradix::cpu
