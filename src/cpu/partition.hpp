// SPDX-License-Identifier: MIT
// One most-significant-digit pass: counts the bins of a chunk, and scatters the chunk to its places in every bin.
// Scattered writes go through a line buffer for each bin, which is written to memory whole and past the caches
// (software write combining: Wassenberg and Sanders, "Engineering a Multi-core Radix Sort", Euro-Par 2011, section 3).
#pragma once

#include "src/cpu/views.hpp"

#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

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
    for_each_item(source, begin, end, [&](auto const& read) { ++counts[bin_of(read.key)]; });
}

// Writes a full line to scratch past the caches: nobody reads it before its bin is complete.
template <class Item>
void write_line(scratch_view<Item> const& target, std::size_t begin, Item const* line) {
#if defined(__SSE2__)
    auto* to = reinterpret_cast<__m128i*>(target.items + begin);
    auto const* from = reinterpret_cast<__m128i const*>(line);
    for (std::size_t i = 0; i < line_bytes / sizeof(__m128i); ++i)
        _mm_stream_si128(to + i, _mm_load_si128(from + i));
#else
    std::memcpy(target.items + begin, line, line_bytes);
#endif
}

template <class Array, class Item>
void write_line(Array const& target, std::size_t begin, Item const* line) {
    target.write(begin, line, line_items<Item>);
}

// Makes the lines of this thread visible to threads that it meets at a barrier later.
inline void finish_lines() {
#if defined(__SSE2__)
    _mm_sfence();
#endif
}

// Scratch for scatter_bins: `positions` and `starts` have an entry, `lines` line_bytes for each bin.
template <class Item>
struct line_buffers {
    Item* lines;            // aligned to line_bytes
    std::size_t* positions; // where the next item of a bin goes; set by the caller
    std::size_t* starts;    // where the first item of this thread in a bin went
};

// Moves source[begin, end) to target, in order within each bin, from buffers.positions onwards.
// Target lines are those of its index, so index 0 of scratch must be aligned to line_bytes.
template <class Source, class Target, class Bits, class Item>
void scatter_bins(Source const& source, std::size_t begin, std::size_t end, bin_map<Bits> const bin_of,
                  Target const& target, line_buffers<Item> const& buffers) {
    constexpr std::size_t per_line = line_items<Item>;
    Item* const lines = buffers.lines;
    std::size_t* const positions = buffers.positions;
    std::memcpy(buffers.starts, positions, bin_of.bins * sizeof(std::size_t));

    auto const write_part = [&](std::size_t bin, std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i)
            target.store(i, lines[bin * per_line + i % per_line]);
    };
    for_each_item(source, begin, end, [&](Item const& moved) {
        std::size_t const bin = bin_of(moved.key);
        std::size_t const position = positions[bin]++;
        std::size_t const slot = position % per_line;
        lines[bin * per_line + slot] = moved;
        if (slot == per_line - 1) [[unlikely]] {
            std::size_t const line_begin = position - slot;
            if (line_begin >= buffers.starts[bin])
                write_line(target, line_begin, lines + bin * per_line);
            else // the bin starts within this line: what is before it belongs to others
                write_part(bin, buffers.starts[bin], position + 1);
        }
    });
    for (std::size_t bin = 0; bin < bin_of.bins; ++bin) {
        std::size_t const line_begin = positions[bin] - positions[bin] % per_line;
        write_part(bin, line_begin > buffers.starts[bin] ? line_begin : buffers.starts[bin], positions[bin]);
    }
    finish_lines();
}

} // namespace pradix::cpu
