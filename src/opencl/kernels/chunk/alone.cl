// SPDX-License-Identifier: MIT
// Few items: one work-item runs all passes, in one launch.

GROUP_KERNEL sort_alone(SORT_ARGUMENTS) {
    __local OFFSET counts[COUNT_ROWS][BINS];
    item_range const all = {0, plan.count};
    uint place = at_in;
    for (uint pass = 0; pass < plan.passes; ++pass) {
        digit const by = digit_of(&plan, plan.bounds[pass], plan.bounds[pass + 1]);
        item_arrays const from = ARRAYS_AT(place);
        count_chunk(from.keys, all, by, counts);
        if (counts[0][bin_of(from.keys[0], by)] == (OFFSET)plan.count)
            continue; // all items are in one bin
        OFFSET sum = 0;
        for (uint bin = 0; bin <= by.mask; ++bin) {
            OFFSET const count = counts[0][bin];
            counts[0][bin] = sum;
            sum += count;
        }
        place = place_after(pass, place, &plan);
        scatter_chunk(from, ARRAYS_AT(place), all, by, counts[0]);
    }
    bring_to_out(place, 0, plan.count, 1, keys_in, keys_out, values_in, values_out, workspace, plan);
}
