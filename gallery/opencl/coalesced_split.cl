// SPDX-License-Identifier: MIT
// coalesced-split: sections sorted in shared memory before they are written.
//
// Teaches: memory is read and written in lines. Scattered straight away, neighbouring threads write to different lines;
//     sorted by the digit first, a block's keys are at most 2^r runs, and neighbouring threads write neighbours. Blocks
//     learn where their runs go from a table of counts, laid out bucket by bucket: all blocks' zeros, then all blocks'
//     ones. Its exclusive scan is each block's start in each bucket.
// Steps: (b / r) (r log s + log(2^r n / s)) for keys of b bits in sections of s keys. Work: b n + (b / r) 2^r n / s.
// Source: an article on parallel radix sort in CUDA, part on memory coalescing, after W. Hwu, D. Kirk and I. El
//     Hajj, Programming Massively Parallel Processors, 4th edition, 2022, chapter 13.
// Loses: a section is one key a thread, so runs are short: with r bits s / 2^r keys on average. Each bit of the digit
//     still takes a scan with all its barriers.

// Sorts a section of one key a thread by the digit, a split a bit, and counts its buckets.
kernel void sort_sections(global KEY* keys, uint n, uint low_bit, uint bits, global uint* table, global uint* places,
                          global KEY* key_record, local KEY* section, local uint* ones, local uint* begins,
                          local uint* ends) {
    uint const i = get_local_id(0), threads = get_local_size(0), block = get_group_id(0);
    uint const first = block * threads, size = min(threads, n - first), buckets = 1u << bits;
    bool const has_key = i < size;
    KEY key = has_key ? keys[first + i] : 0;
    for (uint bit = low_bit; bit < low_bit + bits; ++bit) {
        uint const is_one = key >> bit & 1;
        ones[i] = is_one;
        uint const ones_total = scan_blelloch(ones, threads, 0);
        uint const place = is_one ? size - ones_total + ones[i] : i - ones[i];
        if (has_key)
            section[place] = key;
        barrier(CLK_LOCAL_MEM_FENCE); // all keys are in their places, and the scan has been read
        if (has_key)
            key = section[i];
        if (places && has_key) {
            places[(bit - low_bit) * n + first + i] = first + place;
            key_record[(bit - low_bit) * n + first + i] = key;
        }
    }
    if (has_key)
        keys[first + i] = key;

    for (uint d = i; d < buckets; d += threads)
        begins[d] = ends[d] = 0;
    barrier(CLK_LOCAL_MEM_FENCE); // empty buckets are marked as such
    uint const digit = key >> low_bit & (buckets - 1);
    if (has_key && (i == 0 || (section[i - 1] >> low_bit & (buckets - 1)) != digit))
        begins[digit] = i;
    if (has_key && (i == size - 1 || (section[i + 1] >> low_bit & (buckets - 1)) != digit))
        ends[digit] = i + 1;
    barrier(CLK_LOCAL_MEM_FENCE); // all buckets are measured
    for (uint d = i; d < buckets; d += threads)
        table[d * get_num_groups(0) + block] = ends[d] - begins[d];
}

// Writes each bucket of a section as one run.
kernel void write_sections(global KEY const* keys, uint n, uint low_bit, uint bits, global uint const* starts,
                           global KEY* sorted, global uint* places, local uint* begins) {
    uint const i = get_local_id(0), threads = get_local_size(0), block = get_group_id(0);
    uint const first = block * threads, mask = (1u << bits) - 1;
    bool const has_key = first + i < n;
    KEY const key = has_key ? keys[first + i] : 0;
    uint const digit = key >> low_bit & mask;
    if (has_key && (i == 0 || (keys[first + i - 1] >> low_bit & mask) != digit))
        begins[digit] = i;
    barrier(CLK_LOCAL_MEM_FENCE); // it is known where each bucket begins
    if (!has_key)
        return;
    uint const place = starts[digit * get_num_groups(0) + block] + i - begins[digit];
    sorted[place] = key;
    if (places)
        places[first + i] = place;
}
