// SPDX-License-Identifier: MIT
#include "gallery/opencl/global_split.cl.hpp"
#include "gallery/opencl/scan.hpp"
#include "gallery/opencl/scan_blelloch.cl.hpp"

namespace pradix::gallery::opencl {

void global_split(stage& on) {
    std::uint32_t const n = on.count();
    std::size_t const threads = on.work.block, blocks = blocks_of(threads, n + std::size_t{1});
    on.use({scan_blelloch_source, global_split_source});
    array const ones = on.scratch(n + std::size_t{1}), places = on.record(n);
    auto const sums = scan_space(on, n + std::size_t{1});

    for (std::uint32_t bit = on.work.begin_bit; bit < on.work.end_bit; ++bit) {
        on.begin_pass(bit, 1);
        on.launch("extract_bits", blocks, threads, on.keys, n, bit, ones);
        on.show("bit", ones, n);
        scan_exclusive(on, ones, n + std::size_t{1}, sums);
        on.show("ones before", ones, n);
        on.show("ones in total", ones, 1, n);
        on.launch("scatter", blocks, threads, on.keys, n, bit, ones, on.other, places);
        on.show("place", places, n);
        on.show_move(places, on.other);
        std::swap(on.keys, on.other);
    }
}

} // namespace pradix::gallery::opencl
