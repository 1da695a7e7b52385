// SPDX-License-Identifier: MIT
#include "gallery/opencl/device.hpp"

#include <pradix/error.hpp>

#include <algorithm>

namespace pradix::gallery::opencl {

std::vector<cl::Device> all_devices() {
    std::vector<cl::Device> all;
    std::vector<cl::Platform> platforms;
    try {
        cl::Platform::get(&platforms);
    } catch (cl::Error const&) { // the loader says so if it finds no platform
        return all;
    }
    for (cl::Platform const& each : platforms) {
        std::vector<cl::Device> found;
        try {
            each.getDevices(CL_DEVICE_TYPE_ALL, &found);
        } catch (cl::Error const&) { // and the platform if it has no device
            continue;
        }
        all.insert(all.end(), found.begin(), found.end());
    }
    return all;
}

device::device(cl::Device chosen) : device_(std::move(chosen)), context_(device_), queue_(context_, device_) {}

bool device::has_ballots(unsigned lanes) const {
    std::string const extensions = device_.getInfo<CL_DEVICE_EXTENSIONS>();
    for (char const* const needed : {"cl_khr_subgroup_ballot", "cl_intel_required_subgroup_size"})
        if (extensions.find(needed) == std::string::npos)
            return false;
    std::vector<std::size_t> sizes;
    device_.getInfo(CL_DEVICE_SUB_GROUP_SIZES_INTEL, &sizes);
    bool const knows_opencl_c_3 = device_.getInfo<CL_DEVICE_VERSION>() >= "OpenCL 3";
    return knows_opencl_c_3 && std::ranges::count(sizes, lanes) > 0;
}

cl::Program const& device::program(std::vector<std::string_view> const& sources, std::string const& options) {
    std::string text;
    for (std::string_view const each : sources)
        text += each;
    if (auto const found = programs_.find(options + text); found != programs_.end())
        return found->second;
    cl::Program made(context_, text);
    try {
        made.build(device_, options.c_str());
    } catch (cl::Error const&) {
        std::string log = made.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device_);
        std::ranges::replace(log, '\n', ' ');
        throw device_error("gallery, building kernels for " + name() + ": its compiler says " + log +
                           "; try another device");
    }
    return programs_.emplace(options + text, std::move(made)).first->second;
}

cl::Buffer const& device::scratch(std::size_t index, std::size_t bytes) {
    if (index >= scratch_.size()) {
        scratch_.resize(index + 1);
        scratch_bytes_.resize(index + 1);
    }
    if (scratch_bytes_[index] < std::max<std::size_t>(bytes, 1)) {
        scratch_bytes_[index] = 0;
        scratch_[index] = cl::Buffer(); // freed before a larger one is asked for
        scratch_[index] = cl::Buffer(context_, CL_MEM_READ_WRITE, std::max<std::size_t>(bytes, 1));
        scratch_bytes_[index] = std::max<std::size_t>(bytes, 1);
    }
    return scratch_[index];
}

} // namespace pradix::gallery::opencl
