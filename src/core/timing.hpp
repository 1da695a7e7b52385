// SPDX-License-Identifier: MIT
#pragma once

#include <pradix/options.hpp>

#include <algorithm>

namespace pradix::core {

// Adds what one of several sorts took. A device may sort some of them only.
inline void add(timing& total, timing const& one) {
    total.where = std::max(total.where, one.where);
    total.transfer += one.transfer;
    total.sorting += one.sorting;
}

} // namespace pradix::core
