// SPDX-License-Identifier: MIT
// Boost.Sort's sorts for one thread: spreadsort, a hybrid radix sort, and pdqsort, a quicksort.
#include "bench/harness/rivals_boost.hpp"
#include "bench/harness/rival_types.hpp"

#include <boost/sort/pdqsort/pdqsort.hpp>
#include <boost/sort/spreadsort/float_sort.hpp>
#include <boost/sort/spreadsort/integer_sort.hpp>

#include <bit>
#include <concepts>
#include <functional>

namespace pradix::bench {
namespace {

namespace spread = boost::sort::spreadsort;

// spreadsort reads a record's key through a functor that shifts it right.
struct shift_key {
    template <class V>
    std::int32_t operator()(record<float, V> const& item, unsigned by) const {
        return std::bit_cast<std::int32_t>(item.key) >> by;
    }
    template <class V>
    std::int64_t operator()(record<double, V> const& item, unsigned by) const {
        return std::bit_cast<std::int64_t>(item.key) >> by;
    }
    template <std::integral K, class V>
    K operator()(record<K, V> const& item, unsigned by) const {
        return item.key >> by;
    }
};

template <std::integral K>
void spreadsort(K* first, K* last) {
    spread::integer_sort(first, last);
}

template <std::floating_point K>
void spreadsort(K* first, K* last) {
    spread::float_sort(first, last);
}

template <std::integral K, class V>
void spreadsort(record<K, V>* first, record<K, V>* last) {
    spread::integer_sort(first, last, shift_key{}, std::less<>{});
}

template <std::floating_point K, class V>
void spreadsort(record<K, V>* first, record<K, V>* last) {
    spread::float_sort(first, last, shift_key{}, std::less<>{});
}

void spreadsort_items(key_type type, std::size_t value_bytes, void* items, std::size_t count, unsigned) {
    with_items(type, value_bytes, items, [count](auto* first) { spreadsort(first, first + count); });
}

// The branchless form is what pdqsort takes for numbers by itself; comparing records by key needs no branch either.
void pdqsort_items(key_type type, std::size_t value_bytes, void* items, std::size_t count, unsigned) {
    with_items(type, value_bytes, items,
               [count](auto* first) { boost::sort::pdqsort_branchless(first, first + count, std::less<>{}); });
}

} // namespace

std::vector<rival> boost_rivals() {
    return {{"boost::spreadsort", false, false, record_layout::key_first, common_type, spreadsort_items},
            {"boost::pdqsort", false, false, record_layout::key_first, common_type, pdqsort_items},
            {"boost::block_indirect_sort", false, true, record_layout::key_first, principal_type, boost_block},
            {"boost::parallel_stable_sort", true, true, record_layout::key_first, principal_type, boost_stable}};
}

} // namespace pradix::bench
