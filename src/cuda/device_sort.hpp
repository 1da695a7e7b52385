// SPDX-License-Identifier: MIT
// Sorting device memory after all checks: from key types to key widths, and from any size of value to the sizes that
// have an instance.
#pragma once

#include "src/core/device_problem.hpp"
#include "src/cuda/current_device.hpp"
#include "src/cuda/engine.hpp"

#include <pradix/cuda.hpp>

namespace pradix::cuda {

using problem = core::device_problem;

// Where the items are. values_in is null for argsort, and its keys_out, too.
struct item_arrays {
    void const* keys_in;
    void* keys_out;
    void const* values_in;
    void* values_out;
    int device = current_device(); // which it has to be
};

std::size_t workspace_bytes(problem const& what, tuning const& tuned);

// With less scratch than workspace_bytes but this much at least, the sort takes longer; see <pradix/cuda.hpp>.
std::size_t least_workspace_bytes(problem const& what, tuning const& tuned);

// The same for up to so many items, of which fewer may need more.
std::size_t workspace_bytes_up_to(problem const& what, tuning const& tuned);
std::size_t least_workspace_bytes_up_to(problem const& what, tuning const& tuned);

// Enqueues the sort; see <pradix/cuda.hpp>. The workspace holds least_workspace_bytes(what, tuned).
void sort(problem const& what, item_arrays const& items, launch const& run, options const& how, tuning const& tuned);

tuning tune_for(problem const& what);

} // namespace pradix::cuda
