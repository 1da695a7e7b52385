// SPDX-License-Identifier: MIT
// Sorting device memory after all checks: from key types to key widths, and from any size of value to the sizes that
// have an instance.
#pragma once

#include "src/cuda/engine.hpp"

#include <pradix/cuda.hpp>

namespace pradix::cuda {

// What decides how much scratch is needed.
struct problem {
    key_type type;
    std::uint64_t count;
    std::size_t value_bytes;   // of the values, or of the indices
    bool indices_only = false; // argsort
    bool in_place = false;
};

// Where the items are. values_in is null for argsort, and its keys_out, too.
struct item_arrays {
    void const* keys_in;
    void* keys_out;
    void const* values_in;
    void* values_out;
};

std::size_t workspace_bytes(problem const& what, tuning const& tuned);

// Enqueues the sort; see <pradix/cuda.hpp>. The workspace holds workspace_bytes(what, tuned).
void sort(problem const& what, item_arrays const& items, launch const& run, options const& how, tuning const& tuned);

tuning tune_for(problem const& what);

} // namespace pradix::cuda
