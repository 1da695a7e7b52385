// SPDX-License-Identifier: MIT
// global-split: the split by one bit over many blocks.
//
// Teaches: a grid has no barrier, so a pass is cut into launches where all threads have to meet: bits, scan, scatter.
//     The scan is exclusive: with ones_before key i and ones_total in all, a zero goes to i - ones_before and a one to
//     n - ones_total + ones_before.
// Steps: b log n for keys of b bits. Work: b n, since Blelloch's scan is work-efficient.
// Source: an article on parallel radix sort in CUDA, after W. Hwu, D. Kirk and I. El Hajj, Programming Massively
//     Parallel Processors, 4th edition, 2022, chapter 13. There the term for ones has the wrong sign.
// Loses: b passes, each of which reads the keys twice and the bits several times, and writes single keys to two places
//     that advance independently.
#include "gallery/cuda/scan.hpp"

namespace pradix::gallery::cuda {

namespace {

// n + 1 threads: the entry behind the last key holds no bit, so that the scan ends with the number of ones.
template <class Key>
__global__ void extract_bits(Key const* keys, unsigned n, unsigned bit, std::uint32_t* ones) {
    unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        ones[i] = keys[i] >> bit & 1;
    else if (i == n)
        ones[i] = 0;
}

template <class Key>
__global__ void scatter(Key const* keys, unsigned n, unsigned bit, std::uint32_t const* ones_before, Key* sorted,
                        std::uint32_t* places) {
    unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Key const key = keys[i];
    std::uint32_t const ones_total = ones_before[n];
    unsigned const place = key >> bit & 1 ? n - ones_total + ones_before[i] : i - ones_before[i];
    sorted[place] = key;
    if (places)
        places[i] = place;
}

template <class Key>
void sort(stage& on) {
    unsigned const n = on.count(), threads = on.work.block, blocks = blocks_of(threads, n + std::size_t{1});
    std::uint32_t* const ones = on.scratch(n + std::size_t{1});
    std::uint32_t* const places = on.record(n);
    auto const sums = scan_space(on, n + std::size_t{1});

    for (unsigned bit = on.work.begin_bit; bit < on.work.end_bit; ++bit) {
        on.begin_pass(bit, 1);
        extract_bits<<<blocks, threads>>>(on.keys<Key>(), n, bit, ones);
        on.show("bit", ones, n);
        scan_exclusive(on, ones, n + std::size_t{1}, sums);
        on.show("ones before", ones, n);
        on.show("ones in total", ones + n, 1);
        scatter<<<blocks, threads>>>(on.keys<Key>(), n, bit, ones, on.other<Key>(), places);
        on.show("place", places, n);
        on.show_move(places, on.other<Key>());
        on.swap();
    }
}

} // namespace

void global_split(stage& on) {
    by_key_width(on, sort<std::uint32_t>, sort<std::uint64_t>);
}

} // namespace pradix::gallery::cuda
