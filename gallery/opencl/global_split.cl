// SPDX-License-Identifier: MIT
// global-split: the split by one bit over many blocks.
//
// Teaches: a grid has no barrier, so a pass is cut into launches where all threads have to meet: bits, scan, scatter.
//     The scan is exclusive: with ones_before key i and ones_total in all, a zero goes to i - ones_before and a one to
//     n - ones_total + ones_before.
// Steps: b log n for keys of b bits. Work: b n, since Blelloch's scan is work-efficient.
// Source: an article on parallel radix sort in CUDA, after W. Hwu, D. Kirk and I. El Hajj, Programming Massively
//     Parallel Processors, 4th edition, 2022, chapter 13. There the term for ones has the wrong sign.
// Loses: b passes, each of which reads the keys twice and the bits several times, and writes single keys to two places
//     that advance independently.

// n + 1 threads: the entry behind the last key holds no bit, so that the scan ends with the number of ones.
kernel void extract_bits(global KEY const* keys, uint n, uint bit, global uint* ones) {
    uint const i = get_global_id(0);
    if (i < n)
        ones[i] = keys[i] >> bit & 1;
    else if (i == n)
        ones[i] = 0;
}

kernel void scatter(global KEY const* keys, uint n, uint bit, global uint const* ones_before, global KEY* sorted,
                    global uint* places) {
    uint const i = get_global_id(0);
    if (i >= n)
        return;
    KEY const key = keys[i];
    uint const ones_total = ones_before[n];
    uint const place = key >> bit & 1 ? n - ones_total + ones_before[i] : i - ones_before[i];
    sorted[place] = key;
    if (places)
        places[i] = place;
}
