// SPDX-License-Identifier: MIT
#include "tests/gpu/part_of_device.hpp"

#include "src/cuda/driver_function.hpp"
#include "src/cuda/errors.hpp"

#include <cuda.h>

namespace pradix::test {

#if CUDART_VERSION >= 12050 // also the first toolkit that asks for a driver's function by version

using cuda::driver_function;

struct part_of_device::green {
    CUgreenCtx context = nullptr;
    CUstream stream = nullptr;
    CUdevResource part{};

    bool make() {
        auto* const resource =
            driver_function<decltype(cuDeviceGetDevResource)>("cuDeviceGetDevResource", CUDART_VERSION);
        auto* const split =
            driver_function<decltype(cuDevSmResourceSplitByCount)>("cuDevSmResourceSplitByCount", CUDART_VERSION);
        auto* const describe =
            driver_function<decltype(cuDevResourceGenerateDesc)>("cuDevResourceGenerateDesc", CUDART_VERSION);
        auto* const create = driver_function<decltype(cuGreenCtxCreate)>("cuGreenCtxCreate", CUDART_VERSION);
        auto* const make_stream =
            driver_function<decltype(cuGreenCtxStreamCreate)>("cuGreenCtxStreamCreate", CUDART_VERSION);
        CUdevResource all{}, rest{};
        CUdevResourceDesc description{};
        unsigned parts = 1;
        return resource && split && describe && create && make_stream &&
               resource(0, &all, CU_DEV_RESOURCE_TYPE_SM) == CUDA_SUCCESS &&
               split(&part, &parts, &all, &rest, CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING, 2) == CUDA_SUCCESS &&
               describe(&description, &part, 1) == CUDA_SUCCESS &&
               create(&context, description, 0, CU_GREEN_CTX_DEFAULT_STREAM) == CUDA_SUCCESS &&
               make_stream(&stream, context, CU_STREAM_NON_BLOCKING, 0) == CUDA_SUCCESS;
    }

    ~green() {
        if (stream)
            cudaStreamDestroy(stream);
        if (auto* const destroy = driver_function<decltype(cuGreenCtxDestroy)>("cuGreenCtxDestroy", CUDART_VERSION);
            context && destroy)
            destroy(context);
    }
};

part_of_device::part_of_device() {
    cuda::check(cudaFree(nullptr), "using the device"); // a green context is of one that is in use
    auto made = std::make_unique<green>();
    if (made->make())
        green_ = std::move(made);
}

cudaStream_t part_of_device::stream() const {
    return green_ ? green_->stream : nullptr;
}

unsigned part_of_device::multiprocessors() const {
    return green_ ? green_->part.sm.smCount : 0;
}

#else

struct part_of_device::green {};
part_of_device::part_of_device() = default;
cudaStream_t part_of_device::stream() const {
    return nullptr;
}
unsigned part_of_device::multiprocessors() const {
    return 0;
}

#endif

part_of_device::~part_of_device() = default;

} // namespace pradix::test
