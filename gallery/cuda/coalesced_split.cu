// SPDX-License-Identifier: MIT
// coalesced-split: sections sorted in shared memory before they are written.
//
// Teaches: memory is read and written in lines. Scattered straight away, neighbouring threads write to different lines;
//     sorted by the digit first, a block's keys are at most 2^r runs, and neighbouring threads write neighbours. Blocks
//     learn where their runs go from a table of counts, laid out bucket by bucket: all blocks' zeros, then all blocks'
//     ones. Its exclusive scan is each block's start in each bucket.
// Steps: (b / r) (r log s + log(2^r n / s)) for keys of b bits in sections of s keys. Work: b n + (b / r) 2^r n / s.
// Source: an article on parallel radix sort in CUDA, part on memory coalescing, after W. Hwu, D. Kirk and I. El
//     Hajj, Programming Massively Parallel Processors, 4th edition, 2022, chapter 13.
// Loses: a section is one key a thread, so runs are short: with r bits s / 2^r keys on average. Each bit of the digit
//     still takes a scan with all its barriers.
#include "gallery/cuda/scan.hpp"
#include "gallery/cuda/scan_blelloch.cuh"

namespace pradix::gallery::cuda {

namespace {

constexpr unsigned most_threads = 256, most_buckets = 256;

// Sorts a section of one key a thread by the digit, a split a bit, and counts its buckets.
template <class Key>
__global__ void sort_sections(Key* keys, unsigned n, unsigned low_bit, unsigned bits, std::uint32_t* table,
                              std::uint32_t* places, Key* key_record) {
    __shared__ Key section[most_threads];
    __shared__ std::uint32_t ones[most_threads], begins[most_buckets], ends[most_buckets];
    unsigned const i = threadIdx.x, threads = blockDim.x, block = blockIdx.x;
    unsigned const first = block * threads, size = min(threads, n - first), buckets = 1u << bits;
    bool const has_key = i < size;
    Key key = has_key ? keys[first + i] : 0;
    for (unsigned bit = low_bit; bit < low_bit + bits; ++bit) {
        std::uint32_t const is_one = key >> bit & 1;
        ones[i] = is_one;
        std::uint32_t const ones_total = scan_blelloch(ones, threads, nullptr);
        unsigned const place = is_one ? size - ones_total + ones[i] : i - ones[i];
        if (has_key)
            section[place] = key;
        __syncthreads(); // all keys are in their places, and the scan has been read
        if (has_key)
            key = section[i];
        if (places && has_key) {
            places[(bit - low_bit) * n + first + i] = first + place;
            key_record[(bit - low_bit) * n + first + i] = key;
        }
    }
    if (has_key)
        keys[first + i] = key;

    for (unsigned d = i; d < buckets; d += threads)
        begins[d] = ends[d] = 0;
    __syncthreads(); // empty buckets are marked as such
    unsigned const digit = key >> low_bit & (buckets - 1);
    if (has_key && (i == 0 || (section[i - 1] >> low_bit & (buckets - 1)) != digit))
        begins[digit] = i;
    if (has_key && (i == size - 1 || (section[i + 1] >> low_bit & (buckets - 1)) != digit))
        ends[digit] = i + 1;
    __syncthreads(); // all buckets are measured
    for (unsigned d = i; d < buckets; d += threads)
        table[d * gridDim.x + block] = ends[d] - begins[d];
}

// Writes each bucket of a section as one run.
template <class Key>
__global__ void write_sections(Key const* keys, unsigned n, unsigned low_bit, unsigned bits,
                               std::uint32_t const* starts, Key* sorted, std::uint32_t* places) {
    __shared__ std::uint32_t begins[most_buckets];
    unsigned const i = threadIdx.x, block = blockIdx.x, first = block * blockDim.x, mask = (1u << bits) - 1;
    bool const has_key = first + i < n;
    Key const key = has_key ? keys[first + i] : 0;
    unsigned const digit = key >> low_bit & mask;
    if (has_key && (i == 0 || (keys[first + i - 1] >> low_bit & mask) != digit))
        begins[digit] = i;
    __syncthreads(); // it is known where each bucket begins
    if (!has_key)
        return;
    unsigned const place = starts[digit * gridDim.x + block] + i - begins[digit];
    sorted[place] = key;
    if (places)
        places[first + i] = place;
}

template <class Key>
void sort(stage& on) {
    unsigned const n = on.count(), section = on.work.block, blocks = blocks_of(section, n);
    std::size_t const buckets = std::size_t{1} << on.work.radix_bits;
    std::uint32_t* const table = on.scratch(buckets * blocks);
    std::uint32_t* const places = on.record(std::size_t{on.work.radix_bits} * n);
    Key* const keys = on.record_keys<Key>(std::size_t{on.work.radix_bits} * n);
    auto const sums = scan_space(on, buckets * blocks);
    on.show_sections(section);

    for (unsigned low = on.work.begin_bit; low < on.work.end_bit; low += on.work.radix_bits) {
        unsigned const bits = on.work.digit_bits(low);
        on.begin_pass(low, bits);
        sort_sections<<<blocks, section>>>(on.keys<Key>(), n, low, bits, table, places, keys);
        for (unsigned bit = 0; on.traced() && bit < bits; ++bit) {
            std::size_t const row = std::size_t{bit} * n;
            on.show("place in section", places + row, n);
            on.show_keys("in sections", keys + row);
            on.show_move(places + row, keys + row);
        }
        for (unsigned bucket = 0; bucket < 1u << bits; ++bucket)
            on.show("counts of bucket " + std::to_string(bucket), table + std::size_t{bucket} * blocks, blocks);
        scan_exclusive(on, table, std::size_t{blocks} << bits, sums);
        for (unsigned bucket = 0; bucket < 1u << bits; ++bucket)
            on.show("starts of bucket " + std::to_string(bucket), table + std::size_t{bucket} * blocks, blocks);
        write_sections<<<blocks, section>>>(on.keys<Key>(), n, low, bits, table, on.other<Key>(), places);
        on.show("place", places, n);
        on.show_move(places, on.other<Key>());
        on.swap();
    }
}

} // namespace

void coalesced_split(stage& on) {
    by_key_width(on, sort<std::uint32_t>, sort<std::uint64_t>);
}

} // namespace pradix::gallery::cuda
