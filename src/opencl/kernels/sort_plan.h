// SPDX-License-Identifier: MIT
// What the host tells every kernel of a sort. Read by both: the host names its own types ulong and uint beforehand.

#define MOST_PASSES 32

typedef struct {
    ulong count; // items
    ulong chunk; // items of a group, whole tiles; the last group may have fewer

    // Where arrays begin: bytes from the start of their buffer, and of the workspace.
    ulong keys_in, keys_out, values_in, values_out;
    ulong scratch_keys, scratch_values; // a place for the items beside in and out
    ulong table;                        // the counts H(bin, group), row by row, later where they begin in their bin
    ulong totals;                       // the items of each bin
    ulong places;                       // where the items are before each pass, and after the last one

    // The codec: see src/core/key_codec.hpp. A flip of 16 bytes has two halves.
    ulong flip, flip_high, negative, nans;

    uint bounds[MOST_PASSES + 1]; // the digit of pass p is bits [bounds[p], bounds[p + 1]) of the image
    uint passes;
    uint groups;       // of count and reorder
    uint in_place;     // in and out are the same arrays
    uint make_indices; // values are the positions 0, 1, 2 ... and not read
    uint past_cache;   // the items are more than the caches hold
} sort_plan;
