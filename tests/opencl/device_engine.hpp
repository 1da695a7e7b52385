// SPDX-License-Identifier: MIT
// Lets the common checks run on OpenCL buffers: every array inside red zones there, the output poisoned beforehand, and
// exactly the workspace that is asked for.
#pragma once

#include "src/opencl/device_sort.hpp"
#include "tests/support/check.hpp"

#include <optional>
#include <string>

namespace pradix::test {

bool has_opencl_device();

// Ends a test in words where there is no device.
#define SKIP_WITHOUT_OPENCL_DEVICE()                                                                                   \
    if (!::pradix::test::has_opencl_device())                                                                          \
    GTEST_SKIP() << "this machine has no OpenCL device; pocl-opencl-icd makes one of the CPU"

// A queue of its own on device 0.
opencl::stream test_stream(cl_command_queue_properties properties = 0);

struct opencl_case {
    bool in_place = false;
    bool in_any_order = false;             // an out-of-order queue
    std::optional<opencl::tuning> tuned{}; // instead of the one for the problem
};

engine opencl_engine(std::string name, opencl_case const& like);

// Sizes that bring a few hundred items through every path of each shape, whatever the device is.
opencl::tuning shrunken_chunks();
opencl::tuning shrunken_chunks_that_combine();
opencl::tuning shrunken_tiles();
opencl::tuning shrunken_ballots();
// With the ballots that the device has; as above if it has none.
opencl::tuning shrunken_ballots_of_device();
// A small array is one for one group; positions are wide.
opencl::tuning alone(opencl::tuning tuned);
opencl::tuning with_wide_offsets(opencl::tuning tuned);

} // namespace pradix::test
