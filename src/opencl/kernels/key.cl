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
// left out without anyone having to know which is the first or the last. Passed by value: it belongs into registers.
typedef struct {
    KEY flip, negative, nans; // see src/core/key_codec.hpp
    uint shift, mask;         // the digit: bits of the image from `shift` upwards
} digit;

digit digit_of(sort_plan const* plan, uint begin_bit, uint end_bit) {
    digit by;
#if KEY_BYTES == 16
    by.flip = (KEY)(plan->flip, plan->flip_high); // there are no floats of 16 bytes
#else
    by.flip = (KEY)plan->flip;
    by.negative = (KEY)plan->negative;
    by.nans = (KEY)plan->nans;
#endif
    by.shift = begin_bit;
    by.mask = (1u << (end_bit - begin_bit)) - 1;
    return by;
}

#if KEY_BYTES == 16
uint bin_of(KEY key, digit by) {
    KEY const image = key ^ by.flip;
    // A shift by 64 would be one by 0.
    ulong const low = by.shift >= 64 ? image.y >> (by.shift - 64) : image.x >> by.shift;
    ulong const high = by.shift > 0 && by.shift < 64 ? image.y << (64 - by.shift) : 0;
    return (uint)(low | high) & by.mask;
}
#else
uint bin_of(KEY key, digit by) {
    KEY const sign_mask = (KEY)0 - (KEY)(key >> (8 * KEY_BYTES - 1));
    KEY const image = (KEY)((key ^ by.flip ^ (sign_mask & by.negative)) - by.nans);
    return (uint)(image >> by.shift) & by.mask;
}
#endif
