// SPDX-License-Identifier: MIT
// Boost.Sort's parallel_stable_sort: a parallel merge sort with half the input as scratch.
#include "bench/harness/rival_types.hpp"
#include "bench/harness/rivals_boost.hpp"

#include <boost/sort/parallel_stable_sort/parallel_stable_sort.hpp>

#include <functional>

namespace pradix::bench {

void boost_stable(key_type type, std::size_t value_bytes, void* items, std::size_t count, unsigned threads) {
    with_principal_items(type, value_bytes, items, [count, threads](auto* first) {
        boost::sort::parallel_stable_sort(first, first + count, std::less<>{}, threads);
    });
}

} // namespace pradix::bench
