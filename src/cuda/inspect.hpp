// SPDX-License-Identifier: MIT
#pragma once

#include <pradix/backend.hpp>

namespace pradix::cuda {

// The machine's CUDA devices. Available if there are some and this build can sort on them.
backend_info inspect();

} // namespace pradix::cuda
