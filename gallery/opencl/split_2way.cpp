// SPDX-License-Identifier: MIT
#include "gallery/opencl/scan.hpp"
#include "gallery/opencl/scan_blelloch.cl.hpp"
#include "gallery/opencl/split_2way.cl.hpp"

namespace pradix::gallery::opencl {

void split_2way(stage& on) {
    std::uint32_t const n = on.count();
    std::size_t const entries = n + std::size_t{1}, threads = on.work.block, blocks = blocks_of(threads, entries);
    on.use({scan_blelloch_source, split_2way_source});
    // The scan works in place: what compact writes for digit 0 becomes scan_0.
    array const scan_0 = on.scratch(entries), compact_1 = on.scratch(entries), scan_1 = on.scratch(entries);
    array const places = on.record(n);
    auto const sums = scan_space(on, entries);

    for (std::uint32_t bit = on.work.begin_bit; bit < on.work.end_bit; ++bit) {
        on.begin_pass(bit, 1);
        on.launch("compact", blocks, threads, on.keys, n, bit, scan_0, compact_1);
        on.show("compact_0", scan_0, n);
        on.show("compact_1", compact_1, n);
        scan_exclusive(on, scan_0, entries, sums);
        on.launch("derive_scan_1", blocks, threads, scan_0, n, scan_1);
        on.show("scan_0", scan_0, entries);
        on.show("scan_1", scan_1, entries);
        on.launch("scatter", blocks, threads, on.keys, n, compact_1, scan_0, scan_1, on.other, places);
        on.show("scatter address", places, n);
        on.show_move(places, on.other);
        std::swap(on.keys, on.other);
    }
}

} // namespace pradix::gallery::opencl
