// SPDX-License-Identifier: MIT
// histogram-scan-reorder: digits of several bits, counted rather than marked.
//
// Teaches: G groups of I items divide the keys among them. Each item counts the digits of its own part into its column
//     of H(digit, group, item), laid out digit by digit; one exclusive scan turns every entry into the place of the
//     first key of that digit that the item will meet; each item walks its part again and puts its keys there. The
//     work on H does not grow with n, and b / r passes are enough.
//     Signed keys and floats become unsigned numbers when they are first read, and themselves again when they are last
//     written, so they cost no pass of their own.
// Steps: (b / r) (n / p + log(2^r p)) for keys of b bits and p = G I items. Work: (b / r) (n + 2^r p).
// Source: H. Yatskov and N. Muerdter, Parallel Radix Sort on OpenCL (Karlsruhe), after P. Helluy, A portable
//     implementation of the radix sort algorithm in OpenCL, 2011.
// Loses: an item walks its part alone, so neighbouring threads read addresses that lie a part apart, and write 2^r
//     places each: neither is coalesced. A wide r needs shared memory for I 2^r counts. What the fast backends do
//     instead: a tile a block, ranked in shared memory, written as runs.

// The sign bit and, of negative floats, all other bits are inverted; masks of zeros leave the key as it is.
KEY encode(KEY key, KEY flip, KEY negative) {
    KEY const all_if_negative = 0 - (key >> (sizeof(KEY) * 8 - 1));
    return key ^ flip ^ (all_if_negative & negative);
}

KEY decode(KEY image, KEY flip, KEY negative) {
    KEY const key = image ^ flip;
    KEY const all_if_negative = 0 - (key >> (sizeof(KEY) * 8 - 1));
    return key ^ (all_if_negative & negative);
}

// Every item counts `share` keys.
kernel void histogram(global KEY const* keys, uint share, uint low_bit, uint bits, KEY flip, KEY negative,
                      global uint* table, local uint* counts) {
    uint const item = get_local_id(0), items = get_local_size(0);
    uint const group = get_group_id(0), groups = get_num_groups(0);
    uint const digits = 1u << bits;
    for (uint d = 0; d < digits; ++d)
        counts[d * items + item] = 0;
    uint const first = get_global_id(0) * share;
    for (uint k = first; k < first + share; ++k)
        ++counts[(encode(keys[k], flip, negative) >> low_bit & (digits - 1)) * items + item];
    for (uint d = 0; d < digits; ++d)
        table[(d * groups + group) * items + item] = counts[d * items + item];
}

// Encodes what it reads and decodes what it writes.
kernel void reorder(global KEY const* keys, uint share, uint low_bit, uint bits, KEY flip, KEY negative, KEY last_flip,
                    KEY last_negative, global uint const* table, global KEY* sorted, global uint* places,
                    local uint* next) {
    uint const item = get_local_id(0), items = get_local_size(0);
    uint const group = get_group_id(0), groups = get_num_groups(0);
    uint const digits = 1u << bits;
    for (uint d = 0; d < digits; ++d)
        next[d * items + item] = table[(d * groups + group) * items + item];
    uint const first = get_global_id(0) * share;
    for (uint k = first; k < first + share; ++k) {
        KEY const key = encode(keys[k], flip, negative);
        uint const place = next[(key >> low_bit & (digits - 1)) * items + item]++;
        sorted[place] = decode(key, last_flip, last_negative);
        if (places)
            places[k] = place;
    }
}
