// SPDX-License-Identifier: MIT
// What the kernels of one sort tell each other, at the start of the workspace. Zeroed when a sort begins.
#pragma once

#include "src/cuda/images/key_spreading.hpp"
#include "src/cuda/images/outliers.hpp"
#include "src/cuda/plans/range_plan.hpp"
#include "src/cuda/plans/tie_plan.hpp"

namespace pradix::cuda {

inline constexpr unsigned prefixes = bins * bins; // at most, two digits together
inline constexpr unsigned wide_prefixes = wide_bins * wide_bins;
inline constexpr unsigned not_sorted = 1;   // some key is less than the one before it
inline constexpr unsigned not_reversed = 2; // reversing the items would not be a stable sort

// What a look at some of the keys suggests. It is tried on all of them before anything relies on it.
enum class guess : unsigned {
    none,
    sorted,
    reversed,
    known_keys,      // no others than those seen, which one digit tells apart
    narrow_range,    // all images are in a range of so few that each has a counter
    tabled_keys,     // no digit tells them apart, but a hash table that a block holds has room for them
    tabled_buckets,  // or for those of a bucket
    ordered_buckets, // or for more of them, in order
    narrow_buckets,  // all images of a bucket are in a range of so few that each has a counter
    even_prefixes,   // groups that share two leading digits fit a block each
    majority,        // most keys are equal
};
// Of a block that tries it.
inline constexpr unsigned guess_threads = 1024;

// Few different keys. With values they are sorted by one pass, whose digit has radix_bits at most; keys alone are
// written anew, so that the digit may be wider.
inline constexpr unsigned most_known_bits = 10, most_known_keys = 1u << most_known_bits;

template <class Bits>
using image_table = Bits[most_known_keys];

struct known_keys {
    core::digit digit;                                          // no two of them share it
    unsigned has_others;                                        // 0 or 1: some key shares its digit with another one
    alignas(16) unsigned char other[16];                        // such a key's image
    alignas(16) unsigned char images[16 * most_known_keys];     // of the only key with this digit, as image_table
    unsigned long long counts[most_known_keys];                 // of all keys, by the digit
    unsigned runs;                                              // of equal keys that are to be written; 0: none are
    unsigned long long run_starts[most_known_keys];             // in the output, in order
    alignas(16) unsigned char run_images[16 * most_known_keys]; // as image_table
};

// Keys alone, of which each is counted by its place in a range.
inline constexpr unsigned most_of_range = prefixes;
struct narrow_range {
    alignas(16) unsigned char first[16]; // the first image of the range
    bool has_more;                       // outliers than may be noted
};

// More different keys, which are counted in hash tables. With values, they have to be no more than bins.
inline constexpr unsigned most_tabled_keys = 4096;
// As samples show it, a bucket has so many at most: putting them in order takes the square of the time.
inline constexpr unsigned most_of_bucket = most_tabled_keys / 4;
// Of keys that are counted in tables, or in buckets.
struct counted_state {
    bool has_more;            // than fit
    unsigned different[bins]; // keys: of each bucket, or of all
    unsigned watched;         // different ones among some,
    unsigned most_watched;    // and as many as there may be
};

// With little scratch, so many neighbouring buckets are sorted at a time as it has room for.
struct bucket_batches {
    unsigned size;
    unsigned buckets[most_ranges + 1]; // of which each is the first one; behind the last, the number of buckets
    unsigned firsts[most_ranges];      // of their items
};

// The first two digits of the bits in which keys differ. Items that share the higher one are a bucket.
struct prefix_state {
    unsigned shift, width;
    core::digit uncounted; // the same for keys that are divided without having been counted; no bits: none are
    bool repeats;          // keys are there so often, or so dense, that groups are uneven inside
    bool are_spread;       // images are, so that digits are even
    alignas(16) unsigned char range[32];   // as key_range: of images that are no outliers
    std::uint64_t above;                   // the bits that all images share above them, if these have 64 at most
    unsigned largest_count;                // of a prefix
    unsigned crowded_tiles;                // too uneven for bins of one size
    bool lacks_room;                       // for keys that were not counted
    unsigned overflowing_runs;             // that do not fit the areas of groups,
    unsigned overflowing_rests;            // and of how many keys these are
    unsigned spilled[wide_bins];           // so many keys of a bucket do not fit its home,
    unsigned unused[wide_bins];            // and so much of the home is left then
    unsigned cursors[wide_bins];           // where the next of them goes; or how many there are, behind a stable pass
    unsigned starts[wide_prefixes / bins]; // of rows of so many prefixes; a row is a bucket, where digits are not wide
    unsigned unsorted[most_ranges];        // groups left by windows, or too large, in each batch
    unsigned tile_starts[bins + 1];        // of the pass behind it, whose tiles have items of one bucket each
    bucket_batches batches;

    // Or is about to be, into groups, or into buckets that are counted.
    constexpr bool is_divided() const { return uncounted.width > 0 && !lacks_room; }
};

// Items that share the leading digits, by which alone passes went.
struct tie_state {
    unsigned may_be_left; // so many of the lowest digits, as samples tell
    tie_plan plan;
    unsigned runs, long_runs; // that are listed to be sorted: those that fit a block, and others
    unsigned members, rows;   // blocks that share the long ones; and those of them that do not have one for themselves
    unsigned tickets;         // steps of these that some block has begun
};

// Digits that need no pass: keys that share some bits of a higher digit, `by`, share these digits, too.
inline constexpr unsigned most_implying_bits = 4, most_implying_bins = 1u << most_implying_bits;
struct implied_digits {
    core::digit by;
    unsigned digits; // a bit each; all are lower ones
};

// What samples say of them, and then what all keys have, for each value of the upper bits.
struct implication_state {
    implied_digits likely;
    alignas(16) unsigned char seen[2 * 16 * most_implying_bins]; // as seen_bits
};

// Most keys are equal. The other items are set aside in the scratch, with values in order, keys alone in any; sorted
// there; and put back before and behind the equal ones. Each block has a part of all.
inline constexpr unsigned most_sharing_blocks = 256;
struct majority_state {
    alignas(16) unsigned char image[16]; // of most keys
    bool is_set_aside;                   // what passes sort
    buffer sorted_in;
    unsigned others;                               // items that are set aside,
    unsigned less;                                 // and those of them that come before the equal ones
    unsigned others_of_block[most_sharing_blocks]; // then those of the blocks before
};

struct control {
    unsigned long long counts[most_passes][bins]; // of all keys, by digit
    // Where the keys of a bin begin, for the portion at hand and, in the other row, for the next one.
    unsigned long long bases[most_passes][2][bins];
    pass_plan plan;
    guess guessed, otherwise; // the second one if the first is not true
    bool tries_again;         // for it was not; or known keys, by a digit that tells another one apart, too
    known_keys known;
    narrow_range range;
    counted_state counted;
    prefix_state prefix;
    unsigned finished_blocks;
    unsigned disorder;           // a bit each: not_sorted, not_reversed
    unsigned blocks_in_disorder; // of those that count digits: where keys are not sorted
    tie_state ties;
    implication_state implied;
    majority_state majority;
    std::uint64_t to_sort;   // so many items passes sort, once there was a survey
    key_spreading spreading; // of images, whether they are spread or not
    outlier_state outliers;

    // Keys are divided into buckets and no further.
    constexpr bool counts_buckets() const {
        return guessed == guess::tabled_buckets || guessed == guess::ordered_buckets ||
               guessed == guess::narrow_buckets;
    }
    // Each key is, by its place in a range or in its bucket's, and so are outliers, as the nearest ones.
    constexpr bool counts_places() const { return guessed == guess::narrow_range || guessed == guess::narrow_buckets; }
    // Of those that the sort has gone by.
    constexpr unsigned outliers_found() const {
        return outliers.count(prefix.is_divided() ? noted::by_division : noted::by_counting).found;
    }
    // The first guess has turned out to be wrong.
    constexpr void try_otherwise() {
        guessed = otherwise;
        tries_again = true;
    }
};

} // namespace pradix::cuda
