// SPDX-License-Identifier: MIT
// Ranks of a tile's keys, and slots made of counts, by one thread a bin and by all threads.
#include "src/cuda/block/bin_share.cuh"
#include "src/cuda/block/rank.cuh"
#include "tests/emulator/grid.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::test;

enum class placed_by { one_thread_a_bin, all, all_that_keep_counts };

// A tile of keys, in the order of warps, rows and lanes, and what its threads find out. A thread has `rows` keys, of at
// most Items.
template <unsigned Warps, unsigned Bins, unsigned Items>
struct ranked_tile {
    static constexpr unsigned threads = Warps * cuda::warp_lanes, bins = Bins;
    struct space {
        cuda::rank_space<Warps, Bins> ranks;
        unsigned sum_of_warp[Warps];
    };

    unsigned rows = Items;
    std::vector<unsigned> digits, slots;
    std::vector<unsigned> counts = std::vector<unsigned>(Bins), firsts = std::vector<unsigned>(Bins);

    unsigned place(unsigned i) const {
        return (cuda::warp_of_thread() * rows + i) * cuda::warp_lanes + cuda::lane_of_thread();
    }

    void rank(placed_by by) {
        auto& shared = *reinterpret_cast<space*>(cuda::memory);
        auto& of_warp = shared.ranks.of_warp[cuda::warp_of_thread()].bin;
        cuda::item_ranks<Items> ranks{};
        cuda::rank_in_warp(
            of_warp, [&](unsigned i) { return digits[place(i)]; }, ranks, rows);
        __syncthreads(); // all warps have counted
        by == placed_by::one_thread_a_bin ? place_by_one(shared)
        : by == placed_by::all            ? place_by_all<false>(shared)
                                          : place_by_all<true>(shared);
        __syncthreads(); // slots are known
        for (unsigned i = 0; i < rows; ++i)
            slots[place(i)] = of_warp[digits[place(i)]] + ranks[i];
    }

    void place_by_one(space& shared) {
        unsigned const bin = threadIdx.x, count = bin < Bins ? cuda::count_of_bin(shared.ranks, bin) : 0;
        unsigned const first = cuda::scan_bins(count, shared.ranks.sums);
        if (bin >= Bins)
            return;
        counts[bin] = count;
        firsts[bin] = first;
        cuda::place_warps(shared.ranks, bin, first);
    }

    template <bool KeepsCounts>
    void place_by_all(space& shared) {
        cuda::bin_share<Warps, Bins, KeepsCounts> share{shared.ranks, shared.sum_of_warp};
        share.count();
        unsigned const count = share.count_in_all();
        unsigned const first = share.place();
        if (!share.is_first())
            return;
        counts[share.bin()] = count;
        firsts[share.bin()] = first;
    }
};

template <class Tile, class Digit>
void rank_tile(placed_by by, unsigned rows, Digit const& digit) {
    Tile tile;
    tile.rows = rows;
    tile.digits = make_keys<unsigned>(Tile::threads * rows,
                                      [&](random_bits& random, std::size_t) { return digit(random) % Tile::bins; });
    tile.slots.resize(tile.digits.size());
    emulated::run_grid(1, Tile::threads, 1, [&] { tile.rank(by); });

    std::vector<unsigned> counts(Tile::bins), firsts(Tile::bins), expected;
    for (unsigned const of_key : tile.digits)
        ++counts[of_key];
    std::exclusive_scan(counts.begin(), counts.end(), firsts.begin(), 0u);
    EXPECT_EQ(tile.counts, counts);
    EXPECT_EQ(tile.firsts, firsts);
    for (unsigned const of_key : tile.digits)
        expected.push_back(firsts[of_key]++);
    EXPECT_EQ(tile.slots, expected) << rows << " rows, placed by way " << static_cast<int>(by);
}

template <unsigned Warps, unsigned Bins, unsigned Items>
void rank_tiles() {
    auto const check = [](auto const& digit) {
        for (placed_by const by : {placed_by::one_thread_a_bin, placed_by::all, placed_by::all_that_keep_counts})
            for (unsigned const rows : {1u, Items})
                rank_tile<ranked_tile<Warps, Bins, Items>>(by, rows, digit);
    };
    check([](random_bits& random) { return static_cast<unsigned>(random()); });
    check([](random_bits& random) { return random.one_in(9) ? static_cast<unsigned>(random()) : Bins - 1; });
    check([](random_bits& random) { return static_cast<unsigned>(random() & random()); });
    check([](random_bits&) { return 3u; });
}

TEST(rank, of_tiles_by_as_many_threads_as_bins) {
    rank_tiles<8, 256, 3>();
    rank_tiles<16, 512, 2>();
}
TEST(rank, of_tiles_by_two_threads_a_bin) {
    rank_tiles<16, 256, 5>();
    rank_tiles<32, 512, 2>();
}
TEST(rank, of_tiles_by_four_threads_a_bin) {
    rank_tiles<32, 256, 3>();
}

} // namespace
