// SPDX-License-Identifier: MIT
// Stable ranks of a tile's keys by one digit. A sub-group owns ITEMS rows of SUBGROUP_SIZE items, so that the order of
// items is (sub-group, row, lane). First every sub-group ranks its own, the lanes of a bin by ballots (Ashkiani et al.,
// "GPU Multisplit", 2016); then the counts are scanned over the sub-groups of a bin and over the bins.

#define TILE (GROUP_SIZE * ITEMS)

typedef struct {
    union { // one after the other
        KEY keys[TILE];
#if VALUE_BYTES
        VALUE values[TILE];
        ushort positions[TILE]; // of items in the tile as it came
#endif
    } items;
    ushort slots[SUBGROUPS][BINS]; // the items of a sub-group in a bin, then where they begin in the tile
    OFFSET first[BINS];            // where the bin begins in the tile
    OFFSET sums[GROUP_SIZE];
    uint votes[SUBGROUPS];
} tile_space;

// Of row i of the item's sub-group, at its lane.
uint place_of_row(uint i) {
    return (subgroup_of_item() * ITEMS + i) * SUBGROUP_SIZE + lane_of_item();
}

// Places behind the last item repeat it: no branch, so that all loads are under way at once.
void load_keys(__global KEY const* from, uint size, KEY* keys) {
    UNROLL
    for (uint i = 0; i < ITEMS; ++i)
        keys[i] = from[min(place_of_row(i), size - 1)];
}

// They count as the last bin, and so stay behind it.
uint bin_of_row(uint i, uint size, KEY key, digit by) {
    return place_of_row(i) < size ? bin_of(key, by) : by.mask;
}

uint lanes_with_bin(uint bin, __local uint* votes) {
    uint peers = LANES;
    UNROLL
    for (uint bit = 1; bit < BINS; bit *= 2)
        peers &= lanes_that_agree(bin, bit, votes);
    return peers;
}

// Sets ranks[i] to the number of keys of the same bin before it in the sub-group, and counts the bins.
void rank_in_subgroup(KEY const* keys, uint size, digit by, __local tile_space* tile, ushort* ranks) {
    uint const lane = lane_of_item();
    __local ushort* const counts = tile->slots[subgroup_of_item()];
    for (uint bin = lane; bin < BINS; bin += SUBGROUP_SIZE)
        counts[bin] = 0;
    subgroup_barrier(); // counts are cleared before they are used
    uint const below = (1u << lane) - 1;
    UNROLL
    for (uint i = 0; i < ITEMS; ++i) {
        uint const bin = bin_of_row(i, size, keys[i], by);
        uint const peers = lanes_with_bin(bin, tile->votes);
        uint const rank = counts[bin] + popcount(peers & below);
        ranks[i] = (ushort)rank;
        subgroup_barrier(); // all lanes have read the count
        if (peers >> lane == 1)
            counts[bin] = (ushort)(rank + 1);
        subgroup_barrier(); // the count is written before the next row reads it
    }
}

// Turns counts into slots: where each bin begins, and each sub-group within it.
void place_bins(uint bins, __local tile_space* tile) {
    barrier(CLK_LOCAL_MEM_FENCE); // all sub-groups have counted
    for (uint bin = get_local_id(0); bin < bins; bin += GROUP_SIZE) {
        uint count = 0;
        UNROLL
        for (uint subgroup = 0; subgroup < SUBGROUPS; ++subgroup)
            count += tile->slots[subgroup][bin];
        tile->first[bin] = count;
    }
    barrier(CLK_LOCAL_MEM_FENCE); // the counts of all bins
    scan_bins(tile->first, bins, tile->sums);
    for (uint bin = get_local_id(0); bin < bins; bin += GROUP_SIZE) {
        uint slot = (uint)tile->first[bin];
        UNROLL
        for (uint subgroup = 0; subgroup < SUBGROUPS; ++subgroup) {
            uint const count = tile->slots[subgroup][bin];
            tile->slots[subgroup][bin] = (ushort)slot;
            slot += count;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE); // the slots
}

// Sets slots[i] to where the item goes within the tile.
void rank_tile(KEY const* keys, uint size, digit by, __local tile_space* tile, ushort* slots) {
    rank_in_subgroup(keys, size, by, tile, slots);
    place_bins(by.mask + 1, tile);
    UNROLL
    for (uint i = 0; i < ITEMS; ++i)
        slots[i] += tile->slots[subgroup_of_item()][bin_of_row(i, size, keys[i], by)];
}
