// SPDX-License-Identifier: MIT
// A stream that may use few multiprocessors only, as those of a green context do: too few for a cluster of blocks, and
// for a block on each of the device's multiprocessors at once.
#pragma once

#include <cuda_runtime.h>

#include <memory>

namespace pradix::test {

class part_of_device {
public:
    // Of as few multiprocessors as the driver splits off, wherever they lie. Without a stream, if it knows no green
    // contexts.
    part_of_device();
    ~part_of_device();
    part_of_device(part_of_device const&) = delete;
    part_of_device& operator=(part_of_device const&) = delete;

    cudaStream_t stream() const;
    unsigned multiprocessors() const;

private:
    struct green;
    std::unique_ptr<green> green_;
};

} // namespace pradix::test
