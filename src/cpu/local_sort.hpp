// SPDX-License-Identifier: MIT
// Sorts a range that fits in the L2 cache: least-significant-digit passes between two small buffers over just enough
// of the top bits to tell most keys apart, an insertion sort for the few that they do not (or, if those are many, the
// same again for each group of them), one linear write at the end. Scattering inside the cache costs a third of
// scattering to memory, so memory sees only the first read and the last write.
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

// Bits beyond log2(n) that the passes look at: with 5, one random key in 32 still meets one that looks the same.
inline constexpr unsigned spare_bits = 5;

using digit_counts = std::array<std::uint32_t, std::size_t{1} << widest_local_digit>;

// Stable, by the images from bit `low` upwards. Gives up, the items in some order between, after `budget` moves.
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

// A budget that sorts any `count` items.
constexpr std::size_t every_move(std::size_t count) {
    return count * count;
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

// The digits that the passes over `count` items look at, of the bits [low, high).
inline core::digit_plan plan_digits(std::size_t count, unsigned low, unsigned high) {
    unsigned const telling = core::bit_width(count) + spare_bits;
    unsigned const widest = count < items_for_widest_digit ? 8 : widest_local_digit;
    return {high - low > telling ? high - telling : low, high, widest};
}

template <class Item>
void sort_group(Item* items, Item* spare, std::size_t count, unsigned low);

// Items in order from bit `from` upwards are put in order from bit `low` upwards: each group of items that are equal
// so far is sorted by the bits that do vary in it. `spare` holds as many items.
template <class Item>
void sort_groups(Item* items, Item* spare, std::size_t count, unsigned low, unsigned from) {
    for (std::size_t begin = 0, end; begin < count; begin = end) {
        auto const prefix = items[begin].key >> from;
        for (end = begin + 1; end < count && items[end].key >> from == prefix;)
            ++end;
        if (end - begin > 1)
            sort_group(items + begin, spare + begin, end - begin, low);
    }
}

template <class Item>
void sort_group(Item* items, Item* spare, std::size_t count, unsigned low) {
    if (count <= insertion_items)
        return static_cast<void>(insertion_sort(items, count, low, every_move(count)));
    auto varying = items[0].key;
    varying = 0;
    for (std::size_t i = 1; i < count; ++i)
        varying |= items[i].key ^ items[0].key;
    unsigned const high = core::bit_width(varying);
    if (high <= low)
        return;
    core::digit_plan const plan = plan_digits(count, low, high);
    if (radix_sort_digits(scratch_view<Item>{items}, 0, count, plan, spare, items) == spare)
        std::memcpy(items, spare, count * sizeof(Item));
    if (plan.begin > low)
        sort_groups(items, spare, count, low, plan.begin);
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
        insertion_sort(front, count, low, every_move(count));
    } else {
        core::digit_plan const plan = plan_digits(count, low, high);
        sorted = radix_sort_digits(source, begin, count, plan, front, back);
        // Of random keys few are out of place now; if it is more, they are few within each group. Either way equal keys
        // keep their order, since only keys of one group change places.
        if (plan.begin > low && !insertion_sort(sorted, count, low, count))
            sort_groups(sorted, sorted == front ? back : front, count, low, plan.begin);
    }
    if (past_cache)
        target.stream(begin, sorted, sorted == front ? back : front, count);
    else
        target.write(begin, sorted, count);
}

} // namespace pradix::cpu
