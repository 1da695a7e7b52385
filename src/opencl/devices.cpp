// SPDX-License-Identifier: MIT
#include "src/opencl/devices.hpp"

#include <pradix/error.hpp>

#include <map>
#include <mutex>

namespace pradix::opencl {

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
        throw invalid_argument("backend opencl, device " + std::to_string(index) + ": there are " +
                               std::to_string(devices.size()) + " devices; number them from 0, as pradix info does");
    return opened->emplace(index, opened_device{devices[index], cl::Context(devices[index])}).first->second;
}

} // namespace pradix::opencl
