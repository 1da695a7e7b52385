// SPDX-License-Identifier: MIT
// Memory and streams that free themselves.
#pragma once

#include "src/cuda/errors.hpp"

#include <cstddef>
#include <memory>

namespace pradix::cuda {

struct free_device_memory {
    void operator()(std::byte* memory) const { cudaFree(memory); }
};
struct free_pinned_memory {
    void operator()(std::byte* memory) const { cudaFreeHost(memory); }
};
struct destroy_stream {
    void operator()(cudaStream_t stream) const { cudaStreamDestroy(stream); }
};

using device_memory = std::unique_ptr<std::byte[], free_device_memory>;
using pinned_memory = std::unique_ptr<std::byte[], free_pinned_memory>;
using owned_stream = std::unique_ptr<CUstream_st, destroy_stream>;

inline device_memory allocate_on_device(std::size_t bytes) {
    void* memory = nullptr;
    if (bytes > 0)
        check(cudaMalloc(&memory, bytes), ("allocating " + std::to_string(bytes) + " bytes on the device").c_str());
    return device_memory(static_cast<std::byte*>(memory));
}

inline pinned_memory allocate_pinned(std::size_t bytes) {
    void* memory = nullptr;
    check(cudaMallocHost(&memory, bytes), "allocating pinned memory");
    return pinned_memory(static_cast<std::byte*>(memory));
}

inline owned_stream make_stream() {
    cudaStream_t stream = nullptr;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
    return owned_stream(stream);
}

} // namespace pradix::cuda
