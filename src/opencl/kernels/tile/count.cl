// SPDX-License-Identifier: MIT
// For devices whose work-items run side by side, as on a GPU: a group takes its chunk tile by tile.

__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1))) void count(SORT_ARGUMENTS, uint pass, uint begin_bit,
                                                                            uint end_bit) {
    __local uint counts[BINS]; // a chunk has fewer than 2^32 items
    digit const by = digit_of(&plan, begin_bit, end_bit);
    uint const me = get_local_id(0), group = get_group_id(0);
    for (uint bin = me; bin <= by.mask; bin += GROUP_SIZE)
        counts[bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE); // zeros before the first count
    item_arrays const from = ARRAYS_AT(place_before(pass, workspace, &plan));
    item_range const chunk = chunk_of(group, &plan);
    for (ulong i = chunk.begin + me; i < chunk.end; i += GROUP_SIZE)
        atomic_inc(&counts[bin_of(from.keys[i], by)]);
    barrier(CLK_LOCAL_MEM_FENCE); // all are counted
    __global OFFSET* const table = (__global OFFSET*)(workspace + plan.table);
    for (uint bin = me; bin <= by.mask; bin += GROUP_SIZE)
        table[(ulong)bin * plan.groups + group] = counts[bin];
}
