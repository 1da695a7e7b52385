// SPDX-License-Identifier: MIT
// All that sorts keys of one size, whatever their values. Included by the files beside it only.
#pragma once

#include "src/cuda/instances/sort_in_one_launch.cuh"
#include "src/cuda/instances/sort_in_passes.cuh"
#include "src/cuda/instances/sort_in_ranges.cuh"
#include "src/cuda/instances/sort_steps.cuh"

namespace pradix::cuda {

template <class Bits>
void sort_items(request const& what, tuning const& tuned, std::byte* workspace, cudaStream_t stream) {
    switch (what.value_bytes) {
    case 0:
        return item_sorter<Bits, no_value>(what, tuned, workspace, stream).run();
    case 4:
        return item_sorter<Bits, std::uint32_t>(what, tuned, workspace, stream).run();
    case 8:
        return item_sorter<Bits, std::uint64_t>(what, tuned, workspace, stream).run();
    default:
        return item_sorter<Bits, value_16>(what, tuned, workspace, stream).run();
    }
}

} // namespace pradix::cuda
