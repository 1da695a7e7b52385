// SPDX-License-Identifier: MIT
// Keys alone from a small range of values need not be moved: count each value, then write the keys out again.
#pragma once

#include "src/core/team.hpp"
#include "src/cpu/workspace.hpp"

#include <algorithm>

namespace pradix::cpu {

// Sorts source[begin, end), whose images lie in [minimum, minimum + values), into the same places of target.
template <class Source, class Target, class Bits>
void counting_sort(core::member const& me, partition_space<Bits> const& space, Source const& source,
                   Target const& target, std::size_t begin, std::size_t end, Bits minimum, std::size_t values) {
    auto const [chunk_begin, chunk_end] = me.chunk(begin, end);
    std::size_t* const counts = space.counts + me.rank() * space.row;
    std::fill_n(counts, values, 0);
    count_bins(source, chunk_begin, chunk_end, bin_map<Bits>{0, minimum, values}, counts);
    me.meet(); // counts are complete, and nobody reads keys any more

    auto const [first_value, last_value] = me.chunk(0, values);
    for (unsigned rank = 1; rank < me.size(); ++rank)
        for (std::size_t value = first_value; value < last_value; ++value)
            space.counts[value] += space.counts[rank * space.row + value];
    me.meet(); // the first row has the counts of all

    std::size_t position = begin; // of the first key of the value
    for (std::size_t value = 0; value < values && position < chunk_end; ++value) {
        std::size_t const next = position + space.counts[value];
        for (std::size_t i = std::max(position, chunk_begin); i < std::min(next, chunk_end); ++i)
            target.store(i, {static_cast<Bits>(minimum + value)});
        position = next;
    }
    me.meet(); // counts are read, and may be used again
}

} // namespace pradix::cpu
