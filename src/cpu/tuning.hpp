// SPDX-License-Identifier: MIT
// All sizes that decide which path a sort takes, as one aggregate from one pure function.
#pragma once

#include "src/core/bits.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace pradix::cpu {

// What the tuning depends on besides the problem.
struct machine {
    std::size_t l2_bytes; // of one core
    unsigned threads;     // that the sort may use
};

struct tuning {
    unsigned threads;             // that the sort will use
    std::size_t local_items;      // the largest range that is sorted inside the L2 cache
    unsigned partition_bits;      // a partition has at most 2^this bins
    std::size_t bucket_items;     // aim of the partition: buckets of this many items
    std::size_t counting_range;   // keys alone from this few values are counted, not moved
    std::size_t part_items;       // items that are scattered in one go, their places in a bin counted in 32 bits
    bool past_cache;              // large results go straight to memory
    std::uint64_t narrow_indices; // up to this many keys, indices of 4 bytes are carried
};

// Where 4-byte indices end; tests end them earlier.
inline constexpr std::uint64_t most_narrow_indices = std::uint64_t{1} << 32;

// The largest partition: the line buffers of 2^12 bins (512 KiB) still pay, those of 2^13 do not.
inline constexpr unsigned most_partition_bits = 12;

// A thread is worth its start (20 to 50 microseconds, and a partition that one thread would not need) for this many
// items.
inline constexpr std::size_t items_per_thread = std::size_t{1} << 16;

constexpr tuning tune(machine const& on, std::size_t item_bytes, std::size_t count) {
    std::size_t const l2 = std::clamp<std::size_t>(on.l2_bytes, 256 << 10, 4 << 20);
    tuning t{};
    t.threads = static_cast<unsigned>(std::clamp<std::size_t>(count / items_per_thread, 1, std::max(on.threads, 1u)));
    t.local_items = l2 / 2 / item_bytes; // two buffers of this size fill the cache
    t.bucket_items = t.local_items / 8;
    std::size_t const shares = t.threads > 1 ? std::size_t{16} * t.threads : 1; // so that no thread waits long
    std::size_t const buckets = std::max(count / t.bucket_items, shares);
    t.partition_bits = std::min(core::bit_width(buckets), most_partition_bits);
    t.counting_range = std::size_t{1} << 16;
    t.past_cache = count * item_bytes > 4 * l2;
    t.part_items = std::size_t{1} << 31;
    t.narrow_indices = most_narrow_indices;
    return t;
}

} // namespace pradix::cpu
