// SPDX-License-Identifier: MIT
// histogram-scan-reorder: digits of several bits, counted rather than marked.
//
// Teaches: G groups of I items divide the keys among them. Each item counts the digits of its own part into its column
//     of H(digit, group, item), laid out digit by digit; one exclusive scan turns every entry into the place of the
//     first key of that digit that the item will meet; each item walks its part again and puts its keys there. The
//     work on H does not grow with n, and b / r passes are enough.
//     Signed keys and floats become unsigned numbers when they are first read, and themselves again when they are last
//     written, so they cost no pass of their own.
// Steps: (b / r) (n / p + log(2^r p)) for keys of b bits and p = G I items. Work: (b / r) (n + 2^r p).
// Source: H. Yatskov and N. Muerdter, Parallel Radix Sort on OpenCL (Karlsruhe), after P. Helluy, A portable
//     implementation of the radix sort algorithm in OpenCL, 2011.
// Loses: an item walks its part alone, so neighbouring threads read addresses that lie a part apart, and write 2^r
//     places each: neither is coalesced. A wide r needs shared memory for I 2^r counts. What the fast backends do
//     instead: a tile a block, ranked in shared memory, written as runs.
#include "gallery/cuda/scan.hpp"
#include "src/core/key_codec.hpp"

namespace pradix::gallery::cuda {

namespace {

// Every item counts `share` keys.
template <class Key>
__global__ void histogram(Key const* keys, unsigned share, unsigned low_bit, unsigned bits, core::key_order<Key> first,
                          std::uint32_t* table) {
    extern __shared__ std::uint32_t counts[];
    unsigned const item = threadIdx.x, items = blockDim.x, group = blockIdx.x, groups = gridDim.x;
    unsigned const digits = 1u << bits;
    for (unsigned d = 0; d < digits; ++d)
        counts[d * items + item] = 0;
    unsigned const begin = (group * items + item) * share;
    for (unsigned k = begin; k < begin + share; ++k)
        ++counts[(first.encode(keys[k]) >> low_bit & (digits - 1)) * items + item];
    for (unsigned d = 0; d < digits; ++d)
        table[(d * groups + group) * items + item] = counts[d * items + item];
}

// Encodes what it reads and decodes what it writes.
template <class Key>
__global__ void reorder(Key const* keys, unsigned share, unsigned low_bit, unsigned bits, core::key_order<Key> first,
                        core::key_order<Key> last, std::uint32_t const* table, Key* sorted, std::uint32_t* places) {
    extern __shared__ std::uint32_t next[];
    unsigned const item = threadIdx.x, items = blockDim.x, group = blockIdx.x, groups = gridDim.x;
    unsigned const digits = 1u << bits;
    for (unsigned d = 0; d < digits; ++d)
        next[d * items + item] = table[(d * groups + group) * items + item];
    unsigned const begin = (group * items + item) * share;
    for (unsigned k = begin; k < begin + share; ++k) {
        Key const key = first.encode(keys[k]);
        unsigned const place = next[(key >> low_bit & (digits - 1)) * items + item]++;
        sorted[place] = last.decode(key);
        if (places)
            places[k] = place;
    }
}

template <class Key>
void sort(stage& on) {
    unsigned const n = on.count(), groups = on.work.groups, items = on.work.block, all_items = groups * items;
    auto const share = static_cast<unsigned>(on.work.padded / all_items);
    std::uint32_t* const table = on.scratch(std::size_t{all_items} << on.work.radix_bits);
    std::uint32_t* const places = on.record(on.work.padded);
    auto const sums = scan_space(on, std::size_t{all_items} << on.work.radix_bits);
    on.show_sections(share);
    core::key_order<Key> const order{static_cast<Key>(on.work.flip), static_cast<Key>(on.work.negative)}, none;

    for (unsigned low = on.work.begin_bit; low < on.work.end_bit; low += on.work.radix_bits) {
        unsigned const bits = on.work.digit_bits(low);
        std::size_t const shared_bytes = (std::size_t{items} << bits) * sizeof(std::uint32_t);
        auto const& first = low == on.work.begin_bit ? order : none;
        auto const& last = low + bits == on.work.end_bit ? order : none;

        on.begin_pass(low, bits);
        histogram<<<groups, items, shared_bytes>>>(on.keys<Key>(), share, low, bits, first, table);
        for (unsigned digit = 0; digit < 1u << bits; ++digit)
            on.show("H, digit " + std::to_string(digit), table + std::size_t{digit} * all_items, all_items);
        scan_exclusive(on, table, std::size_t{all_items} << bits, sums);
        for (unsigned digit = 0; digit < 1u << bits; ++digit)
            on.show("scan of H, digit " + std::to_string(digit), table + std::size_t{digit} * all_items, all_items);
        reorder<<<groups, items, shared_bytes>>>(on.keys<Key>(), share, low, bits, first, last, table, on.other<Key>(),
                                                 places);
        on.show("place", places, n);
        on.show_move(places, on.other<Key>());
        on.swap();
    }
}

} // namespace

void histogram_scan_reorder(stage& on) {
    by_key_width(on, sort<std::uint32_t>, sort<std::uint64_t>);
}

} // namespace pradix::gallery::cuda
