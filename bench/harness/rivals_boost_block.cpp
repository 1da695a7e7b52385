// SPDX-License-Identifier: MIT
// Boost.Sort's block_indirect_sort: a parallel merge sort of blocks, not stable.
#include "bench/harness/rival_types.hpp"
#include "bench/harness/rivals_boost.hpp"

#include <boost/sort/block_indirect_sort/block_indirect_sort.hpp>

#include <functional>

namespace pradix::bench {

void boost_block(key_type type, std::size_t value_bytes, void* items, std::size_t count, unsigned threads) {
    with_principal_items(type, value_bytes, items, [count, threads](auto* first) {
        boost::sort::block_indirect_sort(first, first + count, std::less<>{}, threads);
    });
}

} // namespace pradix::bench
