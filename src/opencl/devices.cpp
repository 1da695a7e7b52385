// SPDX-License-Identifier: MIT
#include "src/opencl/devices.hpp"

#include <pradix/error.hpp>

#include <algorithm>
#include <map>
#include <mutex>

namespace pradix::opencl {

namespace {

bool has_extension(cl::Device const& device, char const* name) {
    return device.getInfo<CL_DEVICE_EXTENSIONS>().find(name) != std::string::npos;
}

subgroup_facts subgroup_of(cl::Device const& device) {
    // Its own compiler alone: others for its devices do not take its assembly language.
    if (cl::Platform(device.getInfo<CL_DEVICE_PLATFORM>()).getInfo<CL_PLATFORM_NAME>() == "NVIDIA CUDA")
        return {ballot_way::nvidia, 32};
    // From OpenCL C 3.0 on its functions are there without more ado. The size of sub-groups must be one that can be
    // asked for: arrays in local memory depend on it.
    if (device.getInfo<CL_DEVICE_VERSION>() >= "OpenCL 3" && has_extension(device, "cl_khr_subgroup_ballot") &&
        has_extension(device, "cl_intel_required_subgroup_size")) {
        std::vector<std::size_t> sizes;
        device.getInfo(CL_DEVICE_SUB_GROUP_SIZES_INTEL, &sizes);
        for (unsigned const size : {32u, 16u})
            if (std::ranges::count(sizes, size) > 0)
                return {ballot_way::khronos, size};
    }
    return {};
}

} // namespace

std::vector<cl::Device> all_devices() {
    std::vector<cl::Platform> platforms;
    try {
        cl::Platform::get(&platforms);
    } catch (cl::Error const&) {
        return {}; // the loader's way to say that there are none
    }
    std::vector<cl::Device> all;
    for (cl::Platform const& platform : platforms)
        try {
            std::vector<cl::Device> devices;
            platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
            all.insert(all.end(), devices.begin(), devices.end());
        } catch (cl::Error const&) { // a platform without devices
        }
    return all;
}

opened_device open_device(unsigned index) {
    static std::mutex access;
    // Never destroyed: drivers may be gone before static objects are.
    static auto* const opened = new std::map<unsigned, opened_device>;
    std::lock_guard const lock(access);
    if (auto const found = opened->find(index); found != opened->end())
        return found->second;
    auto const devices = all_devices();
    if (devices.empty())
        throw backend_unavailable("backend opencl: the machine has no OpenCL device; install a driver, or use cpu");
    if (index >= devices.size())
        throw invalid_argument("backend opencl, device " + std::to_string(index) + ": the number of devices is " +
                               std::to_string(devices.size()) + "; count them from 0, as pradix info does");
    return opened->emplace(index, opened_device{devices[index], cl::Context(devices[index])}).first->second;
}

std::size_t most_work_items(cl::Device const& device) {
    return std::min(device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>(),
                    device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>().at(0));
}

device_facts facts_of(cl::Device const& device) {
    return {.name = device.getInfo<CL_DEVICE_NAME>(),
            .driver = device.getInfo<CL_DEVICE_VERSION>() + ", " + device.getInfo<CL_DRIVER_VERSION>(),
            .is_cpu =
                (device.getInfo<CL_DEVICE_TYPE>() & (CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU)) == CL_DEVICE_TYPE_CPU,
            .compute_units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>(),
            .local_bytes = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>(),
            .most_work_items = most_work_items(device),
            .subgroup = subgroup_of(device)};
}

} // namespace pradix::opencl
