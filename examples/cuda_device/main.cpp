// SPDX-License-Identifier: MIT
// Sorts keys with values where they are: in the memory of a CUDA device, on a stream, with scratch of our own.
#include <pradix/cuda.hpp>

#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void check(cudaError_t status) {
    if (status != cudaSuccess) {
        std::fprintf(stderr, "WRONG: %s\n", cudaGetErrorString(status));
        std::exit(1);
    }
}

template <class T>
std::span<T> on_device(std::size_t count) {
    void* memory = nullptr;
    check(cudaMalloc(&memory, count * sizeof(T)));
    return {static_cast<T*>(memory), count};
}

} // namespace

int main() {
    constexpr std::size_t count = 1'000'000;
    std::size_t const scratch_bytes =
        pradix::cuda::workspace_bytes(pradix::key_type::f32, count, 4, pradix::cuda::placement::in_place);
    std::printf("%zu pairs need %zu bytes of scratch\n", count, scratch_bytes); // known without a device

    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::puts("there is no CUDA device here; nothing is sorted");
        return 0;
    }

    std::vector<float> distance(count);
    std::vector<std::uint32_t> id(count);
    for (std::size_t i = 0; i < count; ++i) {
        distance[i] = static_cast<float>(i * 7919 % count);
        id[i] = static_cast<std::uint32_t>(i);
    }
    auto const keys = on_device<float>(count);
    auto const values = on_device<std::uint32_t>(count);
    auto const scratch = on_device<std::byte>(scratch_bytes);
    check(cudaMemcpy(keys.data(), distance.data(), keys.size_bytes(), cudaMemcpyHostToDevice));
    check(cudaMemcpy(values.data(), id.data(), values.size_bytes(), cudaMemcpyHostToDevice));
    cudaStream_t stream = nullptr;
    check(cudaStreamCreate(&stream));

    try {
        pradix::cuda::sort_pairs(keys, values, {.stream = stream, .workspace = scratch});
    } catch (pradix::error const& error) {
        std::fprintf(stderr, "WRONG: %s\n", error.what());
        return 1;
    }

    check(cudaStreamSynchronize(stream));
    check(cudaMemcpy(id.data(), values.data(), values.size_bytes(), cudaMemcpyDeviceToHost));
    for (std::size_t i = 1; i < count; ++i)
        if (distance[id[i]] < distance[id[i - 1]]) {
            std::fprintf(stderr, "WRONG: value %zu\n", i);
            return 1;
        }
    std::printf("sorted on the device; the nearest is number %u\n", id[0]);
}
