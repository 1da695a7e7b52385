// SPDX-License-Identifier: MIT
#pragma once

#include <pradix/error.hpp>

#include <cuda_runtime_api.h>

#include <string>

namespace pradix::cuda {

// Throws out_of_memory, backend_unavailable or device_error with CUDA's own words. `doing` says what was attempted.
inline void check(cudaError_t status, char const* doing) {
    if (status == cudaSuccess)
        return;
    cudaGetLastError(); // it is told here, and not once more to whoever asks next
    std::string const text =
        std::string(doing) + ": CUDA says \"" + cudaGetErrorString(status) + "\" (" + cudaGetErrorName(status) + ")";
    if (status == cudaErrorNoDevice || status == cudaErrorInsufficientDriver)
        throw backend_unavailable("backend cuda, " + text + "; use cpu");
    if (status == cudaErrorMemoryAllocation)
        throw out_of_memory(text + "; free device memory or sort in parts");
    if (status == cudaErrorNoKernelImageForDevice || status == cudaErrorInvalidDeviceFunction)
        throw device_error(text + "; pradix was not compiled for this device: build it with PRADIX_CUDA_ARCHITECTURES, "
                                  "or use cpu");
    if (status >= cudaErrorStreamCaptureUnsupported && status <= cudaErrorStreamCaptureWrongThread)
        throw device_error(text + "; end the capture of a stream first, or sort on another one");
    throw device_error(text + "; if an earlier kernel failed, only a new process can use the device again");
}

} // namespace pradix::cuda
