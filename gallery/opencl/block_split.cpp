// SPDX-License-Identifier: MIT
#include "gallery/opencl/block_split.cl.hpp"
#include "gallery/opencl/scan_hillis_steele.cl.hpp"
#include "gallery/opencl/stage.hpp"

#include <bit>

namespace pradix::gallery::opencl {

void block_split(stage& on) {
    constexpr unsigned rows = 4;
    std::uint32_t const n = on.count(), begin = on.work.begin_bit, end = on.work.end_bit, threads = std::bit_ceil(n);
    unsigned const scan_steps = std::bit_width(threads) - 1;
    on.use({scan_hillis_steele_source, block_split_source});
    array const record = on.record(std::size_t{end - begin} * rows * n), keys = on.record_keys((end - begin) * n);
    array const steps = on.record(std::size_t{end - begin} * scan_steps * threads);

    on.launch("block_split", 1, threads, on.keys, n, begin, end, record, keys, steps, stage::local_words{threads},
              stage::local_keys{threads});

    for (std::uint32_t bit = begin; on.traced() && bit < end; ++bit) {
        std::size_t const pass = bit - begin, row = pass * rows * n;
        on.begin_pass(bit, 1);
        on.show("bit", record, n, row);
        for (unsigned step = 0; step < scan_steps; ++step)
            on.show("scan, offset " + std::to_string(1u << step), steps, n, (pass * scan_steps + step) * threads);
        on.show("T_before", record, n, row + n);
        on.show("F_total", record, 1, row + 2 * n);
        on.show("place", record, n, row + 3 * n);
        on.show_move(record, keys, row + 3 * n, pass * n);
    }
}

} // namespace pradix::gallery::opencl
