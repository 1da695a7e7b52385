// SPDX-License-Identifier: MIT
// Highway's VQSort: a SIMD quicksort on one thread, not stable, with the widest instructions the processor has.
#include "bench/harness/rival_types.hpp"

#include <hwy/contrib/sort/vqsort.h>

namespace pradix::bench {
namespace {

bool supports(key_type type, std::size_t value_bytes) {
    switch (type) {
    case key_type::u32:
        return value_bytes == 0 || value_bytes == 4;
    case key_type::u64:
        return value_bytes == 0 || value_bytes == 8;
    case key_type::f64:
        return value_bytes == 0 && hwy::Sorter::HaveFloat64();
    default:
        return value_bytes == 0 && (common_type(type, 0) || type == key_type::u16 || type == key_type::i16);
    }
}

void vqsort(key_type type, std::size_t value_bytes, void* items, std::size_t count, unsigned) {
    static hwy::Sorter const sorter; // its buffer is made once, not in every sample
    auto const sort = [&](auto* first) { sorter(first, count, hwy::SortAscending{}); };
    if (value_bytes == 4)
        return sort(static_cast<hwy::K32V32*>(items));
    if (value_bytes == 8)
        return sort(static_cast<hwy::K64V64*>(items));
    switch (type) {
    case key_type::u16:
        return sort(static_cast<std::uint16_t*>(items));
    case key_type::i16:
        return sort(static_cast<std::int16_t*>(items));
    case key_type::u32:
        return sort(static_cast<std::uint32_t*>(items));
    case key_type::u64:
        return sort(static_cast<std::uint64_t*>(items));
    case key_type::i32:
        return sort(static_cast<std::int32_t*>(items));
    case key_type::i64:
        return sort(static_cast<std::int64_t*>(items));
    case key_type::f32:
        return sort(static_cast<float*>(items));
    case key_type::f64:
        return sort(static_cast<double*>(items));
    default:
        return; // supports has refused it
    }
}

} // namespace

std::vector<rival> highway_rivals() {
    return {{"highway::vqsort", false, false, record_layout::value_first, supports, vqsort}};
}

} // namespace pradix::bench
