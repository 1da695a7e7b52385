// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/memory.hpp"

#include <cuda_runtime_api.h>

#include <cmath>
#include <functional>

namespace pradix::bench::gpu {

class device_clock {
public:
    device_clock() {
        cuda::check(cudaEventCreate(&begin_), "making an event");
        cuda::check(cudaEventCreate(&end_), "making an event");
    }

    // Milliseconds on the device, from an idle device to the end of the work, in whole nanoseconds.
    double time(std::function<void()> const& work) {
        cuda::check(cudaDeviceSynchronize(), "waiting");
        cuda::check(cudaEventRecord(begin_), "recording an event");
        work();
        cuda::check(cudaEventRecord(end_), "recording an event");
        cuda::check(cudaEventSynchronize(end_), "waiting for the work");
        float ms = 0;
        cuda::check(cudaEventElapsedTime(&ms, begin_, end_), "reading the time");
        return std::round(1e6 * ms) / 1e6;
    }

private:
    cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

} // namespace pradix::bench::gpu
