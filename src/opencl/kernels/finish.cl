// SPDX-License-Identifier: MIT
// Brings the items to `out` if the passes have left them elsewhere.

// Every step-th item of [begin, end).
void bring_to_out(uint place, ulong begin, ulong end, ulong step, SORT_ARGUMENTS) {
    item_arrays const from = ARRAYS_AT(place), to = ARRAYS_AT(at_out);
    bool move = place == at_scratch || (place == at_in && !plan.in_place);
#if VALUE_BYTES
    move = move || from.are_positions;
#endif
    if (!move)
        return;
    for (ulong i = begin; i < end; i += step) {
        to.keys[i] = from.keys[i];
#if VALUE_BYTES
        to.values[i] = value_at(&from, i);
#endif
    }
}

// A group takes neighbouring items, its work-items in turn.
GROUP_KERNEL finish(SORT_ARGUMENTS) {
    uint const place = place_before(plan.passes, workspace, &plan);
    ulong const each = (plan.count + get_num_groups(0) - 1) / get_num_groups(0);
    ulong const begin = get_group_id(0) * each;
    bring_to_out(place, begin + get_local_id(0), min(begin + each, plan.count), GROUP_SIZE, keys_in, keys_out,
                 values_in, values_out, workspace, plan);
}
