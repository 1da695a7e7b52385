// SPDX-License-Identifier: MIT
// warp-ballot: up to 32 keys, sorted by the 32 lanes of one warp.
//
// Teaches: one bit in one warp. All lanes hold up the bit of their key; the ballot gives everyone the mask of ones. A
//     lane counts the ones, or the zeros, of the lanes below it: its rank among the keys with the same bit. No scan in
//     memory, and no barrier but the warp's.
// Steps: b for keys of b bits. Work: b n.
// Source: a tutorial on radix sort within a warp by means of __ballot and __popc.
// Loses: 32 keys are all. A larger array needs a way to tell what other warps counted: block-split.
//
// A work-group is one warp. Where the device has no sub-groups of 32 that ballot, the lanes set their bits of a word in
// local memory.

#define LANES 32

#ifdef HAS_BALLOT
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
#define ONE_WARP __attribute__((intel_reqd_sub_group_size(LANES)))
#define LANE get_sub_group_local_id()
#else
#define ONE_WARP
#define LANE get_local_id(0)
#endif

uint ballot(local uint* votes, bool yes) {
#ifdef HAS_BALLOT
    return sub_group_ballot(yes).x;
#else
    uint const lane = LANE;
    barrier(CLK_LOCAL_MEM_FENCE); // all have read the votes before
    if (lane == 0)
        *votes = 0;
    barrier(CLK_LOCAL_MEM_FENCE); // the votes are cleared
    if (yes)
        atomic_or(votes, 1u << lane);
    barrier(CLK_LOCAL_MEM_FENCE); // all have voted
    return *votes;
#endif
}

// Lanes without a key vote for nothing and stay where they are, so n < 32 needs no padding.
kernel ONE_WARP void warp_ballot(global KEY* arrays, uint n, uint begin_bit, uint end_bit, global uint* record,
                                 global KEY* key_record) {
    local KEY keys[2][LANES]; // keys hop from one row to the other
    local uint votes;
    uint const lane = LANE;
    bool const has_key = lane < n;
    uint const lanes = n == LANES ? ~0u : (1u << n) - 1;
    uint const below = (1u << lane) - 1;
    global KEY* const array = arrays + get_group_id(0) * n;
    uint now = 0;
    if (has_key)
        keys[now][lane] = array[lane];
    for (uint bit = begin_bit; bit < end_bit; ++bit) {
        barrier(CLK_LOCAL_MEM_FENCE); // all keys lie in this row
        KEY const key = has_key ? keys[now][lane] : 0;
        bool const is_one = key >> bit & 1;
        uint const ones = ballot(&votes, is_one);
        uint const zeros = lanes & ~ones;
        uint const first = is_one ? popcount(zeros) : 0; // the place of the first key with this bit
        uint const rank = popcount((is_one ? ones : zeros) & below);
        uint const place = first + rank;
        now = 1 - now;
        if (has_key)
            keys[now][place] = key;
        if (record && has_key) {
            uint const values[] = {is_one, zeros, ones, popcount(zeros), popcount(ones), first, rank, place};
            for (uint row = 0; row < 8; ++row)
                record[((bit - begin_bit) * 8 + row) * n + lane] = values[row];
            key_record[(bit - begin_bit) * n + place] = key;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE); // all keys lie in this row
    if (has_key)
        array[lane] = keys[now][lane];
}
