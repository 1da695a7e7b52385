// SPDX-License-Identifier: MIT
// Types by width, and the order of keys. KEY_BYTES, VALUE_BYTES (0: none) and OFFSET_BYTES come as build options.

#if KEY_BYTES == 1
typedef uchar KEY;
#elif KEY_BYTES == 2
typedef ushort KEY;
#elif KEY_BYTES == 4
typedef uint KEY;
#elif KEY_BYTES == 8
typedef ulong KEY;
#else
typedef ulong2 KEY; // .x the low half
#endif

#if VALUE_BYTES == 4
typedef uint VALUE;
#elif VALUE_BYTES == 8
typedef ulong VALUE;
#elif VALUE_BYTES == 16
typedef ulong2 VALUE;
#endif

// Counts positions of items: wide only if there are 2^32 or more.
#if OFFSET_BYTES == 4
typedef uint OFFSET;
#else
typedef ulong OFFSET;
#endif

// Keys stay as they are in memory; whoever wants a digit makes their image, a few instructions, and so passes may be
// left out without anyone having to know which is the first or the last.
#if KEY_BYTES == 16
KEY image_of(KEY key, sort_plan const* plan) {
    return key ^ (KEY)(plan->flip, plan->flip_high);
}
#else
KEY image_of(KEY key, sort_plan const* plan) {
    KEY const sign_mask = (KEY)0 - (KEY)(key >> (8 * KEY_BYTES - 1));
    return (KEY)((key ^ (KEY)plan->flip ^ (sign_mask & (KEY)plan->negative)) - (KEY)plan->nans);
}
#endif

// `width` bits from bit `shift` upwards.
typedef struct {
    uint shift, mask;
} digit;

digit bits_between(uint begin, uint end) {
    digit const made = {begin, (1u << (end - begin)) - 1};
    return made;
}

#if KEY_BYTES == 16
uint bin_of(KEY key, digit by, sort_plan const* plan) {
    KEY const image = image_of(key, plan);
    // A shift by 64 would be one by 0.
    ulong const low = by.shift >= 64 ? image.y >> (by.shift - 64) : image.x >> by.shift;
    ulong const high = by.shift > 0 && by.shift < 64 ? image.y << (64 - by.shift) : 0;
    return (uint)(low | high) & by.mask;
}
#else
uint bin_of(KEY key, digit by, sort_plan const* plan) {
    return (uint)(image_of(key, plan) >> by.shift) & by.mask;
}
#endif
