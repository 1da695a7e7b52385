// SPDX-License-Identifier: MIT
// The platforms that this build has.
#include "gallery/machine.hpp"

#include <pradix/error.hpp>

#ifdef PRADIX_GALLERY_OPENCL
#include "gallery/opencl/machine.hpp"
#endif
#ifdef PRADIX_GALLERY_CUDA
#include "gallery/cuda/machine.hpp"
#endif

namespace pradix::gallery {

std::vector<std::string> devices([[maybe_unused]] platform of) {
#ifdef PRADIX_GALLERY_OPENCL
    if (of == platform::opencl)
        return opencl::device_names();
#endif
#ifdef PRADIX_GALLERY_CUDA
    if (of == platform::cuda)
        return cuda::device_names();
#endif
    return {};
}

std::unique_ptr<machine> open(platform of, [[maybe_unused]] unsigned device) {
#ifdef PRADIX_GALLERY_OPENCL
    if (of == platform::opencl)
        return opencl::open_device(device);
#endif
#ifdef PRADIX_GALLERY_CUDA
    if (of == platform::cuda)
        return cuda::open_device(device);
#endif
    throw backend_unavailable("gallery: " + std::string(name(of)) + " is not part of this build; build with PRADIX_" +
                              (of == platform::cuda ? "CUDA" : "OPENCL") + "=ON, or take another platform");
}

std::string_view name(platform of) {
    return of == platform::opencl ? "opencl" : "cuda";
}

} // namespace pradix::gallery
