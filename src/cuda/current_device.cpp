// SPDX-License-Identifier: MIT
#include "src/cuda/current_device.hpp"

#include "src/cuda/driver_function.hpp"
#include "src/cuda/errors.hpp"

#include <cuda.h>

#include <cstdint>

namespace pradix::cuda {

namespace {

// 0: of no green context.
unsigned multiprocessors_of_green_context([[maybe_unused]] cudaStream_t stream) {
#if CUDART_VERSION >= 12050
    static auto* const find = driver_function<decltype(cuStreamGetGreenCtx)>("cuStreamGetGreenCtx", CUDART_VERSION);
    static auto* const ask =
        driver_function<decltype(cuGreenCtxGetDevResource)>("cuGreenCtxGetDevResource", CUDART_VERSION);
    CUgreenCtx context = nullptr;
    CUdevResource part{};
    if (find != nullptr && ask != nullptr && find(stream, &context) == CUDA_SUCCESS && context != nullptr &&
        ask(context, &part, CU_DEV_RESOURCE_TYPE_SM) == CUDA_SUCCESS)
        return part.sm.smCount;
#endif
    return 0;
}

bool is_captured(cudaStream_t stream) {
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    check(cudaStreamIsCapturing(stream, &capture), "asking whether the stream is being captured");
    return capture != cudaStreamCaptureStatusNone;
}

} // namespace

int current_device() {
    int device = 0;
    check(cudaGetDevice(&device), "asking for the current device");
    return device;
}

bool may_be_of(int device, CUstream_st* stream) {
    static auto* const ask = driver_function<CUresult(CUstream, CUdevice*)>("cuStreamGetDevice", 12080);
    CUdevice owner = device;
    return stream == nullptr || ask == nullptr || is_captured(stream) || ask(stream, &owner) != CUDA_SUCCESS ||
           owner == device;
}

bool is_memory_of(int device, void const* data) {
    static auto* const ask = driver_function<decltype(cuPointerGetAttributes)>("cuPointerGetAttributes", 7000);
    unsigned type = 0;
    int owner = -1;
    CUpointer_attribute asked[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
    void* answers[] = {&type, &owner};
    return ask != nullptr && ask(2, asked, answers, reinterpret_cast<std::uintptr_t>(data)) == CUDA_SUCCESS &&
           type == CU_MEMORYTYPE_DEVICE && owner == device;
}

unsigned multiprocessors_when_replayed(CUstream_st* stream) {
    unsigned const some = is_captured(stream) ? multiprocessors_of_green_context(stream) : 0;
    return some > 0 ? some : ~0u;
}

} // namespace pradix::cuda
