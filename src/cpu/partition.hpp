// SPDX-License-Identifier: MIT
// One most-significant-digit pass: counts the bins of a chunk, and scatters the chunk to its places in every bin.
// Scattered writes go through a line buffer for each bin, which is written to memory whole and past the caches
// (software write combining: Wassenberg and Sanders, "Engineering a Multi-core Radix Sort", Euro-Par 2011, section 3).
#pragma once

#include "src/cpu/views.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pradix::cpu {

// Bytes buffered for a bin. Two cache lines: the memory writes adjacent pairs about a quarter faster.
inline constexpr std::size_t line_bytes = 128;

template <class Item>
inline constexpr std::size_t line_items = line_bytes / sizeof(Item);

// Maps images in [minimum, maximum] to bins, in order: the bits from `shift` upwards, counted from `first`.
template <class Bits>
struct bin_map {
    unsigned shift;
    Bits first;
    std::size_t bins;

    std::size_t operator()(Bits image) const {
        return static_cast<std::size_t>(static_cast<Bits>((image >> shift) - first));
    }
};

// The finest map of [minimum, maximum] to at most 2^bits bins that does not look at bits below `low`.
template <class Bits>
bin_map<Bits> make_bin_map(Bits minimum, Bits maximum, unsigned low, unsigned bits) {
    unsigned const varying = core::bit_width(static_cast<Bits>((maximum >> low) - (minimum >> low)));
    unsigned shift = low + (varying > bits ? varying - bits : 0);
    auto const last_bin = [&] { return static_cast<Bits>((maximum >> shift) - (minimum >> shift)); };
    if (core::bit_width(last_bin()) > bits) // the range straddles one boundary more than its width tells
        ++shift;
    return {shift, static_cast<Bits>(minimum >> shift), static_cast<std::size_t>(last_bin()) + 1};
}

template <class Source, class Bits>
void count_bins(Source const& source, std::size_t begin, std::size_t end, bin_map<Bits> const bin_of,
                std::size_t* counts) {
    for_each_key(source, begin, end, [=](Bits key) { ++counts[bin_of(key)]; });
}

// Writes a full line. To scratch it may go past the caches, for nobody reads it before its bin is complete.
template <class Item>
void write_line(scratch_view<Item> const& target, std::size_t begin, Item const* line, bool past_cache) {
    if (past_cache)
        stream_aligned<line_bytes>(target.items + begin, line);
    else
        std::memcpy(target.items + begin, line, line_bytes);
}

template <class Array, class Item>
void write_line(Array const& target, std::size_t begin, Item const* line, bool) {
    target.write(begin, line, line_items<Item>);
}

// Scratch for scatter_bins, an entry or a line for each bin.
template <class Item>
struct line_buffers {
    Item* lines;            // aligned to line_bytes
    std::size_t* positions; // where the next item of a bin goes
    std::uint32_t* offsets; // the same, counted from the beginning of the line that the first item goes to
};

// Moves source[begin, end), fewer than 2^32 items, to target, in order within each bin, from buffers.positions onwards,
// and advances those. Lines are those of target's indices: index 0 of scratch must be aligned to line_bytes.
// The offsets are 32 bits wide because positions of twice the size would crowd the lines out of the L1 cache.
template <class Source, class Target, class Bits, class Item>
void scatter_bins(Source const& source, std::size_t begin, std::size_t end, bin_map<Bits> const bin_of,
                  Target const& target, line_buffers<Item> const& buffers, bool past_cache) {
    constexpr std::size_t per_line = line_items<Item>;
    Item* const lines = buffers.lines;
    std::size_t* const positions = buffers.positions;
    std::uint32_t* const offsets = buffers.offsets;
    for (std::size_t bin = 0; bin < bin_of.bins; ++bin)
        offsets[bin] = static_cast<std::uint32_t>(positions[bin] % per_line);

    // Items that share their line with other bins or threads go one by one.
    auto const write_part = [=, &target](std::size_t bin, std::size_t first, std::size_t last) {
        std::size_t const line_begin = positions[bin] - positions[bin] % per_line;
        for (std::size_t i = std::max(first, positions[bin] % per_line); i < last; ++i)
            target.store(line_begin + i, lines[bin * per_line + i % per_line]);
    };
    for_each_item(source, begin, end, [=, &target](Item const& moved) {
        std::size_t const bin = bin_of(moved.key);
        std::size_t const offset = offsets[bin]++;
        std::size_t const slot = offset % per_line;
        lines[bin * per_line + slot] = moved;
        if (slot == per_line - 1) [[unlikely]] {
            if (offset == slot)
                write_part(bin, 0, per_line);
            else
                write_line(target, positions[bin] - positions[bin] % per_line + offset - slot, lines + bin * per_line,
                           past_cache);
        }
    });
    for (std::size_t bin = 0; bin < bin_of.bins; ++bin) {
        write_part(bin, offsets[bin] - offsets[bin] % per_line, offsets[bin]);
        positions[bin] += offsets[bin] - positions[bin] % per_line;
    }
    finish_streams();
}

} // namespace pradix::cpu
