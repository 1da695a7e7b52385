// SPDX-License-Identifier: MIT
#include "src/cpu/partition.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::cpu;

TEST(BinMap, IsMonotonicAndWithinItsBins) {
    std::mt19937_64 random(1);
    for (int round = 0; round < 2000; ++round) {
        std::uint64_t a = random() >> (random() % 64), b = random() >> (random() % 64);
        if (a > b)
            std::swap(a, b);
        auto const bits = static_cast<unsigned>(1 + random() % 12);
        auto const low = static_cast<unsigned>(random() % 20);
        auto const map = make_bin_map<std::uint64_t>(a, b, low, bits);
        ASSERT_LE(map.bins, std::size_t{1} << bits);
        ASSERT_GE(map.shift, low);
        ASSERT_EQ(map(a), 0u);
        ASSERT_EQ(map(b), map.bins - 1);
        std::uint64_t const middle = a + (b - a) / 2;
        ASSERT_LE(map(middle), map(b));
        if (a >> low != b >> low && map.shift > low) { // as fine as the bins allow
            ASSERT_GT(map.bins * 2 + 1, std::size_t{1} << bits);
        }
    }
}

TEST(BinMap, SeparatesASmallRangeAcrossAPowerOfTwo) {
    auto const map = make_bin_map<std::uint32_t>(0x7ffffe0c, 0x800001f3, 0, 10);
    EXPECT_EQ(map.shift, 0u);
    EXPECT_EQ(map.bins, 1000u);
}

// Bins of every size, from and to positions within a line, in several parts.
TEST(ScatterBins, IsStableAndWritesNothingElse) {
    using cell = item<std::uint32_t, std::uint32_t>;
    std::mt19937 random(3);
    for (std::size_t const count : {0u, 1u, 15u, 16u, 17u, 1000u, 5000u}) {
        std::vector<cell> items(count);
        for (std::uint32_t i = 0; i < count; ++i)
            items[i] = {static_cast<std::uint32_t>(random() % (1 + random() % 64)), i};
        bin_map<std::uint32_t> const map{0, 0, 64};
        std::vector<std::size_t> counts(64), positions(64);
        count_bins(scratch_view<cell>{items.data()}, 0, count, map, counts.data());

        constexpr std::size_t margin = 37;
        std::vector<std::byte> memory((count + 2 * margin) * sizeof(cell) + 2 * line_bytes, std::byte{0xA5});
        auto const misaligned = reinterpret_cast<std::uintptr_t>(memory.data()) % line_bytes;
        auto* const out = reinterpret_cast<cell*>(memory.data() + line_bytes - misaligned);
        for (std::size_t bin = 0, at = margin; bin < 64; at += counts[bin++])
            positions[bin] = at;
        auto const expected_positions = positions;

        alignas(line_bytes) std::byte lines[64 * line_bytes];
        std::vector<std::uint32_t> offsets(64);
        line_buffers<cell> const buffers{reinterpret_cast<cell*>(lines), positions.data(), offsets.data()};
        for (bool const past_cache : {false, true}) {
            positions = expected_positions;
            for (std::size_t part = 0; part < count; part += 700)
                scatter_bins(scratch_view<cell>{items.data()}, part, std::min(count, part + 700), map,
                             scratch_view<cell>{out}, buffers, past_cache);
            std::size_t at = margin;
            for (std::uint32_t bin = 0; bin < 64; ++bin) {
                ASSERT_EQ(positions[bin], expected_positions[bin] + counts[bin]);
                for (std::uint32_t i = 0; i < count; ++i)
                    if (items[i].key == bin) {
                        ASSERT_EQ(out[at].key, bin);
                        ASSERT_EQ(out[at].value, i);
                        ++at;
                    }
            }
            for (std::size_t i = 0; i < margin; ++i) {
                ASSERT_EQ(out[i].key, 0xA5A5A5A5u);
                ASSERT_EQ(out[margin + count + i].key, 0xA5A5A5A5u);
            }
        }
    }
}

} // namespace
