// SPDX-License-Identifier: MIT
#pragma once

#include <pradix/backend.hpp>

namespace pradix::opencl {

// Lists the machine's OpenCL devices. This version does not sort on them.
backend_info inspect();

} // namespace pradix::opencl
