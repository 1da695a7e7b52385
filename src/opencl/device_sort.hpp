// SPDX-License-Identifier: MIT
// Sorting device memory after all checks: the list of launches of a sort.
#pragma once

#include "src/core/device_problem.hpp"
#include "src/opencl/headers.hpp"
#include "src/opencl/tuning.hpp"

#include <pradix/key.hpp>
#include <pradix/options.hpp>

#include <span>

namespace pradix::opencl {

using problem = core::device_problem;

// An array within a buffer. A null buffer: there is none.
struct placed {
    cl_mem buffer = nullptr;
    std::uint64_t offset = 0; // in bytes
};

// Where the items are. There are no values_in for argsort, and no keys_out, too.
struct item_places {
    placed keys_in, keys_out, values_in, values_out;
};

// Where and when a sort runs.
struct stream {
    cl::Context context;
    cl::Device device;
    cl::CommandQueue queue;
    std::span<cl_event const> wait; // for these before the first command
    cl_event* done = nullptr;       // the event of the last command, for the caller to release; null: not wanted
    bool* begun = nullptr;          // set before the first command is enqueued; null: not wanted
};

// The row of the table for the problem: measured on this device, if it has been tuned, else the built-in one.
tuning tune_for(problem const& what, device_facts const& device);

std::uint64_t workspace_bytes(problem const& what, tuning const& tuned);

// Enqueues the sort. The workspace has workspace_bytes(what, tuned). Throws cl::Error or pradix::error.
void sort(problem const& what, item_places const& items, placed workspace, stream const& on, options const& how,
          tuning const& tuned);

} // namespace pradix::opencl
