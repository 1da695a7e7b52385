// SPDX-License-Identifier: MIT
// split-2way: the split by one bit as two compactions.
//
// Teaches: a predicate and its exclusive scan compact an array: compact_0 marks the keys whose bit is 0, scan_0 tells
//     where they go, and its last entry, the n-th, how many they are. Keys that are not marked in compact_0 are in
//     compact_1, so scan_1 needs no second scan: scan_1[k] = k - scan_0[k].
// Steps: b log n for keys of b bits. Work: b n.
// Source: M. Venkatakrishna, (2-Way) Radix-Sort, lecture slides. There the scatter also copies back, in one block.
// Loses: the same passes as global-split and more arrays: two predicates and two scans, written and read again.
#include "gallery/cuda/scan.hpp"

namespace pradix::gallery::cuda {

namespace {

// n + 1 threads: the entry behind the last key marks nothing.
template <class Key>
__global__ void compact(Key const* keys, unsigned n, unsigned bit, std::uint32_t* compact_0, std::uint32_t* compact_1) {
    unsigned const k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n) {
        std::uint32_t const is_one = keys[k] >> bit & 1;
        compact_0[k] = 1 - is_one;
        compact_1[k] = is_one;
    } else if (k == n) {
        compact_0[k] = compact_1[k] = 0;
    }
}

__global__ void derive_scan_1(std::uint32_t const* scan_0, unsigned n, std::uint32_t* scan_1) {
    unsigned const k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k <= n)
        scan_1[k] = k - scan_0[k];
}

// Writes to another array: copying back in this kernel would overwrite keys that other blocks have not read yet.
template <class Key>
__global__ void scatter(Key const* keys, unsigned n, std::uint32_t const* compact_1, std::uint32_t const* scan_0,
                        std::uint32_t const* scan_1, Key* sorted, std::uint32_t* places) {
    unsigned const k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n)
        return;
    std::uint32_t const zeros = scan_0[n];
    unsigned const place = compact_1[k] ? zeros + scan_1[k] : scan_0[k];
    sorted[place] = keys[k];
    if (places)
        places[k] = place;
}

template <class Key>
void sort(stage& on) {
    std::size_t const entries = on.work.count + 1;
    unsigned const n = on.count(), threads = on.work.block, blocks = blocks_of(threads, entries);
    // The scan works in place: what compact writes for digit 0 becomes scan_0.
    std::uint32_t* const scan_0 = on.scratch(entries);
    std::uint32_t* const compact_1 = on.scratch(entries);
    std::uint32_t* const scan_1 = on.scratch(entries);
    std::uint32_t* const places = on.record(n);
    auto const sums = scan_space(on, entries);

    for (unsigned bit = on.work.begin_bit; bit < on.work.end_bit; ++bit) {
        on.begin_pass(bit, 1);
        compact<<<blocks, threads>>>(on.keys<Key>(), n, bit, scan_0, compact_1);
        on.show("compact_0", scan_0, n);
        on.show("compact_1", compact_1, n);
        scan_exclusive(on, scan_0, entries, sums);
        derive_scan_1<<<blocks, threads>>>(scan_0, n, scan_1);
        on.show("scan_0", scan_0, entries);
        on.show("scan_1", scan_1, entries);
        scatter<<<blocks, threads>>>(on.keys<Key>(), n, compact_1, scan_0, scan_1, on.other<Key>(), places);
        on.show("scatter address", places, n);
        on.show_move(places, on.other<Key>());
        on.swap();
    }
}

} // namespace

void split_2way(stage& on) {
    by_key_width(on, sort<std::uint32_t>, sort<std::uint64_t>);
}

} // namespace pradix::gallery::cuda
