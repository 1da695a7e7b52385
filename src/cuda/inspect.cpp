// SPDX-License-Identifier: MIT
#include "src/cuda/inspect.hpp"

#include "src/core/shared_library.hpp"
#include "src/cuda/architectures.hpp"

namespace pradix::cuda {

namespace {

#ifdef PRADIX_CUDA_ARCHITECTURES
constexpr bool built = true;
constexpr char architectures[] = PRADIX_CUDA_ARCHITECTURES;
constexpr char not_usable[] = "";
#else
constexpr bool built = false;
constexpr char architectures[] = "";
constexpr char not_usable[] = "this build of pradix has no CUDA part; ";
#endif

// What the driver says of the machine's devices, which are numbered from 0.
class driver {
public:
    driver() {
        int (*initialise)(unsigned) = nullptr;
        int (*count_devices)(int*) = nullptr;
        if (library_.find("cuInit", initialise) && library_.find("cuDeviceGetCount", count_devices) &&
            library_.find("cuDeviceGetName", name_device_) && library_.find("cuDeviceGetAttribute", ask_) &&
            initialise(0) == 0 && count_devices(&count_) != 0)
            count_ = 0;
    }

    bool is_there() const { return static_cast<bool>(library_); }
    int count() const { return count_; }
    std::string name(int device) const {
        char text[256] = "";
        return name_device_(text, sizeof text - 1, device) == 0 ? text : "a device without a name";
    }
    unsigned capability(int device, bool minor) const {
        constexpr int of_major = 75, of_minor = 76; // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR and _MINOR
        int found = 0;
        return ask_(&found, minor ? of_minor : of_major, device) == 0 ? static_cast<unsigned>(found) : 0;
    }

private:
    core::shared_library library_{"libcuda.so.1"};
    int (*name_device_)(char*, int, int) = nullptr;
    int (*ask_)(int*, int, int) = nullptr;
    int count_ = 0;
};

} // namespace

backend_info inspect() {
    driver const driver;
    backend_info info{backend::cuda, "cuda", built, false, not_usable, {}};
    std::string of_first, of_usable; // devices
    for (int device = 0; device < driver.count(); ++device) {
        info.devices.push_back(driver.name(device));
        unsigned const major = driver.capability(device, false), minor = driver.capability(device, true);
        bool const runs = runs_on(architectures, major, minor);
        if (!runs && of_first.empty())
            of_first = info.devices.back() + " has compute capability " + std::to_string(major) + "." +
                       std::to_string(minor) + ", and this build is for " + architectures;
        if (runs && of_usable.empty())
            of_usable = info.devices.back();
    }
    info.available = !of_usable.empty();
    info.detail += !driver.is_there()     ? "the machine has no CUDA driver"
                   : info.devices.empty() ? "the machine has a CUDA driver but no device"
                   : !built               ? info.devices.front()
                   : info.available       ? of_usable
                                          : of_first;
    return info;
}

} // namespace pradix::cuda
