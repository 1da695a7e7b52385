// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/errors.hpp"

namespace pradix::cuda {

// Each thread that the library starts begins with it. Else, while the application captures a stream for all threads
// (cudaStreamCaptureModeGlobal), whatever allocates or waits here would fail, and end that capture.
inline void leave_captures_alone() {
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    check(cudaThreadExchangeStreamCaptureMode(&mode), "leaving captures alone");
}

} // namespace pradix::cuda
