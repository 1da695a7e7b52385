// SPDX-License-Identifier: MIT
// For devices whose work-items run one after the other, as on a CPU: a group is one work-item, with a long chunk.

// The bins of all items of a chunk. Neighbours count in different rows, for equal keys would wait for one another.
#define COUNT_ROWS 4

void count_chunk(__global KEY const* keys, item_range chunk, digit by, __local OFFSET counts[COUNT_ROWS][BINS]) {
    for (uint row = 0; row < COUNT_ROWS; ++row)
        for (uint bin = 0; bin <= by.mask; ++bin)
            counts[row][bin] = 0;
    ulong i = chunk.begin;
    for (; i + COUNT_ROWS <= chunk.end; i += COUNT_ROWS) {
        ++counts[0][bin_of(keys[i], by)];
        ++counts[1][bin_of(keys[i + 1], by)];
        ++counts[2][bin_of(keys[i + 2], by)];
        ++counts[3][bin_of(keys[i + 3], by)];
    }
    for (; i < chunk.end; ++i)
        ++counts[0][bin_of(keys[i], by)];
    for (uint bin = 0; bin <= by.mask; ++bin)
        counts[0][bin] += counts[1][bin] + counts[2][bin] + counts[3][bin];
}

GROUP_KERNEL count(SORT_ARGUMENTS, uint pass, uint begin_bit, uint end_bit) {
    __local OFFSET counts[COUNT_ROWS][BINS];
    digit const by = digit_of(&plan, begin_bit, end_bit);
    uint const group = get_group_id(0);
    item_arrays const from = ARRAYS_AT(place_before(pass, workspace, &plan));
    count_chunk(from.keys, chunk_of(group, &plan), by, counts);
    __global OFFSET* const table = (__global OFFSET*)(workspace + plan.table);
    for (uint bin = 0; bin <= by.mask; ++bin)
        table[(ulong)bin * plan.groups + group] = counts[0][bin];
}
