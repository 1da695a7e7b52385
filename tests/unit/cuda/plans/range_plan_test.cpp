// SPDX-License-Identifier: MIT
// The cut into ranges that is made on the device, made here: level by level, from counts of the next digit.
#include "src/cuda/plans/range_plan.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::cuda;

using list = range_list<std::uint32_t>;

list divide(list const& from, std::vector<std::uint32_t> const& keys, unsigned shift, std::uint64_t most) {
    std::vector<std::vector<unsigned>> counts(from.open, std::vector<unsigned>(bins));
    for (auto const key : keys) {
        unsigned const number = from.numbers[from.range_of(key)];
        if (number != list::closed)
            ++counts[number][key >> shift & (bins - 1)];
    }
    list to{};
    for (unsigned r = 0; r < from.size; ++r)
        if (from.numbers[r] == list::closed)
            to.add(from.firsts[r], from.counts[r], false, most);
        else
            for (unsigned bin = 0; bin < bins; ++bin)
                to.add(from.firsts[r] | bin << shift, counts[from.numbers[r]][bin], shift > 0, most);
    return to;
}

void check(std::vector<std::uint32_t> keys) {
    std::uint64_t const most = range_items(keys.size());
    list ranges{};
    ranges.begin(keys.size());
    for (unsigned shift = 32; shift > 0 && ranges.open > 0;) {
        shift -= radix_bits;
        ranges = divide(ranges, keys, shift, most);
        ASSERT_LE(ranges.open, most_open_ranges);
        ASSERT_LE(ranges.size, most_ranges_at_once);
    }
    ASSERT_EQ(ranges.open, 0u);
    ASSERT_LE(ranges.size, ranges_for(keys.size()));
    std::sort(keys.begin(), keys.end());
    auto at = keys.begin();
    for (unsigned r = 0; r < ranges.size; ++r) {
        auto const end = at + static_cast<std::ptrdiff_t>(ranges.counts[r]);
        EXPECT_GE(*at, ranges.firsts[r]);
        EXPECT_TRUE(end == keys.end() || (r + 1 < ranges.size && *end >= ranges.firsts[r + 1])) << "ends at its end";
        EXPECT_EQ(ranges.range_of(*at), r);
        EXPECT_EQ(ranges.range_of(*(end - 1)), r);
        EXPECT_TRUE(ranges.counts[r] <= most || *at == *(end - 1)) << "too many keys to sort";
        at = end;
    }
    EXPECT_EQ(at, keys.end());
}

TEST(ranges, have_few_enough_keys_or_equal_ones) {
    test::random_bits random{5};
    std::function<std::uint32_t()> const kinds[] = {
        [&] { return static_cast<std::uint32_t>(random()); },
        [&] { return static_cast<std::uint32_t>(random.below(1000)); },
        [&] { return static_cast<std::uint32_t>(random.below(1u << 12) << 8 | 0xab00000u); },
        [&] { return 7u; },
        [&] { return static_cast<std::uint32_t>(random.below(6)); },
        [&] { return static_cast<std::uint32_t>(random() & random() & random()); },
        [&] { return static_cast<std::uint32_t>(random() >> random.below(32)); },
        [&] { return ~static_cast<std::uint32_t>(random() >> random.below(32)); },
        // Heavy keys, and few others around each.
        [&] {
            return static_cast<std::uint32_t>(random.below(11) << 24 | (random.one_in(20) ? random.below(99) : 50));
        },
    };
    for (std::size_t const count : {100u, 1'000u, 1'010u, 20'011u, 100'003u})
        for (auto const& kind : kinds)
            for (int round = 0; round < 4; ++round) {
                std::vector<std::uint32_t> keys(count);
                std::generate(keys.begin(), keys.end(), kind);
                check(std::move(keys));
            }
}

// Whatever the keys are: fewer ranges than that are open, and fewer are left.
TEST(ranges, are_few_at_any_count) {
    for (std::uint64_t count = least_ranged_items; count < std::uint64_t{1} << 40; count += 1 + count / 3000) {
        ASSERT_LE(ranges_for(count), most_ranges) << count;
        ASSERT_LE(count / (range_items(count) / divided_part + 1), most_open_ranges) << count;
    }
}

} // namespace
