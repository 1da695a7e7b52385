// SPDX-License-Identifier: MIT
#include "src/cuda/inspect.hpp"

#include "src/api/shared_library.hpp"

namespace pradix::cuda {

namespace {

std::vector<std::string> device_names(api::shared_library const& driver) {
    int (*initialise)(unsigned) = nullptr;
    int (*count_devices)(int*) = nullptr;
    int (*name_device)(char*, int, int) = nullptr; // devices are numbered from 0
    int count = 0;
    if (!driver.find("cuInit", initialise) || !driver.find("cuDeviceGetCount", count_devices) ||
        !driver.find("cuDeviceGetName", name_device) || initialise(0) != 0 || count_devices(&count) != 0)
        return {};
    std::vector<std::string> names;
    for (int device = 0; device < count; ++device)
        if (char text[256] = ""; name_device(text, sizeof text - 1, device) == 0)
            names.emplace_back(text);
    return names;
}

} // namespace

#ifdef PRADIX_HAS_CUDA
constexpr bool built = true;
constexpr char not_usable[] = "";
#else
constexpr bool built = false;
constexpr char not_usable[] = "this build of pradix has no CUDA part; ";
#endif

backend_info inspect() {
    api::shared_library const driver("libcuda.so.1");
    backend_info info{backend::cuda, "cuda", built, false, not_usable, device_names(driver)};
    info.available = built && !info.devices.empty();
    info.detail += !driver                ? "the machine has no CUDA driver"
                   : info.devices.empty() ? "the machine has a CUDA driver but no device"
                                          : info.devices.front();
    return info;
}

} // namespace pradix::cuda
