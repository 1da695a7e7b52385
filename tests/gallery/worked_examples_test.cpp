// SPDX-License-Identifier: MIT
// The examples that lecture notes and slides work out by hand, number by number against what the kernels left in
// memory.
#include "tests/gallery/support.hpp"

#include <algorithm>

namespace {

using namespace pradix;
using namespace pradix::test;
using gallery::numbers;

class worked_examples : public on_platform {
protected:
    static gallery::trace trace_of(std::string_view name, std::vector<std::uint32_t> keys, unsigned bits,
                                   gallery::settings how = {}) {
        how.bits = {0, bits};
        gallery::trace seen;
        gallery::sort(gallery::find_algorithm(name), device(), key_type::u32, keys.data(), keys.size(), how, &seen);
        EXPECT_TRUE(std::ranges::is_sorted(keys));
        EXPECT_EQ(seen.passes.back().result(), numbers(keys.begin(), keys.end()));
        return seen;
    }

    // The row of that label; empty, which no row is, if there is none.
    static numbers row(gallery::trace_pass const& pass, std::string_view label) {
        auto const found = std::ranges::find(pass.rows, label, &gallery::trace_row::label);
        return found == pass.rows.end() ? numbers{} : found->values;
    }
};

TEST_P(worked_examples, plus_scan_in_steps) {
    std::vector<std::uint32_t> const values{3, 1, 7, 0, 4, 1, 6, 3};
    auto const got = device().scan(gallery::scan_kind::hillis_steele, values, 0);
    ASSERT_EQ(got.steps.size(), 3u);
    EXPECT_EQ(got.steps[0], (std::vector<std::uint32_t>{3, 4, 8, 7, 4, 5, 7, 9}));
    EXPECT_EQ(got.steps[1], (std::vector<std::uint32_t>{3, 4, 11, 11, 12, 12, 11, 14}));
    EXPECT_EQ(got.steps[2], (std::vector<std::uint32_t>{3, 4, 11, 11, 15, 16, 22, 25}));
    EXPECT_EQ(got.values, got.steps[2]);
}

TEST_P(worked_examples, plus_scan_on_a_tree) {
    std::vector<std::uint32_t> const values{3, 1, 7, 0, 4, 1, 6, 3};
    auto const got = device().scan(gallery::scan_kind::blelloch, values, 4);
    ASSERT_EQ(got.steps.size(), 6u);
    EXPECT_EQ(got.steps[0], (std::vector<std::uint32_t>{3, 4, 7, 7, 4, 5, 6, 9}));
    EXPECT_EQ(got.steps[1], (std::vector<std::uint32_t>{3, 4, 7, 11, 4, 5, 6, 14}));
    EXPECT_EQ(got.steps[2], (std::vector<std::uint32_t>{3, 4, 7, 11, 4, 5, 6, 25}));
    EXPECT_EQ(got.steps[3], (std::vector<std::uint32_t>{3, 4, 7, 0, 4, 5, 6, 11}));
    EXPECT_EQ(got.steps[4], (std::vector<std::uint32_t>{3, 0, 7, 4, 4, 11, 6, 16}));
    EXPECT_EQ(got.steps[5], (std::vector<std::uint32_t>{0, 3, 4, 11, 11, 15, 16, 22}));
    EXPECT_EQ(got.values, got.steps[5]);
}

TEST_P(worked_examples, block_split) {
    auto const seen = trace_of("block-split", {11, 7, 8, 4}, 4);
    ASSERT_EQ(seen.passes.size(), 4u);
    numbers const bits[] = {{1, 1, 0, 0}, {0, 0, 1, 1}, {0, 1, 0, 1}, {1, 1, 0, 0}};
    numbers const t_before[] = {{1, 2, 2, 2}, {0, 0, 1, 2}, {0, 1, 1, 2}, {1, 2, 2, 2}};
    numbers const results[] = {{8, 4, 11, 7}, {8, 4, 11, 7}, {8, 11, 4, 7}, {4, 7, 8, 11}};
    EXPECT_EQ(seen.passes[0].keys, (numbers{11, 7, 8, 4}));
    for (std::size_t bit = 0; bit < 4; ++bit) {
        EXPECT_EQ(row(seen.passes[bit], "bit"), bits[bit]) << bit;
        EXPECT_EQ(row(seen.passes[bit], "T_before"), t_before[bit]) << bit;
        EXPECT_EQ(row(seen.passes[bit], "scan, offset 2"), t_before[bit]) << bit; // the last step of the scan
        EXPECT_EQ(row(seen.passes[bit], "F_total"), (numbers{2})) << bit;
        EXPECT_EQ(seen.passes[bit].result(), results[bit]) << bit;
    }
}

TEST_P(worked_examples, warp_ballot) {
    auto const seen = trace_of("warp-ballot", {7, 14, 4, 1}, 4);
    ASSERT_EQ(seen.passes.size(), 4u);
    auto const& first = seen.passes[0];
    EXPECT_EQ(first.keys, (numbers{7, 14, 4, 1}));
    EXPECT_EQ(row(first, "bit"), (numbers{1, 0, 0, 1}));
    EXPECT_EQ(row(first, "mask of zeros"), (numbers{0b0110}));
    EXPECT_EQ(row(first, "mask of ones"), (numbers{0b1001}));
    EXPECT_EQ(row(first, "zeros"), (numbers{2})); // the histogram
    EXPECT_EQ(row(first, "ones"), (numbers{2}));
    EXPECT_EQ(row(first, "first of its bit"), (numbers{2, 0, 0, 2})); // its prefix sum, 0 and 2, for each key
    EXPECT_EQ(row(first, "rank in its bit"), (numbers{0, 0, 1, 1}));  // the offset within the digit
    EXPECT_EQ(row(first, "place"), (numbers{2, 0, 1, 3}));
    EXPECT_EQ(first.moves[0].places, (numbers{2, 0, 1, 3}));
    numbers const results[] = {{14, 4, 7, 1}, {4, 1, 14, 7}, {1, 4, 14, 7}, {1, 4, 7, 14}};
    for (std::size_t bit = 0; bit < 4; ++bit)
        EXPECT_EQ(seen.passes[bit].result(), results[bit]) << bit;
}

TEST_P(worked_examples, split_2way) {
    auto const seen = trace_of("split-2way", {0, 5, 2, 7, 1, 3, 6, 4}, 4);
    ASSERT_EQ(seen.passes.size(), 4u);
    EXPECT_EQ(row(seen.passes[0], "compact_0"), (numbers{1, 0, 1, 0, 0, 0, 1, 1}));
    EXPECT_EQ(row(seen.passes[0], "compact_1"), (numbers{0, 1, 0, 1, 1, 1, 0, 0}));
    EXPECT_EQ(row(seen.passes[0], "scan_0"), (numbers{0, 1, 1, 2, 2, 2, 2, 3, 4})); // the last entry is the count
    EXPECT_EQ(row(seen.passes[0], "scan_1"), (numbers{0, 0, 1, 1, 2, 3, 4, 4, 4}));
    EXPECT_EQ(row(seen.passes[1], "compact_0"), (numbers{1, 0, 0, 1, 1, 0, 1, 0}));
    EXPECT_EQ(row(seen.passes[1], "scan_0"), (numbers{0, 1, 1, 1, 2, 3, 3, 4, 4}));
    numbers const results[] = {
        {0, 2, 6, 4, 5, 7, 1, 3}, {0, 4, 5, 1, 2, 6, 7, 3}, {0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}};
    for (std::size_t bit = 0; bit < 4; ++bit)
        EXPECT_EQ(seen.passes[bit].result(), results[bit]) << bit;
}

TEST_P(worked_examples, split_4way) {
    auto const seen = trace_of("split-4way", {0, 5, 2, 7, 1, 3, 6, 4}, 4);
    ASSERT_EQ(seen.passes.size(), 2u);
    EXPECT_EQ(row(seen.passes[0], "compact_2"), (numbers{0, 0, 1, 0, 0, 0, 1, 0}));
    EXPECT_EQ(row(seen.passes[0], "scan_3"), (numbers{0, 0, 0, 0, 1, 1, 2, 2, 2}));
    EXPECT_EQ(seen.passes[0].result(), (numbers{0, 4, 5, 1, 2, 6, 7, 3}));
    EXPECT_EQ(seen.passes[1].result(), (numbers{0, 1, 2, 3, 4, 5, 6, 7}));
}

// No document works these three out; the numbers follow from the definitions, by hand, for the same keys.
TEST_P(worked_examples, global_split) {
    auto const seen = trace_of("global-split", {0, 5, 2, 7, 1, 3, 6, 4}, 3, {.block = 2});
    auto const& first = seen.passes[0];
    EXPECT_EQ(row(first, "bit"), (numbers{0, 1, 0, 1, 1, 1, 0, 0}));
    EXPECT_EQ(row(first, "ones before"), (numbers{0, 0, 1, 1, 2, 3, 4, 4}));
    EXPECT_EQ(row(first, "ones in total"), (numbers{4}));
    EXPECT_EQ(row(first, "place"), (numbers{0, 4, 1, 5, 6, 7, 2, 3}));
    EXPECT_EQ(first.result(), (numbers{0, 2, 6, 4, 5, 7, 1, 3}));
}

TEST_P(worked_examples, coalesced_split) {
    auto const seen = trace_of("coalesced-split", {0, 5, 2, 7, 1, 3, 6, 4}, 3, {.block = 4});
    auto const& first = seen.passes[0];
    EXPECT_EQ(row(first, "place in section"), (numbers{0, 2, 1, 3, 6, 7, 4, 5}));
    EXPECT_EQ(row(first, "in sections"), (numbers{0, 2, 5, 7, 6, 4, 1, 3}));
    EXPECT_EQ(row(first, "counts of bucket 0"), (numbers{2, 2}));
    EXPECT_EQ(row(first, "counts of bucket 1"), (numbers{2, 2}));
    EXPECT_EQ(row(first, "starts of bucket 0"), (numbers{0, 2}));
    EXPECT_EQ(row(first, "starts of bucket 1"), (numbers{4, 6}));
    EXPECT_EQ(row(first, "place"), (numbers{0, 1, 4, 5, 2, 3, 6, 7}));
    EXPECT_EQ(first.result(), (numbers{0, 2, 6, 4, 5, 7, 1, 3}));
}

TEST_P(worked_examples, histogram_scan_reorder) {
    auto const seen =
        trace_of("histogram-scan-reorder", {0, 5, 2, 7, 1, 3, 6, 4}, 3, {.radix_bits = 2, .block = 2, .groups = 2});
    ASSERT_EQ(seen.passes.size(), 2u);
    auto const& first = seen.passes[0];
    EXPECT_EQ(row(first, "H, digit 0"), (numbers{1, 0, 0, 1})); // 0 5 | 2 7 | 1 3 | 6 4, an item each
    EXPECT_EQ(row(first, "H, digit 1"), (numbers{1, 0, 1, 0}));
    EXPECT_EQ(row(first, "H, digit 2"), (numbers{0, 1, 0, 1}));
    EXPECT_EQ(row(first, "H, digit 3"), (numbers{0, 1, 1, 0}));
    EXPECT_EQ(row(first, "scan of H, digit 0"), (numbers{0, 1, 1, 1}));
    EXPECT_EQ(row(first, "scan of H, digit 1"), (numbers{2, 3, 3, 4}));
    EXPECT_EQ(row(first, "scan of H, digit 2"), (numbers{4, 4, 5, 5}));
    EXPECT_EQ(row(first, "scan of H, digit 3"), (numbers{6, 6, 7, 8}));
    EXPECT_EQ(row(first, "place"), (numbers{0, 2, 4, 6, 3, 7, 5, 1}));
    EXPECT_EQ(first.result(), (numbers{0, 4, 5, 1, 2, 6, 7, 3}));
    EXPECT_EQ(seen.passes[1].bits, 1u); // 2 does not divide 3
    EXPECT_EQ(row(seen.passes[1], "H, digit 0").size(), 4u);
    EXPECT_TRUE(row(seen.passes[1], "H, digit 2").empty());
}

INSTANTIATE_TEST_SUITE_P(gallery, worked_examples, ::testing::ValuesIn(both_platforms), platform_name);

} // namespace
