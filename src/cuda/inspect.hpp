// SPDX-License-Identifier: MIT
#pragma once

#include <pradix/backend.hpp>

namespace pradix::cuda {

// The machine's CUDA devices. Available if this build can sort on one of them.
backend_info inspect();

} // namespace pradix::cuda
