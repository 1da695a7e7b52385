// SPDX-License-Identifier: MIT
// block-split: as many keys as one block has threads.
//
// Teaches: a split by one bit is a stable partition, and a scan of the bits tells every key its place. With T_before
//     ones up to and including key i, and F_total zeros in all, a one goes to T_before - 1 + F_total, behind all zeros
//     and the ones before it; a zero goes to i - T_before, past the ones before it and no further.
// Steps: b log n for keys of b bits. Work: b n log n; two barriers a step of the scan.
// Source: S. Weiss, CUDA-based Parallel Radix Sort (Hunter College), after M. Harris, S. Sengupta and J. Owens,
//     Parallel Prefix Sum (Scan) with CUDA, GPU Gems 3, chapter 39, 2007.
// Loses: one block is one multiprocessor, and its threads are the limit. Most of the time goes into barriers.

// `threads` is a power of two that is not less than n: threads without a key count nothing.
kernel void block_split(global KEY* keys, uint n, uint begin_bit, uint end_bit, global uint* record,
                        global KEY* key_record, global uint* steps, local uint* ones, local KEY* sorted) {
    uint const i = get_local_id(0), threads = get_local_size(0);
    bool const has_key = i < n;
    KEY key = has_key ? keys[i] : 0;
    for (uint bit = begin_bit; bit < end_bit; ++bit) {
        uint const is_one = key >> bit & 1;
        ones[i] = is_one;
        uint const t_before = scan_hillis_steele(ones, threads, steps);
        uint const f_total = n - ones[threads - 1];
        uint const place = is_one ? t_before - 1 + f_total : i - t_before;
        if (has_key)
            sorted[place] = key;
        barrier(CLK_LOCAL_MEM_FENCE); // all keys are in their places, and the scan has been read
        if (has_key)
            key = sorted[i];
        if (record && has_key) {
            uint const values[] = {is_one, t_before, f_total, place};
            for (uint row = 0; row < 4; ++row)
                record[((bit - begin_bit) * 4 + row) * n + i] = values[row];
            key_record[(bit - begin_bit) * n + i] = key;
        }
        if (steps)
            for (uint offset = 1; offset < threads; offset *= 2)
                steps += threads; // a row for every step of the scan
    }
    if (has_key)
        keys[i] = key;
}
