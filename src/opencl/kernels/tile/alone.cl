// SPDX-License-Identifier: MIT
// Up to one tile of items: one group sorts it in local memory, in one launch.

GROUP_KERNEL sort_alone(SORT_ARGUMENTS) {
    __local tile_space tile;
    item_arrays const from = ARRAYS_AT(at_in), to = ARRAYS_AT(at_out);
    uint const me = get_local_id(0), size = (uint)plan.count;
    load_tile(from.keys, size, &tile);
    for (uint pass = 0; pass < plan.passes; ++pass)
        split_tile_by_digit(size, plan.bounds[pass], plan.bounds[pass + 1], &plan, &tile);
#if VALUE_BYTES
    VALUE values[ITEMS];
    for (uint i = 0, slot = me; slot < size; ++i, slot += GROUP_SIZE)
        values[i] = value_at(&from, tile.positions[slot]);
    barrier(CLK_GLOBAL_MEM_FENCE); // in place: all values are read before the first is overwritten
    for (uint i = 0, slot = me; slot < size; ++i, slot += GROUP_SIZE)
        to.values[slot] = values[i];
#endif
    for (uint slot = me; slot < size; slot += GROUP_SIZE)
        to.keys[slot] = tile.keys[slot];
}
