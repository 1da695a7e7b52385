// SPDX-License-Identifier: MIT
// The typed entry points of the CUDA engine. Their templates are compiled by nvcc in src/cuda/instances, one file a key
// width; everybody else sees these declarations only.
#pragma once

#include "src/core/bits.hpp"
#include "src/cuda/plans/tuning.hpp"

#include <pradix/key.hpp>
#include <pradix/options.hpp>

#include <cstddef>
#include <cstdint>

struct CUstream_st;

namespace pradix::cuda {

// A sort after all checks. Pointers are device memory, aligned to their elements.
struct request {
    int device; // the current one
    key_type type;
    std::uint64_t count;        // as many keys at most
    std::uint64_t const* exact; // as many exactly, in device memory; null: `count`
    std::uint64_t const* first; // where they begin in all arrays, in device memory; null: at 0
    void const* keys_in;
    void* keys_out;          // null: sorted keys are not wanted
    std::size_t value_bytes; // 0, 4, 8 or 16
    void const* values_in;   // null, where there are values: they are the positions 0, 1, 2 ...
    void* values_out;
    order direction;
    nan_order nans;
    unsigned begin_bit, end_bit;
    bool in_ranges = false; // with little scratch, some of the keys at a time
    bool may_guess = true;  // what keys are like, before they are counted
};

// So many items.
struct sort_size {
    std::uint64_t count;
    std::size_t key_bytes;
    std::size_t value_bytes; // as in a request
};

// Enqueues the sort on the stream and returns. The workspace, of any alignment, holds as many bytes as engine_bytes
// says. Throws device_error if a launch fails; output is then undefined.
template <class Bits>
void sort_items(request const& what, tuning const& tuned, std::byte* workspace, CUstream_st* stream);

// Whether keys are counted and not moved. Only keys that are compared whole can be told from their images.
bool counts_patterns(request const& what, std::size_t key_bytes, tuning const& tuned);

// Scratch of sort_items. A function of its arguments alone.
std::size_t engine_bytes(sort_size const& of, bool keys_wanted, tuning const& tuned);

// Scratch for a request in ranges, which is out of place, wants its keys and has least_ranged_items at least.
std::size_t engine_bytes_in_ranges(sort_size const& of, tuning const& tuned);

// The same for up to so many items, of which fewer may need more.
std::size_t engine_bytes_up_to(sort_size const& of, bool keys_wanted, tuning const& tuned);
std::size_t engine_bytes_in_ranges_up_to(sort_size const& of, tuning const& tuned);

// Whether leading digits may be enough to make groups that fit a block each: not of too many items, or narrow keys.
bool may_lead(sort_size const& of, tuning const& tuned);

// The same for keys so many that digits have to be wide, which is of use if they need not be counted.
bool may_lead_widely(sort_size const& of, tuning const& tuned);

// Whether keys with values may be divided by leading digits, in order, without having been counted. Not in place.
bool may_divide_in_order(sort_size const& of, tuning const& tuned);

// Look-back state of the tiles of a launch, at most.
std::size_t look_back_words(sort_size const& of, tuning const& tuned);

// Leading digits make so many groups at most; 0: they are of no use.
unsigned most_groups(sort_size const& of, tuning const& tuned);

// Where passes by leading digits alone may be enough, for what ties in these can be put in order afterwards: words that
// have to be zero then. 0: elsewhere.
std::size_t tie_words(sort_size const& of, tuning const& tuned);

// What the blocks of a cooperative sort need to tell each other; 0: too many items.
std::size_t report_bytes(sort_size const& of, tuning const& tuned);

// Whether they are so few that a block holds them all.
bool sorts_in_one_block(sort_size const& of, tuning const& tuned);

// So many items the scratch has room for.
std::uint64_t scratch_items(sort_size const& of, tuning const& tuned);

} // namespace pradix::cuda
