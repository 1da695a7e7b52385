// SPDX-License-Identifier: MIT
// Sorts keys with values where they are: in OpenCL buffers, on a queue and with scratch of our own.
#include <pradix/opencl.hpp>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void check(cl_int status) {
    if (status != CL_SUCCESS) {
        std::fprintf(stderr, "WRONG: OpenCL error %d\n", status);
        std::exit(1);
    }
}

cl_mem buffer(cl_context context, std::size_t bytes) {
    cl_int status = CL_SUCCESS;
    cl_mem const made = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, &status);
    check(status);
    return made;
}

} // namespace

int main() {
    cl_platform_id platform = nullptr;
    cl_device_id device = nullptr;
    if (clGetPlatformIDs(1, &platform, nullptr) != CL_SUCCESS ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS) {
        std::puts("there is no OpenCL device here; nothing is sorted");
        return 0;
    }
    cl_int status = CL_SUCCESS;
    cl_context const context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
    check(status);
    cl_command_queue const queue = clCreateCommandQueue(context, device, 0, &status);
    check(status);

    constexpr std::size_t count = 1'000'000;
    std::vector<float> distance(count);
    std::vector<std::uint32_t> id(count);
    for (std::size_t i = 0; i < count; ++i) {
        distance[i] = static_cast<float>(i * 7919 % count);
        id[i] = static_cast<std::uint32_t>(i);
    }
    cl_mem const keys = buffer(context, count * sizeof(float)), values = buffer(context, count * sizeof(std::uint32_t));
    check(clEnqueueWriteBuffer(queue, keys, CL_FALSE, 0, count * sizeof(float), distance.data(), 0, nullptr, nullptr));
    check(clEnqueueWriteBuffer(queue, values, CL_FALSE, 0, count * sizeof(std::uint32_t), id.data(), 0, nullptr,
                               nullptr));

    try {
        std::size_t const bytes = pradix::opencl::workspace_bytes(device, pradix::key_type::f32, count, 4,
                                                                  pradix::opencl::placement::in_place);
        cl_mem const scratch = buffer(context, bytes);
        pradix::opencl::sort_pairs(pradix::opencl::array<float>{keys, 0, count},
                                   pradix::opencl::array<std::uint32_t>{values, 0, count},
                                   {.queue = queue, .workspace = {scratch, 0, bytes}});
        check(clReleaseMemObject(scratch));
    } catch (pradix::error const& error) {
        std::fprintf(stderr, "WRONG: %s\n", error.what());
        return 1;
    }

    check(
        clEnqueueReadBuffer(queue, values, CL_TRUE, 0, count * sizeof(std::uint32_t), id.data(), 0, nullptr, nullptr));
    for (std::size_t i = 1; i < count; ++i)
        if (distance[id[i]] < distance[id[i - 1]]) {
            std::fprintf(stderr, "WRONG: value %zu\n", i);
            return 1;
        }
    std::printf("sorted on the device; the nearest is number %u\n", id[0]);
    check(clReleaseMemObject(keys));
    check(clReleaseMemObject(values));
    check(clReleaseCommandQueue(queue));
    check(clReleaseContext(context));
}
