// SPDX-License-Identifier: MIT
// What every kernel begins with: the size of its groups, and of their sub-groups if it asks for those of the extension.

#ifdef BALLOT_KHRONOS
#define GROUP_KERNEL                                                                                                   \
    __kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1)))                                                   \
    __attribute__((intel_reqd_sub_group_size(SUBGROUP_SIZE))) void
#else
#define GROUP_KERNEL __kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1))) void
#endif
