// SPDX-License-Identifier: MIT
// Tiles in a row, of which some are of one bin and move as they lie; others are left to those who rank.
#include "src/cuda/block/tiles/whole_tile.cuh"
#include "tests/emulator/grid.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace {

using namespace pradix;
using namespace pradix::test;

using small_tile = cuda::tile<256, 3, 2>;

// Where bins begin, and where those of a tile end.
struct row_of_tiles {
    std::size_t count;
    std::vector<std::uint32_t> words;
    std::vector<unsigned long long> bases, ends;
};
struct tile_of_row {
    row_of_tiles& row;
    unsigned tile;

    std::uint64_t first() const { return std::uint64_t{tile} * small_tile::size; }
    unsigned size() const {
        return static_cast<unsigned>(std::min<std::size_t>(row.count - first(), small_tile::size));
    }
    bool is_first() const { return tile == 0; }
    std::uint32_t* words() const { return row.words.data(); }
    unsigned long long base(unsigned bin) const { return row.bases[bin]; }
    void end(unsigned bin, unsigned long long end) const { row.ends[tile * cuda::bins + bin] = end; }
};

struct shared_of_block {
    bool is_moved;
    unsigned long long destination;
};

// Keys of 32 bits by their second byte, with values where they were or none, which is the same.
struct tiles_case {
    std::vector<std::uint32_t> keys;
    bool first, last, makes_values;
};

void move(tiles_case const& row, std::vector<bool> const& expected) {
    core::digit const digit{8, 8};
    std::size_t const count = row.keys.size(), tiles = expected.size();
    auto const bin_of = [&](std::size_t i) { return row.keys[i] >> 8 & 0xff; };
    row_of_tiles all{count, std::vector<std::uint32_t>(tiles * cuda::bins), std::vector<unsigned long long>(cuda::bins),
                     std::vector<unsigned long long>(tiles * cuda::bins)};
    std::vector<unsigned long long> counts(cuda::bins);
    for (std::size_t i = 0; i < count; ++i)
        ++counts[bin_of(i)];
    for (unsigned bin = 1; bin < cuda::bins; ++bin)
        all.bases[bin] = all.bases[bin - 1] + counts[bin - 1];

    core::key_order<std::uint32_t> const codec =
        core::make_codec<std::uint32_t>(key_type::i32, order::ascending, {}, {});
    std::vector<std::uint32_t> keys_in(row.keys), keys_out(count, 0x5a5a5a5a), values_in(count),
        values_out(count, 0x5a);
    for (std::size_t i = 0; i < count; ++i) {
        keys_in[i] = row.first ? codec.decode(row.keys[i]) : row.keys[i];
        values_in[i] = static_cast<std::uint32_t>(i);
    }
    cuda::arguments<std::uint32_t, std::uint32_t> with{};
    with.keys_wanted = true;
    with.most = count;
    with.codec = codec;
    with.keys[static_cast<unsigned>(cuda::buffer::in)] = keys_in.data();
    with.keys[static_cast<unsigned>(cuda::buffer::out)] = keys_out.data();
    with.values[static_cast<unsigned>(cuda::buffer::in)] = row.makes_values ? nullptr : values_in.data();
    with.values[static_cast<unsigned>(cuda::buffer::out)] = values_out.data();
    cuda::pass const plan = cuda::partition_pass(digit, cuda::buffer::in, cuda::buffer::out, row.first, row.last);

    std::vector<char> moved(tiles);
    emulated::run_grid(static_cast<unsigned>(tiles), small_tile::threads, 1, [&] {
        auto& shared = *reinterpret_cast<shared_of_block*>(cuda::memory);
        unsigned const tile = blockIdx.x;
        tile_of_row const mine{all, tile};
        if (threadIdx.x == 0)
            shared.is_moved = true;
        __syncthreads(); // the flag is set
        cuda::whole_tile<std::uint32_t, std::uint32_t, small_tile, tile_of_row>{with, plan, mine, tile}.move(
            shared.is_moved, shared.destination);
        if (threadIdx.x == 0)
            moved[tile] = shared.is_moved;
        if (shared.is_moved || threadIdx.x >= cuda::bins)
            return;
        unsigned items = 0; // as those who rank would tell the tiles behind
        for (std::size_t i = mine.first(); i < mine.first() + mine.size(); ++i)
            items += bin_of(i) == threadIdx.x;
        cuda::tell_of_bin(mine, tile, items);
        cuda::find_destination(mine, tile, items);
    });

    std::vector<unsigned long long> next(all.bases);
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t const place = next[bin_of(i)]++, tile = i / small_tile::size;
        std::uint32_t const image = row.keys[i];
        ASSERT_EQ(moved[tile] != 0, expected[tile]) << tile;
        ASSERT_EQ(keys_out[place], !expected[tile] ? 0x5a5a5a5a : row.last ? codec.decode(image) : image) << i;
        ASSERT_EQ(values_out[place], expected[tile] ? i : 0x5a) << i;
        bool const ends_tile = i + 1 == count || (i + 1) % small_tile::size == 0;
        for (unsigned bin = 0; ends_tile && bin < cuda::bins; ++bin)
            ASSERT_EQ(all.ends[tile * cuda::bins + bin], next[bin]) << "tile " << tile << ", bin " << bin;
    }
}

// By tiles, of which each has this bin, and random bits beside it.
std::vector<std::uint32_t> keys_of(std::vector<unsigned> const& bins_of_tiles, std::size_t more) {
    return make_keys<std::uint32_t>(
        bins_of_tiles.size() * small_tile::size + more, [&](random_bits& random, std::size_t i) {
            unsigned const bin = bins_of_tiles[std::min(i / small_tile::size, bins_of_tiles.size() - 1)];
            return static_cast<std::uint32_t>((random() & ~0xff00u) | bin << 8);
        });
}

TEST(whole_tile, moves_as_it_lies) {
    for (bool const first : {false, true})
        for (bool const last : {false, true})
            move({keys_of({7, 255, 7, 0}, 0), first, last, first}, {true, true, true, true});
}

TEST(whole_tile, is_left_if_one_item_is_of_another_bin) {
    auto keys = keys_of({7, 7, 7, 3}, 0);
    for (std::size_t const at : {0u, 1u, 300u, small_tile::size - 1}) {
        auto changed = keys;
        changed[small_tile::size + at] ^= 0x100;
        move({changed, true, false, false}, {true, false, true, true});
    }
}

TEST(whole_tile, is_left_if_it_is_not_full) {
    move({keys_of({7, 7}, 5), false, true, false}, {true, true, false});
}

} // namespace
