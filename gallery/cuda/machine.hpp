// SPDX-License-Identifier: MIT
#pragma once

#include "gallery/machine.hpp"

namespace pradix::gallery::cuda {

std::vector<std::string> device_names();

/// Throws backend_unavailable if there is no such device.
std::unique_ptr<machine> open_device(unsigned index);

} // namespace pradix::gallery::cuda
