// SPDX-License-Identifier: MIT
// split-4way: two bits a pass.
//
// Teaches: wider digits mean fewer passes over the keys. Four predicates, one for each value of the digit, and four
//     exclusive scans; a key goes behind all keys of smaller digits.
// Steps: (b / 2) log n for keys of b bits. Work: (b / 2) 4 n.
// Source: M. Venkatakrishna, (2-Way) Radix-Sort, lecture slides, part on 4-way radix sort.
// Loses: an array and a scan for each value of the digit: with r bits 2^r of them, so what r saves in passes it loses
//     in scans. Counting instead of marking, as in histogram-scan-reorder, is the way out.
#include "gallery/cuda/scan.hpp"

namespace pradix::gallery::cuda {

namespace {

// n + 1 threads: the entries behind the last key mark nothing.
template <class Key>
__global__ void compact(Key const* keys, unsigned n, unsigned low_bit, unsigned bits, std::uint32_t* compact_0,
                        std::uint32_t* compact_1, std::uint32_t* compact_2, std::uint32_t* compact_3) {
    unsigned const k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k > n)
        return;
    unsigned const digit = k < n ? keys[k] >> low_bit & ((1u << bits) - 1) : 4;
    compact_0[k] = digit == 0;
    compact_1[k] = digit == 1;
    compact_2[k] = digit == 2;
    compact_3[k] = digit == 3;
}

template <class Key>
__global__ void scatter(Key const* keys, unsigned n, unsigned low_bit, unsigned bits, std::uint32_t const* scan_0,
                        std::uint32_t const* scan_1, std::uint32_t const* scan_2, std::uint32_t const* scan_3,
                        Key* sorted, std::uint32_t* places) {
    unsigned const k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n)
        return;
    std::uint32_t const behind_0 = scan_0[n], behind_1 = behind_0 + scan_1[n];
    unsigned place;
    switch (keys[k] >> low_bit & ((1u << bits) - 1)) {
    case 0:
        place = scan_0[k];
        break;
    case 1:
        place = behind_0 + scan_1[k];
        break;
    case 2:
        place = behind_1 + scan_2[k];
        break;
    default:
        place = behind_1 + scan_2[n] + scan_3[k];
    }
    sorted[place] = keys[k];
    if (places)
        places[k] = place;
}

template <class Key>
void sort(stage& on) {
    std::size_t const entries = on.work.count + 1;
    unsigned const n = on.count(), threads = on.work.block, blocks = blocks_of(threads, entries);
    // The scans work in place: what compact writes for a digit becomes its scan.
    std::uint32_t* const scan[] = {on.scratch(entries), on.scratch(entries), on.scratch(entries), on.scratch(entries)};
    std::uint32_t* const places = on.record(n);
    auto const sums = scan_space(on, entries);

    for (unsigned low = on.work.begin_bit; low < on.work.end_bit; low += on.work.radix_bits) {
        unsigned const bits = on.work.digit_bits(low), digits = 1u << bits;
        on.begin_pass(low, bits);
        compact<<<blocks, threads>>>(on.keys<Key>(), n, low, bits, scan[0], scan[1], scan[2], scan[3]);
        for (unsigned digit = 0; digit < digits; ++digit)
            on.show("compact_" + std::to_string(digit), scan[digit], n);
        for (unsigned digit = 0; digit < digits; ++digit)
            scan_exclusive(on, scan[digit], entries, sums);
        for (unsigned digit = 0; digit < digits; ++digit)
            on.show("scan_" + std::to_string(digit), scan[digit], entries);
        scatter<<<blocks, threads>>>(on.keys<Key>(), n, low, bits, scan[0], scan[1], scan[2], scan[3], on.other<Key>(),
                                     places);
        on.show("scatter address", places, n);
        on.show_move(places, on.other<Key>());
        on.swap();
    }
}

} // namespace

void split_4way(stage& on) {
    by_key_width(on, sort<std::uint32_t>, sort<std::uint64_t>);
}

} // namespace pradix::gallery::cuda
