// SPDX-License-Identifier: MIT
// oneTBB's parallel_sort: a parallel quicksort, not stable.
#include "bench/harness/rival_types.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_sort.h>
#include <tbb/task_arena.h>

#include <map>

namespace pradix::bench {
namespace {

// One arena for each number of threads, kept so that no sample pays for making it.
tbb::task_arena& arena(unsigned threads) {
    static std::map<unsigned, tbb::task_arena> arenas;
    return arenas.try_emplace(threads, static_cast<int>(threads)).first->second;
}

void parallel_sort(key_type type, std::size_t value_bytes, void* items, std::size_t count, unsigned threads) {
    // TBB starts no more threads than processors unless it is told that it may.
    static tbb::global_control const limit(tbb::global_control::max_allowed_parallelism, 1024);
    arena(threads).execute([&] {
        with_items(type, value_bytes, items, [count](auto* first) { tbb::parallel_sort(first, first + count); });
    });
}

} // namespace

std::vector<rival> tbb_rivals() {
    return {{"tbb::parallel_sort", false, true, record_layout::key_first, common_type, parallel_sort}};
}

} // namespace pradix::bench
