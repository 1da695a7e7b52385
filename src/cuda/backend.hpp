// SPDX-License-Identifier: MIT
// Sorting arrays in host memory on a CUDA device: up, sort, down. All of these throw pradix::error, and then the arrays
// are unchanged, unless it is device_error: that is what they throw if something fails while results come down. Where
// others can sort as well, they return false instead, if the device has too little memory, or fails before that.
#pragma once

#include <pradix/key.hpp>
#include <pradix/options.hpp>

#include <cstddef>

namespace pradix::cuda {

bool sort_host(key_type type, void* keys, std::size_t count, void* values, std::size_t value_bytes, options const& how,
               bool others_can);

bool argsort_host(key_type type, void const* keys, std::size_t count, void* indices, std::size_t index_bytes,
                  options const& how, bool others_can);

} // namespace pradix::cuda
