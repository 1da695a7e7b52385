// SPDX-License-Identifier: MIT
// How scratch is cut up. The same code runs over no memory to learn how many bytes it takes.
#pragma once

#include "src/cpu/order_of.hpp"
#include "src/cpu/partition.hpp"
#include "src/cpu/tuning.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace pradix::cpu {

// Hands out aligned parts of a block of memory; with no block it only counts.
class arena {
public:
    arena() = default;
    explicit arena(std::byte* memory) : memory_(memory) {
        // Any alignment is accepted: start at the next line.
        used_ = (line_bytes - reinterpret_cast<std::uintptr_t>(memory) % line_bytes) % line_bytes;
    }

    template <class T>
    T* take(std::size_t count) {
        std::size_t const at = used_;
        used_ += (count * sizeof(T) + line_bytes - 1) / line_bytes * line_bytes; // no two parts share a line
        return memory_ ? new (memory_ + at) T[count] : nullptr;
    }

    // Bytes that make everything taken so far fit, whatever the alignment of the memory.
    std::size_t bytes() const { return used_ ? used_ + line_bytes - 1 : 0; }

private:
    std::byte* memory_ = nullptr;
    std::size_t used_ = 0;
};

// A part of the problem: items [begin, begin + count), equal in the bits from `high` upwards.
struct range {
    std::size_t begin;
    std::size_t count;
    unsigned high;
    bool in_scratch; // else in the caller's arrays
    bool untouched;  // the caller's arrays before the first pass
};

// What one thread found out about its chunk of a range.
template <class Bits>
struct alignas(line_bytes) finding {
    sortedness order;
    key_range<Bits> keys;
};

// Where a team works on one range: one row of counts and one finding for each of its threads.
template <class Bits>
struct partition_space {
    std::size_t row; // entries in a row of counts
    std::size_t* counts;
    std::size_t* starts; // of the buckets, and the end of the last
    finding<Bits>* findings;
    std::atomic<std::size_t>* next_bucket;

    static partition_space take(arena& from, unsigned threads, std::size_t row, std::size_t bins) {
        return {row, from.take<std::size_t>(row * threads), from.take<std::size_t>(bins + 1),
                from.take<finding<Bits>>(threads), from.take<std::atomic<std::size_t>>(1)};
    }
};

// What a thread needs for itself.
template <class Item>
struct thread_space {
    Item* front; // the two buffers of the local sort
    Item* back;
    line_buffers<Item> buffers;
    range* pending;                             // ranges still to be partitioned
    partition_space<typename Item::bits> alone; // for ranges that it partitions by itself
};

// Disjoint ranges larger than what is sorted locally.
constexpr std::size_t most_pending(std::size_t count, tuning const& t) {
    return count / (t.local_items + 1) + 1;
}

// Scratch of a whole sort.
template <class Item>
struct sort_space {
    using bits = typename Item::bits;
    Item* items; // as many as there are keys
    partition_space<bits> together;
    thread_space<Item>* threads;

    static sort_space take(arena& from, tuning const& t, std::size_t count, bool keys_only) {
        std::size_t const bins = std::size_t{1} << t.partition_bits;
        std::size_t const row = keys_only ? std::max(bins, t.counting_range) : bins;
        sort_space space{from.take<Item>(count), partition_space<bits>::take(from, t.threads, row, bins), nullptr};
        space.threads = from.take<thread_space<Item>>(t.threads);
        for (unsigned rank = 0; rank < t.threads; ++rank) {
            thread_space<Item> const own{from.take<Item>(t.local_items),
                                         from.take<Item>(t.local_items),
                                         {from.take<Item>(bins * line_items<Item>), from.take<std::size_t>(bins),
                                          from.take<std::uint32_t>(bins)},
                                         from.take<range>(2 * most_pending(count, t)),
                                         partition_space<bits>::take(from, 1, row, bins)};
            if (space.threads)
                space.threads[rank] = own;
        }
        return space;
    }
};

} // namespace pradix::cpu
