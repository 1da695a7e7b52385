// SPDX-License-Identifier: MIT
// Blelloch's exclusive plus-scan (Scans as Primitive Parallel Operations, 1989): of one block, and of any length.
//
// A tree of sums is built on the values (upsweep), its root is cleared, and on the way down each node hands its value
// to the left child and the sum of both to the right one. 2 log2 n steps, 2 n additions: work-efficient, for twice the
// steps of Hillis and Steele.

// `size` values, a power of two, of which every thread looks after two; more threads than that may take part.
// Returns their sum. `steps`, unless null, receives the values after every step.
uint scan_blelloch(local uint* tree, uint size, global uint* steps) {
    uint const i = get_local_id(0);
    uint stride = 1;
    for (uint nodes = size / 2; nodes > 0; nodes /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE); // the level below is complete
        if (i < nodes) {
            uint const left = stride * (2 * i + 1) - 1, right = left + stride;
            tree[right] += tree[left];
        }
        stride *= 2;
        if (steps) {
            barrier(CLK_LOCAL_MEM_FENCE); // this level is complete
            for (uint k = i; k < size; k += get_local_size(0))
                steps[k] = tree[k];
            steps += size;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE); // the root is complete
    uint const sum = tree[size - 1];
    barrier(CLK_LOCAL_MEM_FENCE); // all have read the root
    if (i == 0)
        tree[size - 1] = 0;
    for (uint nodes = 1; nodes < size; nodes *= 2) {
        stride /= 2;
        barrier(CLK_LOCAL_MEM_FENCE); // the level above is complete
        if (i < nodes) {
            uint const left = stride * (2 * i + 1) - 1, right = left + stride;
            uint const below = tree[left];
            tree[left] = tree[right];
            tree[right] += below;
        }
        if (steps) {
            barrier(CLK_LOCAL_MEM_FENCE); // this level is complete
            for (uint k = i; k < size; k += get_local_size(0))
                steps[k] = tree[k];
            steps += size;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE); // all values are scanned
    return sum;
}

// Scans each tile of two values a thread by itself, and notes the tile's sum.
kernel void scan_tiles(global uint* values, uint n, global uint* sums, global uint* steps, local uint* tree) {
    uint const i = get_local_id(0), threads = get_local_size(0);
    uint const first = get_group_id(0) * 2 * threads;
    for (uint k = i; k < 2 * threads; k += threads)
        tree[k] = first + k < n ? values[first + k] : 0;
    uint const sum = scan_blelloch(tree, 2 * threads, steps);
    for (uint k = i; k < 2 * threads; k += threads)
        if (first + k < n)
            values[first + k] = tree[k];
    if (i == 0)
        sums[get_group_id(0)] = sum;
}

// Adds to each tile the sum of all tiles before it.
kernel void add_sums(global uint* values, uint n, global uint const* sums) {
    uint const threads = get_local_size(0), tile = get_group_id(0);
    uint const first = tile * 2 * threads + get_local_id(0);
    for (uint k = first; k < first + 2 * threads && k < n; k += threads)
        values[k] += sums[tile];
}
