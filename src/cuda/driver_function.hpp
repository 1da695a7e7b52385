// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

namespace pradix::cuda {

// A function of the driver that is there: the library is not linked with one, since it works without. Null: it has none
// of that name and version.
template <class Function>
Function* driver_function(char const* name, [[maybe_unused]] unsigned version) {
    void* found = nullptr;
    cudaDriverEntryPointQueryResult how{};
#if CUDART_VERSION >= 12050
    auto const asked = cudaGetDriverEntryPointByVersion(name, &found, version, cudaEnableDefault, &how);
#else
    auto const asked = cudaGetDriverEntryPoint(name, &found, cudaEnableDefault, &how);
#endif
    return asked == cudaSuccess && how == cudaDriverEntryPointSuccess ? reinterpret_cast<Function*>(found) : nullptr;
}

} // namespace pradix::cuda
