// SPDX-License-Identifier: MIT
#include "src/opencl/inspect.hpp"

#include "src/core/shared_library.hpp"

#include <cstddef>
#include <cstdint>

namespace pradix::opencl {

namespace {

// The few functions and numbers of the OpenCL interface that listing devices takes.
using get_platforms = std::int32_t(std::uint32_t, void**, std::uint32_t*);
using get_devices = std::int32_t(void*, std::uint64_t, std::uint32_t, void**, std::uint32_t*);
using get_device_info = std::int32_t(void*, std::uint32_t, std::size_t, void*, std::size_t*);
constexpr std::uint64_t any_device = 0xFFFFFFFF;
constexpr std::uint32_t device_name = 0x102B;

std::vector<std::string> device_names(core::shared_library const& loader) {
    get_platforms* platforms_of = nullptr;
    get_devices* devices_of = nullptr;
    get_device_info* info_of = nullptr;
    if (!loader.find("clGetPlatformIDs", platforms_of) || !loader.find("clGetDeviceIDs", devices_of) ||
        !loader.find("clGetDeviceInfo", info_of))
        return {};
    std::vector<std::string> names;
    void* platforms[16];
    std::uint32_t platform_count = 0;
    if (platforms_of(16, platforms, &platform_count) != 0)
        return {};
    for (std::uint32_t p = 0; p < platform_count && p < 16; ++p) {
        void* devices[64];
        std::uint32_t device_count = 0;
        if (devices_of(platforms[p], any_device, 64, devices, &device_count) != 0)
            continue;
        for (std::uint32_t d = 0; d < device_count && d < 64; ++d)
            if (char text[256] = ""; info_of(devices[d], device_name, sizeof text - 1, text, nullptr) == 0)
                names.emplace_back(text);
    }
    return names;
}

} // namespace

#ifdef PRADIX_HAS_OPENCL
constexpr bool built = true;
constexpr char not_usable[] = "";
#else
constexpr bool built = false;
constexpr char not_usable[] = "this build of pradix has no OpenCL part; ";
#endif

backend_info inspect() {
    core::shared_library const loader("libOpenCL.so.1");
    backend_info info{backend::opencl, "opencl", built, false, not_usable, device_names(loader)};
    info.available = built && !info.devices.empty();
    info.detail += !loader                ? "the machine has no OpenCL loader"
                   : info.devices.empty() ? "the machine has an OpenCL loader but no device"
                                          : info.devices.front();
    return info;
}

} // namespace pradix::opencl
