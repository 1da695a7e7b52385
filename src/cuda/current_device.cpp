// SPDX-License-Identifier: MIT
#include "src/cuda/current_device.hpp"

#include "src/cuda/errors.hpp"

#include <cuda.h>

#include <cstdint>

namespace pradix::cuda {

namespace {

using get_attributes = CUresult(unsigned, CUpointer_attribute*, void**, CUdeviceptr);

// From the driver that is there: the library is not linked with one, since it works without. Null: it has none.
get_attributes* find_get_attributes() {
    void* found = nullptr;
    cudaDriverEntryPointQueryResult how{};
#if CUDART_VERSION >= 12050
    auto const asked =
        cudaGetDriverEntryPointByVersion("cuPointerGetAttributes", &found, 7000, cudaEnableDefault, &how);
#else
    auto const asked = cudaGetDriverEntryPoint("cuPointerGetAttributes", &found, cudaEnableDefault, &how);
#endif
    return asked == cudaSuccess && how == cudaDriverEntryPointSuccess ? reinterpret_cast<get_attributes*>(found)
                                                                      : nullptr;
}

} // namespace

int current_device() {
    int device = 0;
    check(cudaGetDevice(&device), "asking for the current device");
    return device;
}

bool is_memory_of(int device, void const* data) {
    static get_attributes* const ask = find_get_attributes();
    unsigned type = 0;
    int owner = -1;
    CUpointer_attribute asked[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
    void* answers[] = {&type, &owner};
    return ask != nullptr && ask(2, asked, answers, reinterpret_cast<std::uintptr_t>(data)) == CUDA_SUCCESS &&
           type == CU_MEMORYTYPE_DEVICE && owner == device;
}

} // namespace pradix::cuda
