// SPDX-License-Identifier: MIT
// split-2way: the split by one bit as two compactions.
//
// Teaches: a predicate and its exclusive scan compact an array: compact_0 marks the keys whose bit is 0, scan_0 tells
//     where they go, and its last entry, the n-th, how many they are. Keys that are not marked in compact_0 are in
//     compact_1, so scan_1 needs no second scan: scan_1[k] = k - scan_0[k].
// Steps: b log n for keys of b bits. Work: b n.
// Source: M. Venkatakrishna, (2-Way) Radix-Sort, lecture slides. There the scatter also copies back, in one block.
// Loses: the same passes as global-split and more arrays: two predicates and two scans, written and read again.

// n + 1 threads: the entry behind the last key marks nothing.
kernel void compact(global KEY const* keys, uint n, uint bit, global uint* compact_0, global uint* compact_1) {
    uint const k = get_global_id(0);
    if (k < n) {
        uint const is_one = keys[k] >> bit & 1;
        compact_0[k] = 1 - is_one;
        compact_1[k] = is_one;
    } else if (k == n) {
        compact_0[k] = compact_1[k] = 0;
    }
}

kernel void derive_scan_1(global uint const* scan_0, uint n, global uint* scan_1) {
    uint const k = get_global_id(0);
    if (k <= n)
        scan_1[k] = k - scan_0[k];
}

// Writes to another array: copying back in this kernel would overwrite keys that other blocks have not read yet.
kernel void scatter(global KEY const* keys, uint n, global uint const* compact_1, global uint const* scan_0,
                    global uint const* scan_1, global KEY* sorted, global uint* places) {
    uint const k = get_global_id(0);
    if (k >= n)
        return;
    uint const zeros = scan_0[n];
    uint const place = compact_1[k] ? zeros + scan_1[k] : scan_0[k];
    sorted[place] = keys[k];
    if (places)
        places[k] = place;
}
