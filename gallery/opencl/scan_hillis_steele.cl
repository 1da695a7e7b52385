// SPDX-License-Identifier: MIT
// Hillis and Steele's inclusive plus-scan within one block (Data Parallel Algorithms, 1986).
//
// Every value adds its neighbour at distance 1, then 2, 4, 8 ...: log2 n steps, n log n additions. Few steps, but not
// work-efficient: one processor alone needs n additions.

// One value a thread, n threads. `steps`, unless null, receives the values after every step.
uint scan_hillis_steele(local uint* values, uint n, global uint* steps) {
    uint const i = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE); // all values are written
    for (uint offset = 1; offset < n; offset *= 2) {
        uint const left = i >= offset ? values[i - offset] : 0;
        barrier(CLK_LOCAL_MEM_FENCE); // all have read their left neighbour
        values[i] += left;
        barrier(CLK_LOCAL_MEM_FENCE); // all have written their sum
        if (steps) {
            steps[i] = values[i];
            steps += n;
        }
    }
    return values[i];
}

// The scan alone, for one block.
kernel void scan_block(global uint* values, global uint* steps, local uint* sums) {
    uint const i = get_local_id(0);
    sums[i] = values[i];
    values[i] = scan_hillis_steele(sums, get_local_size(0), steps);
}
