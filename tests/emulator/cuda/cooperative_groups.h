// SPDX-License-Identifier: MIT
// Stands for CUDA's header of this name: a cluster, which is the whole grid.
#pragma once

#include "tests/emulator/grid.hpp"

namespace cooperative_groups {

struct cluster_group {
    unsigned num_blocks() const { return pradix::test::emulated::grid_size().x; }
    unsigned block_rank() const { return pradix::test::emulated::block_index().x; }
    void barrier_arrive() const { pradix::test::emulated::arrive_at_cluster(true); }
    void barrier_wait() const { pradix::test::emulated::wait_for_cluster(); }

    template <class T>
    T* map_shared_rank(T* place, unsigned block) const {
        return reinterpret_cast<T*>(pradix::test::emulated::in_block(block, reinterpret_cast<std::byte*>(place)));
    }
};

inline cluster_group this_cluster() {
    return {};
}

} // namespace cooperative_groups
