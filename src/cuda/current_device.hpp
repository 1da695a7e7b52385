// SPDX-License-Identifier: MIT
#pragma once

namespace pradix::cuda {

int current_device();

// Whether the driver says that this is memory of the device. It takes half of the time of cudaPointerGetAttributes,
// which tells what other pointers are: few items are sorted in microseconds.
bool is_memory_of(int device, void const* data);

} // namespace pradix::cuda
