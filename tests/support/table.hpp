// SPDX-License-Identifier: MIT
// Rows of the test table: every count and shape that is asked for, with all other axes drawn from their values by a
// generator seeded from the row, so that some thousand rows cover their combinations and each can be repeated.
#pragma once

#include "tests/support/check.hpp"

#include <span>

namespace pradix::test {

inline constexpr std::size_t value_sizes[] = {1, 2, 3, 4, 8, 12, 16, 24, 40};
inline constexpr unsigned thread_counts[] = {1, 2, 3, 7};

// Empty, single, at both ends, in the middle, straddling digits of 8 bits, open at the top.
inline bit_range some_bit_range(key_type type, random_bits& random) {
    unsigned const width = width_of(type);
    auto const up_to = [&](unsigned limit) { return static_cast<unsigned>(random.below(limit + 1)); };
    switch (random.below(8)) {
    case 0: {
        unsigned const at = up_to(width);
        return {at, at};
    }
    case 1:
        return {0, 1};
    case 2:
        return {width - 1, width};
    case 3:
        return {width / 2, bit_range::whole};
    case 4:
        return {0, width / 2};
    case 5:
        return {width / 2 - 3, width / 2 + 2};
    default: {
        unsigned const begin = up_to(width - 1);
        return {begin, begin + 1 + up_to(width - begin - 1)};
    }
    }
}

inline bool compares_nothing(sort_case const& row) {
    unsigned const end = row.how.bits.end == bit_range::whole ? width_of(row.type) : row.how.bits.end;
    return row.how.bits.begin == end;
}

inline sort_case make_row(key_type type, std::size_t count, shape like, std::uint64_t seed) {
    random_bits random{seed ^
                       (static_cast<std::uint64_t>(type) << 40 ^ static_cast<std::uint64_t>(like) << 32 ^ count)};
    sort_case row{.type = type, .count = count, .like = like};
    row.how.direction = random.one_in(2) ? order::descending : order::ascending;
    if (random.one_in(2))
        row.how.bits = some_bit_range(type, random);
    if (is_floating(type) && row.how.bits == bit_range{} && random.one_in(2))
        row.how.nans = nan_order::last;
    if (random.one_in(6))
        row.how.ties = stability::unstable;
    row.how.threads = thread_counts[random.below(std::size(thread_counts))];
    row.value_bytes = value_sizes[random.below(std::size(value_sizes))];
    row.index_bytes = random.one_in(2) ? 4 : 8;
    row.own_workspace = !random.one_in(4);
    std::size_t const misalignments[] = {0, 16, 8 * random.below(8), random.below(64)}; // of lines, vectors, any key
    row.misalignment = misalignments[random.below(std::size(misalignments))];
    return row;
}

// Calls check(row) for all rows of a type; stops at the first failure, which names its row.
template <class Check>
void for_each_row(key_type type, std::span<std::size_t const> counts, std::uint64_t seed, Check const& check) {
    for (std::size_t const count : counts)
        for (std::size_t like = 0; like < shape_count; ++like) {
            ASSERT_TRUE(check(make_row(type, count, static_cast<shape>(like), seed)));
        }
}

} // namespace pradix::test
