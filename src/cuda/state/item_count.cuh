// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

namespace pradix::cuda {

// A number of items known to the host, or at most that many and known to the device.
struct item_count {
    std::uint64_t most;
    std::uint64_t const* exact;

    __device__ std::uint64_t get() const { return exact == nullptr ? most : min(*exact, most); }
};

// So many that each has `items_of_block`, up to a limit; the rest is done in turns.
inline unsigned blocks_for(std::uint64_t items, unsigned items_of_block) {
    constexpr std::uint64_t most = 1u << 20;
    return static_cast<unsigned>(std::clamp((items + items_of_block - 1) / items_of_block, std::uint64_t{1}, most));
}

} // namespace pradix::cuda
