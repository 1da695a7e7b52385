// SPDX-License-Identifier: MIT
// Elements of any size into the order that indices tell.
#pragma once

#include "src/core/team.hpp"

#include <cstddef>
#include <cstring>

namespace pradix::core {

// Element i becomes what element indices[i] was. `copy` has room for all of them.
template <class Index>
void gather(std::byte* elements, std::byte* copy, Index const* indices, std::size_t count, std::size_t element_bytes,
            unsigned threads) {
    constexpr std::size_t ahead = 16; // elements lie at random in memory: their cache misses should overlap
    // Captured by value, since bytes that are written might be those of a variable, which would be read again each
    // time.
    run_team(threads, [=](member const& me) {
        auto const [begin, end] = me.chunk(0, count);
        if (begin < end)
            std::memcpy(copy + begin * element_bytes, elements + begin * element_bytes, (end - begin) * element_bytes);
        me.meet(); // the copy is complete
        for (std::size_t i = begin; i < end; ++i) {
            if (i + ahead < end)
                __builtin_prefetch(copy + indices[i + ahead] * element_bytes);
            std::memcpy(elements + i * element_bytes, copy + indices[i] * element_bytes, element_bytes);
        }
    });
}

} // namespace pradix::core
