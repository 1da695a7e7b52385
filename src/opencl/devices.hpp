// SPDX-License-Identifier: MIT
// The machine's devices by index, for arrays in host memory, and what is asked of a device.
#pragma once

#include "src/opencl/headers.hpp"
#include "src/opencl/tuning.hpp"

#include <vector>

namespace pradix::opencl {

// Of all platforms, in the order of inspect(). Empty if there is no platform.
std::vector<cl::Device> all_devices();

struct opened_device {
    cl::Device device;
    cl::Context context;
};

// Context of the process for the device, made at the first call. Throws backend_unavailable if there is no device,
// invalid_argument if there are others, and cl::Error.
opened_device open_device(unsigned index);

// Of a group, along its only dimension.
std::size_t most_work_items(cl::Device const& device);

// What tuning depends on.
device_facts facts_of(cl::Device const& device);

} // namespace pradix::opencl
