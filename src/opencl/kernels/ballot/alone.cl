// SPDX-License-Identifier: MIT
// Up to one tile of items: one group sorts it by all digits, in registers and local memory, in one launch.

// Takes what is mine through `exchange`, an array of the tile's local memory, to its slots, and what has come to my
// places.
#define EXCHANGE(mine, exchange)                                                                                       \
    do {                                                                                                               \
        barrier(CLK_LOCAL_MEM_FENCE); /* what was exchanged before is read */                                          \
        UNROLL                                                                                                         \
        for (uint i = 0; i < ITEMS; ++i)                                                                               \
            (exchange)[slots[i]] = (mine)[i];                                                                          \
        barrier(CLK_LOCAL_MEM_FENCE); /* all are in their slots */                                                     \
        UNROLL                                                                                                         \
        for (uint i = 0; i < ITEMS; ++i)                                                                               \
            (mine)[i] = (exchange)[place_of_row(i)];                                                                   \
    } while (false)

GROUP_KERNEL sort_alone(SORT_ARGUMENTS) {
    __local tile_space tile;
    item_arrays const from = ARRAYS_AT(at_in), to = ARRAYS_AT(at_out);
    uint const size = (uint)plan.count;
    KEY keys[ITEMS];
    ushort slots[ITEMS];
    load_keys(from.keys, size, keys);
#if VALUE_BYTES
    ushort positions[ITEMS];
    UNROLL
    for (uint i = 0; i < ITEMS; ++i)
        positions[i] = (ushort)place_of_row(i);
#endif
    for (uint pass = 0; pass < plan.passes; ++pass) {
        digit const by = digit_of(&plan, plan.bounds[pass], plan.bounds[pass + 1]);
        rank_tile(keys, size, by, &tile, slots);
        EXCHANGE(keys, tile.items.keys);
#if VALUE_BYTES
        EXCHANGE(positions, tile.items.positions);
#endif
    }
#if VALUE_BYTES
    VALUE values[ITEMS];
    UNROLL
    for (uint i = 0; i < ITEMS; ++i)
        if (place_of_row(i) < size)
            values[i] = value_at(&from, positions[i]);
#endif
    barrier(CLK_GLOBAL_MEM_FENCE); // in place: all values are read before the first is overwritten
    UNROLL
    for (uint i = 0; i < ITEMS; ++i) {
        uint const place = place_of_row(i);
        if (place >= size)
            continue;
        to.keys[place] = keys[i];
#if VALUE_BYTES
        to.values[place] = values[i];
#endif
    }
}
