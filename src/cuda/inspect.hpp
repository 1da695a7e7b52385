// SPDX-License-Identifier: MIT
#pragma once

#include <pradix/backend.hpp>

namespace pradix::cuda {

// Lists the machine's CUDA devices. This version does not sort on them.
backend_info inspect();

} // namespace pradix::cuda
