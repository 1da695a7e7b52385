// SPDX-License-Identifier: MIT
// SUBGROUP_SIZE work-items, the lanes of a sub-group, that ballot among themselves: with the extension of that name
// (BALLOT_KHRONOS), with the instructions of an NVIDIA warp, whose OpenCL has no sub-groups (BALLOT_NVIDIA), or through
// local memory, which any device can and no device does fast: that one is for tests.

#define SUBGROUPS (GROUP_SIZE / SUBGROUP_SIZE)
#define LANES ((uint)(0xFFFFFFFFul >> (32 - SUBGROUP_SIZE)))

#ifdef BALLOT_KHRONOS
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
#endif

// Arrays of a work-item are in registers only if every index is known. Through local memory a ballot is a loop of
// barriers, which no compiler should have to unroll.
#if defined(BALLOT_KHRONOS) || defined(BALLOT_NVIDIA)
#define UNROLL _Pragma("unroll")
#else
#define UNROLL
#endif

#ifdef BALLOT_KHRONOS
uint lane_of_item(void) {
    return get_sub_group_local_id();
}
uint subgroup_of_item(void) {
    return get_sub_group_id();
}
#else
uint lane_of_item(void) {
    return get_local_id(0) % SUBGROUP_SIZE;
}
uint subgroup_of_item(void) {
    return get_local_id(0) / SUBGROUP_SIZE;
}
#endif

void subgroup_barrier(void) {
#if defined(BALLOT_KHRONOS)
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
#elif defined(BALLOT_NVIDIA)
    asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
#else
    barrier(CLK_LOCAL_MEM_FENCE); // whatever the caller's comment says
#endif
}

// The lanes whose word has the same at `bit` as this one's: a ballot, turned over by those who have a zero. `votes` is
// a word of local memory for each sub-group.
uint lanes_that_agree(uint word, uint bit, __local uint* votes) {
#if defined(BALLOT_KHRONOS)
    uint const ones = sub_group_ballot((word & bit) != 0).x;
    return word & bit ? ones : ~ones;
#elif defined(BALLOT_NVIDIA)
    uint agreeing;
    asm volatile("{\n"
                 "  .reg .pred one;\n"
                 "  .reg .b32 masked;\n"
                 "  and.b32 masked, %1, %2;\n"
                 "  setp.ne.u32 one, masked, 0;\n"
                 "  vote.sync.ballot.b32 %0, one, 0xffffffff;\n"
                 "  @!one not.b32 %0, %0;\n"
                 "}"
                 : "=&r"(agreeing)
                 : "r"(word), "r"(bit));
    return agreeing;
#else
    __local uint* const own = votes + subgroup_of_item();
    barrier(CLK_LOCAL_MEM_FENCE); // the votes before are read
    if (lane_of_item() == 0)
        *own = 0;
    barrier(CLK_LOCAL_MEM_FENCE); // cleared before the first vote
    if (word & bit)
        atomic_or(own, 1u << lane_of_item());
    barrier(CLK_LOCAL_MEM_FENCE); // all have voted
    return word & bit ? *own : ~*own;
#endif
}
