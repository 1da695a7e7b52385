// SPDX-License-Identifier: MIT
// What the kernels of one sort left in memory, pass by pass, for people to look at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace pradix::gallery {

using numbers = std::vector<std::uint64_t>;

enum class notation : std::uint8_t {
    number, ///< counts, bits, indices
    key,    ///< the unsigned image of a key
    mask,   ///< a bit for each lane of a warp
};

/// One array that a step of a pass produced.
struct trace_row {
    std::string label;
    numbers values;
    notation shown = notation::number;
};

/// Keys that changed their places: key i went to places[i], and `keys` is what lay there afterwards.
struct trace_move {
    numbers places, keys;
};

struct trace_pass {
    unsigned low_bit = 0, bits = 1;
    numbers keys; ///< before the pass
    std::vector<trace_row> rows;
    std::vector<trace_move> moves; ///< usually one; the last one ends in the result of the pass
    numbers const& result() const { return moves.empty() ? keys : moves.back().keys; }
};

struct trace {
    std::vector<trace_pass> passes;
    std::size_t section = 0; ///< how many keys each block or item looks after, where that is part of the picture

    void begin_pass(unsigned low_bit, unsigned bits, numbers keys) {
        passes.push_back({low_bit, bits, std::move(keys), {}, {}});
    }
    void row(std::string label, numbers values, notation shown = notation::number) {
        passes.back().rows.push_back({std::move(label), std::move(values), shown});
    }
    void move(numbers places, numbers keys) { passes.back().moves.push_back({std::move(places), std::move(keys)}); }
};

} // namespace pradix::gallery
