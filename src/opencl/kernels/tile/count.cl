// SPDX-License-Identifier: MIT
// For devices whose work-items run side by side, as on a GPU: a group takes its chunk tile by tile.

#define READ_AHEAD 8 // keys that a work-item asks for before it counts the first of them

GROUP_KERNEL count(SORT_ARGUMENTS, uint pass, uint begin_bit, uint end_bit) {
    __local uint counts[BINS]; // a chunk has fewer than 2^32 items
    digit const by = digit_of(&plan, begin_bit, end_bit);
    uint const me = get_local_id(0), group = get_group_id(0);
    for (uint bin = me; bin <= by.mask; bin += GROUP_SIZE)
        counts[bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE); // zeros before the first count
    item_arrays const from = ARRAYS_AT(place_before(pass, workspace, &plan));
    item_range const chunk = chunk_of(group, &plan);
    ulong i = chunk.begin + me;
    for (; i + (READ_AHEAD - 1) * GROUP_SIZE < chunk.end; i += READ_AHEAD * GROUP_SIZE) {
        KEY keys[READ_AHEAD];
        for (uint next = 0; next < READ_AHEAD; ++next)
            keys[next] = from.keys[i + next * GROUP_SIZE];
        for (uint next = 0; next < READ_AHEAD; ++next)
            atomic_inc(&counts[bin_of(keys[next], by)]);
    }
    for (; i < chunk.end; i += GROUP_SIZE)
        atomic_inc(&counts[bin_of(from.keys[i], by)]);
    barrier(CLK_LOCAL_MEM_FENCE); // all are counted
    __global OFFSET* const table = (__global OFFSET*)(workspace + plan.table);
    for (uint bin = me; bin <= by.mask; bin += GROUP_SIZE)
        table[(ulong)bin * plan.groups + group] = counts[bin];
}
