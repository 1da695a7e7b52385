// SPDX-License-Identifier: MIT
// Values of sizes that do not move with keys: what moves instead of them, and the scratch that this takes.
#pragma once

#include "src/cuda/device_sort.hpp"
#include "src/cuda/narrow_values.hpp"
#include "src/cuda/state/workspace.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace pradix::cuda {

// How values come along with their keys: as they are, in a word each, or gathered last, by an index that travels.
enum class travel : std::uint8_t { directly, in_words, by_index };

inline travel way_of_values(problem const& what) {
    if (what.moves_directly())
        return travel::directly;
    bool const fit_words = what.value_bytes < sizeof(std::uint32_t);
    return fit_words && what.count >= least_items_with_words ? travel::in_words : travel::by_index;
}

inline std::size_t bytes_with_key(problem const& what, tuning const& tuned) {
    return way_of_values(what) == travel::in_words ? sizeof(std::uint32_t)
                                                   : what.bytes_moved_with_key(tuned.narrow_indices);
}

// Scratch of these, before the engine's own.
struct value_space {
    std::byte* moved;  // words or indices, once these are sorted
    std::byte* before; // words until then; or a copy of values that are gathered in place

    static value_space take(device_arena& from, problem const& what, tuning const& tuned) {
        travel const way = way_of_values(what);
        if (way == travel::directly)
            return {};
        std::size_t const moved = bytes_with_key(what, tuned);
        std::size_t const words = what.in_place ? 0 : moved, copy = what.in_place ? what.value_bytes : 0;
        std::size_t const before = way == travel::in_words ? words : copy;
        return {from.take<std::byte>(what.count * moved), from.take<std::byte>(what.count * before)};
    }
    static std::size_t bytes(problem const& what, tuning const& tuned) {
        device_arena needed;
        take(needed, what, tuned);
        return needed.bytes();
    }
    // The most that fewer items need, too: those that follow an index.
    static std::size_t bytes_up_to(problem const& what, tuning const& tuned) {
        problem fewer = what;
        fewer.count = std::min(what.count, least_items_with_words - 1);
        return std::max(bytes(what, tuned), bytes(fewer, tuned));
    }
};

} // namespace pradix::cuda
