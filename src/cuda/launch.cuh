// SPDX-License-Identifier: MIT
#pragma once

#include "src/cuda/current_device.hpp"
#include "src/cuda/errors.hpp"

#include <cuda_runtime.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace pradix::cuda {

// Nothing. Says what the kernels of this library were compiled for.
template <class = void>
__global__ void empty_kernel() {}

// What is kept of devices is kept of so many; others are asked again.
inline constexpr int kept_devices = 64;

// A device, as far as launches depend on it.
struct launch_device {
    int index = 0;
    unsigned multiprocessors = 0;
    std::size_t shared_bytes = 0; // that a block can have
    bool cooperates = false;      // knows cooperative launches
    bool chains_kernels = false;  // knows programmatic dependent launch
    bool has_clusters = false;    // of blocks that see each other's shared memory

    // Each device is asked only once, not in each call: few items are sorted in microseconds.
    static launch_device of(int index) {
        static std::once_flag asked[kept_devices];
        static launch_device answers[kept_devices];
        if (index >= kept_devices)
            return ask(index);
        std::call_once(asked[index], [&] { answers[index] = ask(index); });
        return answers[index];
    }

private:
    static launch_device ask(int index) {
        launch_device here;
        here.index = index;
        int count = 0, generation = 0, shared_bytes = 0, cooperates = 0, clusters = 0;
        check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, here.index), "asking for multiprocessors");
        check(cudaDeviceGetAttribute(&generation, cudaDevAttrComputeCapabilityMajor, here.index),
              "asking for the compute capability");
        check(cudaDeviceGetAttribute(&shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, here.index),
              "asking for shared memory");
        check(cudaDeviceGetAttribute(&cooperates, cudaDevAttrCooperativeLaunch, here.index),
              "asking for cooperative launches");
        check(cudaDeviceGetAttribute(&clusters, cudaDevAttrClusterLaunch, here.index), "asking for clusters");
        cudaFuncAttributes code{};
        check(cudaFuncGetAttributes(&code, empty_kernel<>), "asking what kernels were compiled for");
        bool const is_new = code.ptxVersion >= 90; // code for older devices, also where new ones run it, knows neither
        here.has_clusters = clusters != 0 && is_new;
        here.cooperates = cooperates != 0;
        here.multiprocessors = static_cast<unsigned>(count);
        here.shared_bytes = static_cast<std::size_t>(shared_bytes);
        here.chains_kernels = generation >= 9 && is_new;
        return here;
    }
};

// Lets a kernel have more than the usual 48 KiB of shared memory; each device is asked only for more than before.
template <auto Kernel>
void allow_shared_bytes(launch_device const& on, std::size_t bytes) {
    constexpr std::size_t usual = 48 * 1024;
    static std::atomic<std::size_t> allowed[kept_devices];
    static std::mutex asking;
    auto const is_allowed = [&] {
        return bytes <= usual ||
               (on.index < kept_devices && bytes <= allowed[on.index].load(std::memory_order_relaxed));
    };
    if (is_allowed())
        return;
    std::lock_guard const alone(asking); // a thread that asks for less must not come behind one that asks for more
    if (is_allowed())
        return;
    check(cudaFuncSetAttribute(Kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
          "asking for shared memory");
    if (on.index < kept_devices)
        allowed[on.index].store(bytes, std::memory_order_relaxed);
}

// Of one dimension, with one attribute or some.
inline cudaLaunchConfig_t launch_config(unsigned blocks, unsigned threads, std::size_t dynamic_bytes,
                                        cudaStream_t stream, cudaLaunchAttribute* attributes, unsigned count) {
    cudaLaunchConfig_t made{};
    made.gridDim = blocks;
    made.blockDim = threads;
    made.dynamicSmemBytes = dynamic_bytes;
    made.stream = stream;
    made.attrs = attributes;
    made.numAttrs = count;
    return made;
}

// Enqueues the kernel. False, with nothing enqueued, if that is refused with this error; cudaSuccess: with none.
template <auto Kernel, class... Arguments>
[[nodiscard]] bool enqueue_unless(cudaError_t refusal, cudaLaunchConfig_t const& config,
                                  Arguments const&... arguments) {
    cudaError_t const result = cudaLaunchKernelEx(&config, Kernel, arguments...);
    if (result != cudaSuccess && result == refusal) {
        cudaGetLastError(); // forgets it
        return false;
    }
    check(result, "launching a kernel");
    return true;
}

// Enqueues the kernel, which begins with wait_for_previous_kernel or wait_only, so many blocks of it a cluster. False,
// with nothing enqueued, if there is no room for a cluster in the part of the device that the stream may use.
template <auto Kernel, class... Arguments>
bool enqueue_in_clusters(launch_device const& on, cudaStream_t stream, unsigned cluster, unsigned blocks,
                         unsigned threads, std::size_t shared_bytes, Arguments const&... arguments) {
    if (cluster > 1 && multiprocessors_when_replayed(stream) < cluster)
        return false;
    allow_shared_bytes<Kernel>(on, shared_bytes);
    cudaLaunchAttribute attributes[2]{};
    unsigned count = 0;
    if (on.chains_kernels) {
        attributes[count].id = cudaLaunchAttributeProgrammaticStreamSerialization;
        attributes[count++].val.programmaticStreamSerializationAllowed = 1;
    }
    if (cluster > 1) {
        attributes[count].id = cudaLaunchAttributeClusterDimension;
        attributes[count++].val.clusterDim = {cluster, 1, 1};
    }
    return enqueue_unless<Kernel>(cluster > 1 ? cudaErrorInvalidClusterSize : cudaSuccess,
                                  launch_config(blocks, threads, shared_bytes, stream, attributes, count),
                                  arguments...);
}

template <auto Kernel, class... Arguments>
void enqueue(launch_device const& on, cudaStream_t stream, unsigned blocks, unsigned threads, std::size_t shared_bytes,
             Arguments const&... arguments) {
    enqueue_in_clusters<Kernel>(on, stream, 1, blocks, threads, shared_bytes, arguments...);
}

// Enqueues a kernel whose blocks all run at once, since they wait for each other. False, with nothing enqueued, if they
// are more than the process may have on the device.
template <auto Kernel, class... Arguments>
bool enqueue_cooperatively(launch_device const& on, cudaStream_t stream, unsigned blocks, unsigned threads,
                           std::size_t shared_bytes, Arguments const&... arguments) {
    allow_shared_bytes<Kernel>(on, shared_bytes);
    if (unsigned const some = multiprocessors_when_replayed(stream); some < blocks) {
        int of_each = 0;
        check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_each, Kernel, static_cast<int>(threads), shared_bytes),
              "asking how many blocks run at once");
        if (std::uint64_t{some} * static_cast<unsigned>(of_each) < blocks)
            return false;
    }
    cudaLaunchAttribute cooperative{};
    cooperative.id = cudaLaunchAttributeCooperative;
    cooperative.val.cooperative = 1;
    return enqueue_unless<Kernel>(cudaErrorCooperativeLaunchTooLarge,
                                  launch_config(blocks, threads, shared_bytes, stream, &cooperative, 1), arguments...);
}

} // namespace pradix::cuda
