// SPDX-License-Identifier: MIT
// Exclusive scans by one group, and the scan of the table of counts: H(bin, group), one row a bin.

#ifdef SUBGROUP_SIZE
// Hillis and Steele, "Data Parallel Algorithms", 1986, within each sub-group; then every work-item adds what the
// sub-groups before its own hold. One value a work-item.
void scan_work_items(__local OFFSET* values) {
    uint const lane = lane_of_item(), subgroup = subgroup_of_item(), me = subgroup * SUBGROUP_SIZE + lane;
    barrier(CLK_LOCAL_MEM_FENCE); // the values
    OFFSET const own = values[me];
    OFFSET sum = own;
    for (uint step = 1; step < SUBGROUP_SIZE; step *= 2) {
        OFFSET const left = lane >= step ? values[me - step] : 0;
        subgroup_barrier(); // all lanes have read
        sum += left;
        values[me] = sum;
        subgroup_barrier(); // the sums over twice as many are there
    }
    barrier(CLK_LOCAL_MEM_FENCE); // each sub-group's last sum is that of all its values
    for (uint before = 0; before < subgroup; ++before)
        sum += values[before * SUBGROUP_SIZE + SUBGROUP_SIZE - 1];
    barrier(CLK_LOCAL_MEM_FENCE); // these are read
    values[me] = sum - own;
    barrier(CLK_LOCAL_MEM_FENCE); // the result
}
#else
// Blelloch, "Prefix Sums and Their Applications", 1990: sums up a tree, then hands each node what lies before it.
// One value a work-item; GROUP_SIZE is a power of two.
void scan_work_items(__local OFFSET* values) {
    uint const me = get_local_id(0);
    for (uint step = 1; step < GROUP_SIZE; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE); // the sums of the level below
        uint const node = (me + 1) * 2 * step - 1;
        if (node < GROUP_SIZE)
            values[node] += values[node - step];
    }
    barrier(CLK_LOCAL_MEM_FENCE); // the total
    if (me == 0)
        values[GROUP_SIZE - 1] = 0;
    for (uint step = GROUP_SIZE / 2; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE); // what lies before the nodes of this level
        uint const node = (me + 1) * 2 * step - 1;
        if (node < GROUP_SIZE) {
            OFFSET const left = values[node - step];
            values[node - step] = values[node];
            values[node] += left;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE); // the result
}
#endif

// Scans `size` values in global memory to `to`, which may be the same, and returns their sum. Each work-item takes
// neighbours one after the other. `sums` has a place for each work-item.
OFFSET scan_row(__global OFFSET const* from, __global OFFSET* to, uint size, __local OFFSET* sums) {
    uint const me = get_local_id(0);
    uint const each = (size + GROUP_SIZE - 1) / GROUP_SIZE;
    uint const begin = min(me * each, size), end = min(begin + each, size);
    OFFSET own = 0;
    for (uint i = begin; i < end; ++i)
        own += from[i];
    sums[me] = own;
    scan_work_items(sums);
    OFFSET next = sums[me];
    for (uint i = begin; i < end; ++i) {
        OFFSET const count = from[i];
        to[i] = next;
        next += count;
    }
    barrier(CLK_LOCAL_MEM_FENCE); // every sum is read, so that the last one may replace one of them
    if (me == GROUP_SIZE - 1)
        sums[0] = next;
    barrier(CLK_LOCAL_MEM_FENCE); // the sum of all
    OFFSET const total = sums[0];
    barrier(CLK_LOCAL_MEM_FENCE); // it is read, the caller may use `sums` again
    return total;
}

// The same in local memory.
void scan_bins(__local OFFSET* counts, uint size, __local OFFSET* sums) {
    uint const me = get_local_id(0);
    uint const each = (size + GROUP_SIZE - 1) / GROUP_SIZE;
    uint const begin = min(me * each, size), end = min(begin + each, size);
    OFFSET own = 0;
    for (uint i = begin; i < end; ++i)
        own += counts[i];
    sums[me] = own;
    scan_work_items(sums);
    OFFSET next = sums[me];
    for (uint i = begin; i < end; ++i) {
        OFFSET const count = counts[i];
        counts[i] = next;
        next += count;
    }
    barrier(CLK_LOCAL_MEM_FENCE); // the scanned counts
}

// Turns each row of the table into where the group's items begin within their bin, and notes the bin's total.
GROUP_KERNEL scan_table(__global uchar* workspace, sort_plan plan, uint bins) {
    __local OFFSET sums[GROUP_SIZE];
    __global OFFSET* const table = (__global OFFSET*)(workspace + plan.table);
    __global OFFSET* const totals = (__global OFFSET*)(workspace + plan.totals);
    for (uint bin = get_group_id(0); bin < bins; bin += get_num_groups(0)) {
        __global OFFSET* const row = table + (ulong)bin * plan.groups;
        OFFSET const total = scan_row(row, row, plan.groups, sums);
        if (get_local_id(0) == 0)
            totals[bin] = total;
    }
}

// Where the group's items of each bin go, to `bases`. False if all items are in one bin: then a pass would move none.
bool find_bases(uint bins, __global uchar* workspace, sort_plan const* plan, __local OFFSET* bases,
                __local OFFSET* sums, __local uint* in_one_bin) {
    __global OFFSET const* const table = (__global OFFSET const*)(workspace + plan->table);
    __global OFFSET const* const totals = (__global OFFSET const*)(workspace + plan->totals);
    uint const me = get_local_id(0);
    if (me == 0)
        *in_one_bin = false;
    barrier(CLK_LOCAL_MEM_FENCE); // false before anyone says true
    for (uint bin = me; bin < bins; bin += GROUP_SIZE) {
        bases[bin] = totals[bin];
        if (totals[bin] == (OFFSET)plan->count)
            *in_one_bin = true;
    }
    barrier(CLK_LOCAL_MEM_FENCE); // the totals, and whether one of them is all
    if (*in_one_bin)
        return false;
    scan_bins(bases, bins, sums);
    for (uint bin = me; bin < bins; bin += GROUP_SIZE)
        bases[bin] += table[(ulong)bin * plan->groups + get_group_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE); // the bases
    return true;
}
