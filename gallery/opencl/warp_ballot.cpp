// SPDX-License-Identifier: MIT
#include "gallery/opencl/stage.hpp"
#include "gallery/opencl/warp_ballot.cl.hpp"

namespace pradix::gallery::opencl {

void warp_ballot(stage& on) {
    constexpr unsigned lanes = 32, rows = 8;
    std::uint32_t const n = on.count(), begin = on.work.begin_bit, end = on.work.end_bit;
    on.use({warp_ballot_source}, on.on().has_ballots(lanes) ? "-cl-std=CL3.0 -D HAS_BALLOT" : "");
    array const record = on.record(std::size_t{end - begin} * rows * n), keys = on.record_keys((end - begin) * n);

    on.launch("warp_ballot", on.work.arrays, lanes, on.keys, n, begin, end, record, keys);

    for (std::uint32_t bit = begin; on.traced() && bit < end; ++bit) {
        std::size_t const row = std::size_t{bit - begin} * rows * n;
        on.begin_pass(bit, 1);
        on.show("bit", record, n, row);
        on.show("mask of zeros", record, 1, row + n, notation::mask);
        on.show("mask of ones", record, 1, row + 2 * n, notation::mask);
        on.show("zeros", record, 1, row + 3 * n);
        on.show("ones", record, 1, row + 4 * n);
        on.show("first of its bit", record, n, row + 5 * n);
        on.show("rank in its bit", record, n, row + 6 * n);
        on.show("place", record, n, row + 7 * n);
        on.show_move(record, keys, row + 7 * n, std::size_t{bit - begin} * n);
    }
}

} // namespace pradix::gallery::opencl
