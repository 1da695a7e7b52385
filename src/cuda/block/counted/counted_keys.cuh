// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/state/arguments.cuh"

namespace pradix::cuda {

// Keys that one block counts and writes anew: as few bytes as tell of them, for launches of a few microseconds wait for
// their arguments.
template <class Bits>
struct counted_keys {
    Bits const* in;
    Bits* out;
    std::uint64_t const* exact; // so many, `most` at most; null: `most`
    unsigned most;
    core::key_order<Bits> codec;

    __device__ unsigned count() const {
        return exact == nullptr ? most : static_cast<unsigned>(min(*exact, std::uint64_t{most}));
    }
};

} // namespace pradix::cuda
