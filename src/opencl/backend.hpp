// SPDX-License-Identifier: MIT
// Sorting arrays in host memory on an OpenCL device. On a CPU they are sorted where they are, elsewhere they go up and
// down. All of these throw pradix::error, and then the arrays are unchanged, unless it is device_error: that is what
// they throw whenever something fails after a sort in place has begun, or while results come down.
#pragma once

#include <pradix/key.hpp>
#include <pradix/options.hpp>

#include <cstddef>

namespace pradix::opencl {

void sort_host(key_type type, void* keys, std::size_t count, void* values, std::size_t value_bytes, options const& how);

void argsort_host(key_type type, void const* keys, std::size_t count, void* indices, std::size_t index_bytes,
                  options const& how);

// Scratch in host memory that the calls above take from the workspace of the options: of CPU devices only.
std::size_t host_workspace_bytes(key_type type, std::size_t count, std::size_t value_bytes, options const& how);
std::size_t host_argsort_workspace_bytes(key_type type, std::size_t count, options const& how);

} // namespace pradix::opencl
