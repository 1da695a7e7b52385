// SPDX-License-Identifier: MIT
// split-4way: two bits a pass.
//
// Teaches: wider digits mean fewer passes over the keys. Four predicates, one for each value of the digit, and four
//     exclusive scans; a key goes behind all keys of smaller digits.
// Steps: (b / 2) log n for keys of b bits. Work: (b / 2) 4 n.
// Source: M. Venkatakrishna, (2-Way) Radix-Sort, lecture slides, part on 4-way radix sort.
// Loses: an array and a scan for each value of the digit: with r bits 2^r of them, so what r saves in passes it loses
//     in scans. Counting instead of marking, as in histogram-scan-reorder, is the way out.

// n + 1 threads: the entries behind the last key mark nothing.
kernel void compact(global KEY const* keys, uint n, uint low_bit, uint bits, global uint* compact_0,
                    global uint* compact_1, global uint* compact_2, global uint* compact_3) {
    uint const k = get_global_id(0);
    if (k > n)
        return;
    uint const digit = k < n ? keys[k] >> low_bit & ((1u << bits) - 1) : 4;
    compact_0[k] = digit == 0;
    compact_1[k] = digit == 1;
    compact_2[k] = digit == 2;
    compact_3[k] = digit == 3;
}

kernel void scatter(global KEY const* keys, uint n, uint low_bit, uint bits, global uint const* scan_0,
                    global uint const* scan_1, global uint const* scan_2, global uint const* scan_3, global KEY* sorted,
                    global uint* places) {
    uint const k = get_global_id(0);
    if (k >= n)
        return;
    uint const behind_0 = scan_0[n], behind_1 = behind_0 + scan_1[n];
    uint place;
    switch (keys[k] >> low_bit & ((1u << bits) - 1)) {
    case 0:
        place = scan_0[k];
        break;
    case 1:
        place = behind_0 + scan_1[k];
        break;
    case 2:
        place = behind_1 + scan_2[k];
        break;
    default:
        place = behind_1 + scan_2[n] + scan_3[k];
    }
    sorted[place] = keys[k];
    if (places)
        places[k] = place;
}
