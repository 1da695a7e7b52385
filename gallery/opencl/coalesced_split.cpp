// SPDX-License-Identifier: MIT
#include "gallery/opencl/coalesced_split.cl.hpp"
#include "gallery/opencl/scan.hpp"
#include "gallery/opencl/scan_blelloch.cl.hpp"

namespace pradix::gallery::opencl {

void coalesced_split(stage& on) {
    std::uint32_t const n = on.count();
    std::size_t const section = on.work.block, blocks = blocks_of(section, n), buckets = 1u << on.work.radix_bits;
    on.use({scan_blelloch_source, coalesced_split_source});
    array const table = on.scratch(buckets * blocks), places = on.record(std::size_t{on.work.radix_bits} * n);
    array const keys = on.record_keys(std::size_t{on.work.radix_bits} * n);
    auto const sums = scan_space(on, buckets * blocks);
    on.show_sections(section);

    for (std::uint32_t low = on.work.begin_bit; low < on.work.end_bit; low += on.work.radix_bits) {
        std::uint32_t const bits = on.work.digit_bits(low);
        std::size_t const entries = blocks << bits;
        on.begin_pass(low, bits);
        on.launch("sort_sections", blocks, section, on.keys, n, low, bits, table, places, keys,
                  stage::local_keys{section}, stage::local_words{section}, stage::local_words{buckets},
                  stage::local_words{buckets});
        for (unsigned bit = 0; bit < bits; ++bit) {
            on.show("place in section", places, n, std::size_t{bit} * n);
            on.show_keys("in sections", keys, std::size_t{bit} * n);
            on.show_move(places, keys, std::size_t{bit} * n, std::size_t{bit} * n);
        }
        for (unsigned bucket = 0; bucket < 1u << bits; ++bucket)
            on.show("counts of bucket " + std::to_string(bucket), table, blocks, bucket * blocks);
        scan_exclusive(on, table, entries, sums);
        for (unsigned bucket = 0; bucket < 1u << bits; ++bucket)
            on.show("starts of bucket " + std::to_string(bucket), table, blocks, bucket * blocks);
        on.launch("write_sections", blocks, section, on.keys, n, low, bits, table, on.other, places,
                  stage::local_words{buckets});
        on.show("place", places, n);
        on.show_move(places, on.other);
        std::swap(on.keys, on.other);
    }
}

} // namespace pradix::gallery::opencl
