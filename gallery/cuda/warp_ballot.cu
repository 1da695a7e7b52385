// SPDX-License-Identifier: MIT
// warp-ballot: up to 32 keys, sorted by the 32 lanes of one warp.
//
// Teaches: one bit in one warp. All lanes hold up the bit of their key; the ballot gives everyone the mask of ones. A
//     lane counts the ones, or the zeros, of the lanes below it: its rank among the keys with the same bit. No scan in
//     memory, and no barrier but the warp's.
// Steps: b for keys of b bits. Work: b n.
// Source: a tutorial on radix sort within a warp by means of __ballot and __popc.
// Loses: 32 keys are all. A larger array needs a way to tell what other warps counted: block-split.
#include "gallery/cuda/stage.hpp"

namespace pradix::gallery::cuda {

namespace {

constexpr unsigned lanes = 32, warps = 4, rows = 8;

// A warp sorts an array; a block is several warps that do not know of each other. Lanes without a key vote for nothing
// and stay where they are, so n < 32 needs no padding.
template <class Key>
__global__ void sort_warps(Key* arrays, unsigned n, unsigned array_count, unsigned begin_bit, unsigned end_bit,
                           std::uint32_t* record, Key* key_record) {
    __shared__ Key shared[warps][2][lanes]; // keys hop from one row to the other
    unsigned const warp = threadIdx.x / lanes, lane = threadIdx.x % lanes;
    std::size_t const index = std::size_t{blockIdx.x} * warps + warp;
    if (index >= array_count)
        return; // the whole warp
    auto& keys = shared[warp];
    bool const has_key = lane < n;
    std::uint32_t const all = n == lanes ? ~0u : (1u << n) - 1, below = (1u << lane) - 1;
    Key* const array = arrays + index * n;
    unsigned now = 0;
    if (has_key)
        keys[now][lane] = array[lane];
    for (unsigned bit = begin_bit; bit < end_bit; ++bit) {
        __syncwarp(); // all keys lie in this row
        Key const key = has_key ? keys[now][lane] : 0;
        bool const is_one = key >> bit & 1;
        std::uint32_t const ones = __ballot_sync(~0u, is_one);
        std::uint32_t const zeros = all & ~ones;
        unsigned const first = is_one ? __popc(zeros) : 0; // the place of the first key with this bit
        unsigned const rank = __popc((is_one ? ones : zeros) & below);
        unsigned const place = first + rank;
        now = 1 - now;
        if (has_key)
            keys[now][place] = key;
        if (record && has_key) {
            std::uint32_t const values[rows] = {
                is_one, zeros, ones, static_cast<unsigned>(__popc(zeros)), static_cast<unsigned>(__popc(ones)),
                first,  rank,  place};
            for (unsigned row = 0; row < rows; ++row)
                record[((bit - begin_bit) * rows + row) * n + lane] = values[row];
            key_record[(bit - begin_bit) * n + place] = key;
        }
    }
    __syncwarp(); // all keys lie in this row
    if (has_key)
        array[lane] = keys[now][lane];
}

template <class Key>
void sort(stage& on) {
    unsigned const n = on.count(), begin = on.work.begin_bit, end = on.work.end_bit;
    auto const arrays = static_cast<unsigned>(on.work.arrays);
    std::uint32_t* const record = on.record(std::size_t{end - begin} * rows * n);
    Key* const keys = on.record_keys<Key>(std::size_t{end - begin} * n);

    sort_warps<<<blocks_of(warps, arrays), warps * lanes>>>(on.keys<Key>(), n, arrays, begin, end, record, keys);

    for (unsigned bit = begin; on.traced() && bit < end; ++bit) {
        std::uint32_t const* const row = record + std::size_t{bit - begin} * rows * n;
        on.begin_pass(bit, 1);
        on.show("bit", row, n);
        on.show("mask of zeros", row + n, 1, notation::mask);
        on.show("mask of ones", row + 2 * n, 1, notation::mask);
        on.show("zeros", row + 3 * n, 1);
        on.show("ones", row + 4 * n, 1);
        on.show("first of its bit", row + 5 * n, n);
        on.show("rank in its bit", row + 6 * n, n);
        on.show("place", row + 7 * n, n);
        on.show_move(row + 7 * n, keys + std::size_t{bit - begin} * n);
    }
}

} // namespace

void warp_ballot(stage& on) {
    by_key_width(on, sort<std::uint32_t>, sort<std::uint64_t>);
}

} // namespace pradix::gallery::cuda
