// SPDX-License-Identifier: MIT
#include "gallery/opencl/scan.hpp"
#include "gallery/opencl/scan_blelloch.cl.hpp"
#include "gallery/opencl/split_4way.cl.hpp"

namespace pradix::gallery::opencl {

void split_4way(stage& on) {
    std::uint32_t const n = on.count();
    std::size_t const entries = n + std::size_t{1}, threads = on.work.block, blocks = blocks_of(threads, entries);
    on.use({scan_blelloch_source, split_4way_source});
    // The scans work in place: what compact writes for a digit becomes its scan.
    array const scan[] = {on.scratch(entries), on.scratch(entries), on.scratch(entries), on.scratch(entries)};
    array const places = on.record(n);
    auto const sums = scan_space(on, entries);

    for (std::uint32_t low = on.work.begin_bit; low < on.work.end_bit; low += on.work.radix_bits) {
        std::uint32_t const bits = on.work.digit_bits(low);
        unsigned const digits = 1u << bits;
        on.begin_pass(low, bits);
        on.launch("compact", blocks, threads, on.keys, n, low, bits, scan[0], scan[1], scan[2], scan[3]);
        for (unsigned digit = 0; digit < digits; ++digit)
            on.show("compact_" + std::to_string(digit), scan[digit], n);
        for (unsigned digit = 0; digit < digits; ++digit)
            scan_exclusive(on, scan[digit], entries, sums);
        for (unsigned digit = 0; digit < digits; ++digit)
            on.show("scan_" + std::to_string(digit), scan[digit], entries);
        on.launch("scatter", blocks, threads, on.keys, n, low, bits, scan[0], scan[1], scan[2], scan[3], on.other,
                  places);
        on.show("scatter address", places, n);
        on.show_move(places, on.other);
        std::swap(on.keys, on.other);
    }
}

} // namespace pradix::gallery::opencl
