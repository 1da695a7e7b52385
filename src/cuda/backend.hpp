// SPDX-License-Identifier: MIT
// Sorting arrays in host memory on a CUDA device: up, sort, down. All of these throw pradix::error, and then the arrays
// are unchanged, unless the device is lost while results come down.
#pragma once

#include <pradix/key.hpp>
#include <pradix/options.hpp>

#include <cstddef>

namespace pradix::cuda {

void sort_host(key_type type, void* keys, std::size_t count, void* values, std::size_t value_bytes, options const& how);

void argsort_host(key_type type, void const* keys, std::size_t count, void* indices, std::size_t index_bytes,
                  options const& how);

} // namespace pradix::cuda
