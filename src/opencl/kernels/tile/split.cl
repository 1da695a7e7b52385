// SPDX-License-Identifier: MIT
// A tile in local memory, and the step that sorts it by a few bits: each work-item counts and ranks its own items,
// H(bin, work-item), as groups do with theirs in a pass. Needs no atomics and no subgroups, and is stable.

#define TILE (GROUP_SIZE * ITEMS)
#define SPLIT_BITS 4
#define SPLIT_BINS (1 << SPLIT_BITS)

// A row of counters is two wider than a power of two, so that work-items that read along it meet in no memory bank.
// ITEMS is odd for the same reason.
#define COUNTER(bin, item) ((((bin)*GROUP_SIZE + (item)) / SPLIT_BINS) * (SPLIT_BINS + 2) + (item) % SPLIT_BINS)

typedef struct {
    KEY keys[TILE];
#if VALUE_BYTES
    ushort positions[TILE]; // in the tile, of the key's value: it is moved once, at the end
#endif
    ushort counters[GROUP_SIZE * (SPLIT_BINS + 2)];
    OFFSET sums[GROUP_SIZE];
} tile_space;

// Neighbours read neighbours. Slots behind the last key are zeros.
void load_tile(__global KEY const* keys, uint size, __local tile_space* tile) {
    for (uint i = get_local_id(0); i < TILE; i += GROUP_SIZE) {
        tile->keys[i] = i < size ? keys[i] : (KEY)0;
#if VALUE_BYTES
        tile->positions[i] = (ushort)i;
#endif
    }
    barrier(CLK_LOCAL_MEM_FENCE); // the tile is there
}

// Slots behind the last key count as the last bin, and so stay behind it.
uint bin_of_slot(uint slot, uint size, KEY key, digit by) {
    return slot < size ? bin_of(key, by) : by.mask;
}

// Where the first item of each work-item and bin goes: a scan of all counters in the order of bins.
void scan_counters(uint bins, __local tile_space* tile) {
    uint const me = get_local_id(0);
    // Each work-item takes SPLIT_BINS neighbours of the row-by-row table; rows that the digit lacks are not there.
    __local ushort* const own = tile->counters + me * (SPLIT_BINS + 2);
    bool const has_some = me * SPLIT_BINS < bins * GROUP_SIZE;
    uint sum = 0;
    if (has_some)
        for (uint i = 0; i < SPLIT_BINS; ++i)
            sum += own[i];
    tile->sums[me] = sum;
    scan_work_items(tile->sums);
    uint next = (uint)tile->sums[me];
    if (has_some)
        for (uint i = 0; i < SPLIT_BINS; ++i) {
            uint const count = own[i];
            own[i] = (ushort)next;
            next += count;
        }
    barrier(CLK_LOCAL_MEM_FENCE); // the scanned counters
}

// Sorts the first `size` slots by a digit of SPLIT_BITS bits or fewer.
void split_tile(uint size, digit by, __local tile_space* tile) {
    uint const me = get_local_id(0), first = me * ITEMS, bins = by.mask + 1;
    KEY keys[ITEMS];
    for (uint bin = 0; bin < bins; ++bin)
        tile->counters[COUNTER(bin, me)] = 0;
    for (uint i = 0; i < ITEMS; ++i) {
        keys[i] = tile->keys[first + i];
        ++tile->counters[COUNTER(bin_of_slot(first + i, size, keys[i], by), me)];
    }
#if VALUE_BYTES
    ushort positions[ITEMS];
    for (uint i = 0; i < ITEMS; ++i)
        positions[i] = tile->positions[first + i];
#endif
    barrier(CLK_LOCAL_MEM_FENCE); // all counters are written, all items read
    scan_counters(bins, tile);
    for (uint i = 0; i < ITEMS; ++i) {
        uint const rank = tile->counters[COUNTER(bin_of_slot(first + i, size, keys[i], by), me)]++;
        tile->keys[rank] = keys[i];
#if VALUE_BYTES
        tile->positions[rank] = positions[i];
#endif
    }
    barrier(CLK_LOCAL_MEM_FENCE); // the items are in their places
}

void split_tile_by_digit(uint size, uint begin_bit, uint end_bit, sort_plan const* plan, __local tile_space* tile) {
    for (uint bit = begin_bit; bit < end_bit; bit += SPLIT_BITS)
        split_tile(size, digit_of(plan, bit, min(bit + SPLIT_BITS, end_bit)), tile);
}
