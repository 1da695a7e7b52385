// SPDX-License-Identifier: MIT
// One OpenCL device: its queue, the programs that were built for it, and scratch that is kept between sorts.
#pragma once

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/opencl.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pradix::gallery::opencl {

std::vector<cl::Device> all_devices();

class device {
public:
    explicit device(cl::Device chosen);

    std::string name() const { return device_.getInfo<CL_DEVICE_NAME>(); }
    std::size_t most_threads() const { return device_.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>(); }
    /// There are sub-groups of so many lanes for who asks, and they ballot, in OpenCL C 3.0.
    bool has_ballots(unsigned lanes) const;

    /// The program of these sources, built once.
    cl::Program const& program(std::vector<std::string_view> const& sources, std::string const& options);

    /// Buffer number `index`, at least so many bytes long; its contents are those of its last use.
    cl::Buffer const& scratch(std::size_t index, std::size_t bytes);

    cl::CommandQueue const& queue() const { return queue_; }

private:
    cl::Device device_;
    cl::Context context_;
    cl::CommandQueue queue_;
    std::map<std::string, cl::Program> programs_;
    std::vector<cl::Buffer> scratch_;
    std::vector<std::size_t> scratch_bytes_;
};

} // namespace pradix::gallery::opencl
