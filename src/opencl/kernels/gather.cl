// SPDX-License-Identifier: MIT
// Values of sizes that passes do not move follow an index in the end. UNIT_BYTES, INDEX_BYTES come as build options.

#if UNIT_BYTES == 1
typedef uchar UNIT;
#elif UNIT_BYTES == 2
typedef ushort UNIT;
#elif UNIT_BYTES == 4
typedef uint UNIT;
#elif UNIT_BYTES == 8
typedef ulong UNIT;
#else
typedef ulong2 UNIT;
#endif

#if INDEX_BYTES == 4
typedef uint INDEX;
#else
typedef ulong INDEX;
#endif

// to[i] = from[indices[i]]. Items are `units` UNITs long; offsets are in bytes.
__kernel void gather(__global uchar const* from, ulong from_offset, __global uchar* to, ulong to_offset,
                     __global uchar const* indices, ulong indices_offset, ulong count, ulong units) {
    __global UNIT const* const in = (__global UNIT const*)(from + from_offset);
    __global UNIT* const out = (__global UNIT*)(to + to_offset);
    __global INDEX const* const index = (__global INDEX const*)(indices + indices_offset);
    for (ulong at = get_global_id(0); at < count * units; at += get_global_size(0)) {
        ulong const item = at / units;
        out[at] = in[(ulong)index[item] * units + (at - item * units)];
    }
}
