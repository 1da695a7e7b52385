// SPDX-License-Identifier: MIT
// Sorting keys whose arguments have been checked, on behalf of some call of the user's, which messages name.
#pragma once

#include "src/core/validate.hpp"

#include <pradix/key.hpp>
#include <pradix/options.hpp>

#include <cstddef>

namespace pradix::api {

void sort_checked(core::attempt const& attempted, key_type type, void* keys, std::size_t count, void* values,
                  std::size_t value_bytes, options const& how);

} // namespace pradix::api
