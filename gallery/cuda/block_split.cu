// SPDX-License-Identifier: MIT
// block-split: as many keys as one block has threads.
//
// Teaches: a split by one bit is a stable partition, and a scan of the bits tells every key its place. With T_before
//     ones up to and including key i, and F_total zeros in all, a one goes to T_before - 1 + F_total, behind all zeros
//     and the ones before it; a zero goes to i - T_before, past the ones before it and no further.
// Steps: b log n for keys of b bits. Work: b n log n; two barriers a step of the scan.
// Source: S. Weiss, CUDA-based Parallel Radix Sort (Hunter College), after M. Harris, S. Sengupta and J. Owens,
//     Parallel Prefix Sum (Scan) with CUDA, GPU Gems 3, chapter 39, 2007.
// Loses: one block is one multiprocessor, and its threads are the limit. Most of the time goes into barriers.
#include "gallery/cuda/scan_hillis_steele.cuh"
#include "gallery/cuda/stage.hpp"

#include <bit>

namespace pradix::gallery::cuda {

namespace {

constexpr unsigned most_threads = 1024, rows = 4;

// `threads` of the block is a power of two that is not less than n: threads without a key count nothing.
template <class Key>
__global__ __launch_bounds__(most_threads) void sort_block(Key* keys, unsigned n, unsigned begin_bit, unsigned end_bit,
                                                           std::uint32_t* record, Key* key_record,
                                                           std::uint32_t* steps) {
    __shared__ std::uint32_t ones[most_threads];
    __shared__ Key sorted[most_threads];
    unsigned const i = threadIdx.x, threads = blockDim.x;
    bool const has_key = i < n;
    Key key = has_key ? keys[i] : 0;
    for (unsigned bit = begin_bit; bit < end_bit; ++bit) {
        std::uint32_t const is_one = key >> bit & 1;
        ones[i] = is_one;
        std::uint32_t const t_before = scan_hillis_steele(ones, threads, steps);
        std::uint32_t const f_total = n - ones[threads - 1];
        unsigned const place = is_one ? t_before - 1 + f_total : i - t_before;
        if (has_key)
            sorted[place] = key;
        __syncthreads(); // all keys are in their places, and the scan has been read
        if (has_key)
            key = sorted[i];
        if (record && has_key) {
            std::uint32_t const values[rows] = {is_one, t_before, f_total, place};
            for (unsigned row = 0; row < rows; ++row)
                record[((bit - begin_bit) * rows + row) * n + i] = values[row];
            key_record[(bit - begin_bit) * n + i] = key;
        }
        if (steps)
            for (unsigned offset = 1; offset < threads; offset *= 2)
                steps += threads; // a row for every step of the scan
    }
    if (has_key)
        keys[i] = key;
}

template <class Key>
void sort(stage& on) {
    unsigned const n = on.count(), begin = on.work.begin_bit, end = on.work.end_bit, threads = std::bit_ceil(n);
    unsigned const scan_steps = std::bit_width(threads) - 1;
    std::uint32_t* const record = on.record(std::size_t{end - begin} * rows * n);
    Key* const keys = on.record_keys<Key>(std::size_t{end - begin} * n);
    std::uint32_t* const steps = on.record(std::size_t{end - begin} * scan_steps * threads);

    sort_block<<<1, threads>>>(on.keys<Key>(), n, begin, end, record, keys, steps);

    for (unsigned bit = begin; on.traced() && bit < end; ++bit) {
        std::size_t const pass = bit - begin;
        std::uint32_t const* const row = record + pass * rows * n;
        on.begin_pass(bit, 1);
        on.show("bit", row, n);
        for (unsigned step = 0; step < scan_steps; ++step)
            on.show("scan, offset " + std::to_string(1u << step), steps + (pass * scan_steps + step) * threads, n);
        on.show("T_before", row + n, n);
        on.show("F_total", row + 2 * n, 1);
        on.show("place", row + 3 * n, n);
        on.show_move(row + 3 * n, keys + pass * n);
    }
}

} // namespace

void block_split(stage& on) {
    by_key_width(on, sort<std::uint32_t>, sort<std::uint64_t>);
}

} // namespace pradix::gallery::cuda
