// SPDX-License-Identifier: MIT
// Passes as launches: a portion of the items each.
#pragma once

#include "src/cuda/kernels/portion.cuh"
#include "src/cuda/state/workspace.hpp"

namespace pradix::cuda {

// Calls launch(portion, whether it is the last one of its pass) for all portions of the passes from `first_pass` up to
// `end` over so many items, and returns the next one, for which the last portion clears rows_behind rows of look-back
// state. Each clears the next one's: all have to be launched. They take turns at `words`.
template <class Launch>
portion each_portion(cutting const& cut, std::uint64_t count, std::uint32_t* const (&words)[2], unsigned first_pass,
                     unsigned end, unsigned rows_behind, Launch const& launch) {
    portion part{};
    part.others_follow = rows_behind > 0;
    for (part.pass_index = first_pass; part.pass_index < end; ++part.pass_index)
        for (std::uint64_t p = 0; p < cut.portions; ++p, ++part.launch) {
            bool const last = p + 1 == cut.portions;
            part.row = static_cast<unsigned>(p % 2);
            part.first_item = p * cut.portion_items;
            part.tiles = cut.tiles_of(p, count);
            part.rows_to_clear = last && part.pass_index + 1 == end ? rows_behind : cut.portion_tiles;
            part.take_words(words);
            launch(part, last);
        }
    return part;
}

} // namespace pradix::cuda
