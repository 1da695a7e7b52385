// SPDX-License-Identifier: MIT
#pragma once

#include <pradix/backend.hpp>

namespace pradix::opencl {

// The machine's OpenCL devices. Available if there are some and this build can sort on them.
backend_info inspect();

} // namespace pradix::opencl
