// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/driver_function.hpp"

#include <cuda.h>

#include <stdexcept>

namespace pradix::test {

// What the driver has as this thread's context; null: none yet. The runtime would make one to answer.
inline CUcontext current_context() {
    static auto* const ask = cuda::driver_function<decltype(cuCtxGetCurrent)>("cuCtxGetCurrent", 4000);
    CUcontext context = nullptr;
    if (ask == nullptr || ask(&context) != CUDA_SUCCESS)
        throw std::runtime_error("the driver does not tell the current context");
    return context;
}

} // namespace pradix::test
