// SPDX-License-Identifier: MIT
// Each tile is ranked by ballots, put in order in local memory and written bin by bin, so that neighbours write
// neighbours.

typedef struct {
    OFFSET next[BINS];  // where the group's next item of the bin goes
    OFFSET shift[BINS]; // where an item goes, less its slot in the tile
} bin_bases;

// Hands out room to the tile's items of each bin. Padding is in the last tile alone, and after that nobody asks.
void advance_bases(uint bins, __local tile_space const* tile, __local bin_bases* bases) {
    for (uint bin = get_local_id(0); bin < bins; bin += GROUP_SIZE) {
        OFFSET const first = tile->first[bin], end = bin + 1 < bins ? tile->first[bin + 1] : TILE;
        bases->shift[bin] = bases->next[bin] - first;
        bases->next[bin] += end - first;
    }
}

// Notes where each slot went.
void write_keys(__global KEY* to, uint size, digit by, __local tile_space const* tile, __local bin_bases const* bases,
                OFFSET* places) {
    UNROLL
    for (uint i = 0; i < ITEMS; ++i) {
        uint const slot = get_local_id(0) + i * GROUP_SIZE;
        if (slot >= size)
            continue;
        KEY const key = tile->items.keys[slot];
        places[i] = bases->shift[bin_of(key, by)] + slot;
        to[places[i]] = key;
    }
}

#if VALUE_BYTES
void load_values(item_arrays const* from, ulong begin, uint size, VALUE* values) {
    if (from->are_positions) {
        UNROLL
        for (uint i = 0; i < ITEMS; ++i)
            values[i] = (VALUE)(begin + place_of_row(i));
        return;
    }
    __global VALUE const* const first = from->values + begin;
    UNROLL
    for (uint i = 0; i < ITEMS; ++i)
        values[i] = first[min(place_of_row(i), size - 1)];
}

void write_values(__global VALUE* to, uint size, VALUE const* values, ushort const* slots, OFFSET const* places,
                  __local tile_space* tile) {
    barrier(CLK_LOCAL_MEM_FENCE); // keys are read, their memory is free for values
    UNROLL
    for (uint i = 0; i < ITEMS; ++i)
        if (place_of_row(i) < size)
            tile->items.values[slots[i]] = values[i];
    barrier(CLK_LOCAL_MEM_FENCE); // all values are in their slots
    UNROLL
    for (uint i = 0; i < ITEMS; ++i) {
        uint const slot = get_local_id(0) + i * GROUP_SIZE;
        if (slot < size)
            to[places[i]] = tile->items.values[slot];
    }
}
#endif

void reorder_tile(item_arrays from, item_arrays to, ulong begin, uint size, digit by, __local tile_space* tile,
                  __local bin_bases* bases) {
    KEY keys[ITEMS];
    ushort slots[ITEMS];
    OFFSET places[ITEMS];
    load_keys(from.keys + begin, size, keys);
    rank_tile(keys, size, by, tile, slots);
    advance_bases(by.mask + 1, tile, bases);
    UNROLL
    for (uint i = 0; i < ITEMS; ++i)
        tile->items.keys[slots[i]] = keys[i];
#if VALUE_BYTES
    VALUE values[ITEMS];
    load_values(&from, begin, size, values);
#endif
    barrier(CLK_LOCAL_MEM_FENCE); // all keys are in their slots, the bases are known
    write_keys(to.keys, size, by, tile, bases, places);
#if VALUE_BYTES
    write_values(to.values, size, values, slots, places, tile);
#endif
}

GROUP_KERNEL reorder(SORT_ARGUMENTS, uint pass, uint begin_bit, uint end_bit) {
    __local tile_space tile;
    __local bin_bases bases;
    __local uint in_one_bin;
    digit const by = digit_of(&plan, begin_bit, end_bit);
    uint const here = place_before(pass, workspace, &plan), there = place_after(pass, here, &plan);
    bool const moves = find_bases(by.mask + 1, workspace, &plan, bases.next, tile.sums, &in_one_bin);
    note_place_after(pass, moves ? there : here, workspace, &plan);
    if (!moves)
        return;
    item_arrays const from = ARRAYS_AT(here), to = ARRAYS_AT(there);
    item_range const chunk = chunk_of(get_group_id(0), &plan);
    for (ulong begin = chunk.begin; begin < chunk.end; begin += TILE)
        reorder_tile(from, to, begin, (uint)min(chunk.end - begin, (ulong)TILE), by, &tile, &bases);
}
