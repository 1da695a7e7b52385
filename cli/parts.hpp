// SPDX-License-Identifier: MIT
// Work on something long, by several threads at once: a part of it each.
#pragma once

#include "src/core/team.hpp"

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace pradix::cli {

/// Calls work(i) for each of the parts, by at most so many threads. It must not throw.
template <class Work>
void for_each_part(unsigned threads, std::size_t parts, Work const& work) {
    core::run_team(static_cast<unsigned>(std::min<std::size_t>(threads, parts)), [&](core::member const& me) {
        auto const [first, end] = me.chunk(0, parts);
        for (std::size_t i = first; i < end; ++i)
            work(i);
    });
}

/// Calls work(begin, end) for pieces of `count` items, each long enough for a thread of its own, and returns what it
/// made of them, in order. It must not throw.
template <class Work>
auto by_pieces(unsigned threads, std::size_t count, Work const& work) {
    constexpr std::size_t least = std::size_t{1} << 16;
    std::size_t const pieces = std::clamp<std::size_t>(count / least, 1, std::max(threads, 1u));
    using result = decltype(work(count, count));
    static_assert(!std::is_same_v<result, bool>, "threads cannot write neighbours of a vector<bool>");
    std::vector<result> made(pieces);
    for_each_part(threads, pieces,
                  [&](std::size_t i) { made[i] = work(count * i / pieces, count * (i + 1) / pieces); });
    return made;
}

} // namespace pradix::cli
