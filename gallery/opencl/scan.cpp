// SPDX-License-Identifier: MIT
#include "gallery/opencl/scan.hpp"

namespace pradix::gallery::opencl {

std::vector<array> scan_space(stage& on, std::size_t count) {
    std::vector<array> sums;
    do {
        count = blocks_of(2 * on.work.block, count);
        sums.push_back(on.scratch(count));
    } while (count > 1);
    return sums;
}

// Each tile by itself; then, if there are several, their sums in the same way.
void scan_exclusive(stage& on, array const& values, std::size_t count, std::vector<array> const& sums,
                    array const& steps, std::size_t level) {
    unsigned const threads = on.work.block;
    auto const n = static_cast<std::uint32_t>(count);
    std::size_t const tiles = blocks_of(2 * threads, count);
    on.launch("scan_tiles", tiles, threads, values, n, sums[level], steps, stage::local_words{2 * threads});
    if (tiles == 1)
        return;
    scan_exclusive(on, sums[level], tiles, sums, {}, level + 1);
    on.launch("add_sums", tiles, threads, values, n, sums[level]);
}

} // namespace pradix::gallery::opencl
