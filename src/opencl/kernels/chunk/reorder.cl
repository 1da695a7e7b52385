// SPDX-License-Identifier: MIT
// One work-item walks its chunk again and puts each item to the next place of its bin.

// Inside the caches: straight away.
void scatter_chunk(item_arrays from, item_arrays to, item_range chunk, digit by, __local OFFSET* next) {
    for (ulong i = chunk.begin; i < chunk.end; ++i) {
        KEY const key = from.keys[i];
        OFFSET const at = next[bin_of(key, by)]++;
        to.keys[at] = key;
#if VALUE_BYTES
        to.values[at] = value_at(&from, i);
#endif
    }
}

// Writing to memory by single items would read and write a whole line for each, so every bin collects LINE_ITEMS of
// them first (Wassenberg and Sanders, "Engineering a Multi-core Radix Sort", 2011).

// Past the caches where the device is a processor whose compiler can: the line is not read again before the next pass.
#if defined(__clang__) && (defined(__x86_64__) || defined(__aarch64__))
#if __has_builtin(__builtin_nontemporal_store) && __has_builtin(__sync_synchronize)
#define HAS_STREAMING_STORES
#endif
#endif

void stream(__global ulong8* to, ulong8 line) {
#ifdef HAS_STREAMING_STORES
    __builtin_nontemporal_store(line, to);
#else
    *to = line;
#endif
}

#define DEFINE_PUT_LINE(name, T)                                                                                       \
    void name(__global T* to, __local T const* line) {                                                                 \
        uint const bytes = LINE_ITEMS * sizeof(T);                                                                     \
        if (bytes % sizeof(ulong8) == 0 && (size_t)to % sizeof(ulong8) == 0)                                           \
            for (uint i = 0; i < bytes / sizeof(ulong8); ++i)                                                          \
                stream((__global ulong8*)to + i, ((__local ulong8 const*)line)[i]);                                    \
        else                                                                                                           \
            for (uint i = 0; i < LINE_ITEMS; ++i)                                                                      \
                to[i] = line[i];                                                                                       \
    }

DEFINE_PUT_LINE(put_keys, KEY)
#if VALUE_BYTES
DEFINE_PUT_LINE(put_values, VALUE)
#endif

// What bins collect, each in its slots as its items will lie in a line of memory.
typedef struct {
    KEY keys[BINS][LINE_ITEMS] __attribute__((aligned(64)));
#if VALUE_BYTES
    VALUE values[BINS][LINE_ITEMS] __attribute__((aligned(64)));
#endif
} line_buffers;

// The part of a line that is the group's own: its first and last line of a bin it may share with others.
void put_part(item_arrays to, OFFSET begin, OFFSET end, uint bin, __local line_buffers const* lines) {
    for (OFFSET at = begin; at < end; ++at) {
        to.keys[at] = lines->keys[bin][at % LINE_ITEMS];
#if VALUE_BYTES
        to.values[at] = lines->values[bin][at % LINE_ITEMS];
#endif
    }
}

void combine_chunk(item_arrays from, item_arrays to, item_range chunk, digit by, __local OFFSET* next,
                   __local OFFSET* begins, __local line_buffers* lines) {
    // Positions are counted from the start of the line in which `to` begins.
    uint const lead = (uint)((size_t)to.keys / sizeof(KEY)) % LINE_ITEMS;
    to.keys -= lead;
#if VALUE_BYTES
    to.values -= lead;
#endif
    for (uint bin = 0; bin <= by.mask; ++bin)
        begins[bin] = next[bin] += lead;
    for (ulong i = chunk.begin; i < chunk.end; ++i) {
        KEY const key = from.keys[i];
        uint const bin = bin_of(key, by);
        OFFSET const at = next[bin]++;
        uint const slot = at % LINE_ITEMS;
        lines->keys[bin][slot] = key;
#if VALUE_BYTES
        lines->values[bin][slot] = value_at(&from, i);
#endif
        if (slot != LINE_ITEMS - 1)
            continue;
        OFFSET const line = at - slot;
        if (line < begins[bin]) {
            put_part(to, begins[bin], at + 1, bin, lines);
            continue;
        }
        put_keys(to.keys + line, lines->keys[bin]);
#if VALUE_BYTES
        put_values(to.values + line, lines->values[bin]);
#endif
    }
    for (uint bin = 0; bin <= by.mask; ++bin) {
        OFFSET const line = next[bin] - next[bin] % LINE_ITEMS;
        put_part(to, max(line, begins[bin]), next[bin], bin, lines);
    }
#ifdef HAS_STREAMING_STORES
    __sync_synchronize(); // streamed lines are in memory before the next kernel begins
#endif
}

GROUP_KERNEL reorder(SORT_ARGUMENTS, uint pass, uint begin_bit, uint end_bit) {
    __local OFFSET next[BINS], begins[BINS], sums[1];
    __local uint in_one_bin;
    __local line_buffers lines;
    digit const by = digit_of(&plan, begin_bit, end_bit);
    uint const here = place_before(pass, workspace, &plan), there = place_after(pass, here, &plan);
    bool const moves = find_bases(by.mask + 1, workspace, &plan, next, sums, &in_one_bin);
    note_place_after(pass, moves ? there : here, workspace, &plan);
    if (!moves)
        return;
    item_range const chunk = chunk_of(get_group_id(0), &plan);
    if (plan.past_cache)
        combine_chunk(ARRAYS_AT(here), ARRAYS_AT(there), chunk, by, next, begins, &lines);
    else
        scatter_chunk(ARRAYS_AT(here), ARRAYS_AT(there), chunk, by, next);
}
