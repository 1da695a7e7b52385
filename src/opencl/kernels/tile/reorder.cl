// SPDX-License-Identifier: MIT
// Each tile is put in order in local memory and then written bin by bin, so that neighbours write neighbours.

// bases[bin] + slot is where an item of the bin goes: takes the bin's first slot off.
void subtract_first_slots(uint size, digit by, __local tile_space const* tile, __local OFFSET* bases) {
    for (uint slot = get_local_id(0); slot < size; slot += GROUP_SIZE) {
        uint const bin = bin_of(tile->keys[slot], by);
        if (slot == 0 || bin != bin_of(tile->keys[slot - 1], by))
            bases[bin] -= slot;
    }
    barrier(CLK_LOCAL_MEM_FENCE); // the bases are those of slots
}

// Adds the slot behind the bin's last one: the bases of the next tile.
void add_last_slots(uint size, digit by, __local tile_space const* tile, __local OFFSET* bases) {
    barrier(CLK_LOCAL_MEM_FENCE); // all items are written with the bases as they were
    for (uint slot = get_local_id(0); slot < size; slot += GROUP_SIZE) {
        uint const bin = bin_of(tile->keys[slot], by);
        if (slot == size - 1 || bin != bin_of(tile->keys[slot + 1], by))
            bases[bin] += slot + 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE); // the bases are new, the tile may be overwritten
}

void write_tile(item_arrays from, item_arrays to, ulong begin, uint size, digit by, __local tile_space const* tile,
                __local OFFSET const* bases) {
    for (uint slot = get_local_id(0); slot < size; slot += GROUP_SIZE) {
        KEY const key = tile->keys[slot];
        OFFSET const at = bases[bin_of(key, by)] + slot;
        to.keys[at] = key;
#if VALUE_BYTES
        to.values[at] = value_at(&from, begin + tile->positions[slot]);
#endif
    }
}

GROUP_KERNEL reorder(SORT_ARGUMENTS, uint pass, uint begin_bit, uint end_bit) {
    __local tile_space tile;
    __local OFFSET bases[BINS];
    __local uint in_one_bin;
    digit const by = digit_of(&plan, begin_bit, end_bit);
    uint const here = place_before(pass, workspace, &plan), there = place_after(pass, here, &plan);
    bool const moves = find_bases(by.mask + 1, workspace, &plan, bases, tile.sums, &in_one_bin);
    note_place_after(pass, moves ? there : here, workspace, &plan);
    if (!moves)
        return;
    item_arrays const from = ARRAYS_AT(here), to = ARRAYS_AT(there);
    item_range const chunk = chunk_of(get_group_id(0), &plan);
    for (ulong begin = chunk.begin; begin < chunk.end; begin += TILE) {
        uint const size = (uint)min(chunk.end - begin, (ulong)TILE);
        load_tile(from.keys + begin, size, &tile);
        split_tile_by_digit(size, begin_bit, end_bit, &plan, &tile);
        subtract_first_slots(size, by, &tile, bases);
        write_tile(from, to, begin, size, by, &tile, bases);
        add_last_slots(size, by, &tile, bases);
    }
}
