// SPDX-License-Identifier: MIT
// Large arrays in host memory where nobody asked for a backend: on the device, and on the CPU if the device fails.
#include "src/cuda/memory.hpp"
#include "tests/gpu/current_context.hpp"
#include "tests/gpu/device_engine.hpp"
#include "tests/support/typed_keys.hpp"

#include <pradix/sort.hpp>

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <thread>

namespace {

using namespace pradix;
using namespace pradix::test;

constexpr std::size_t count = std::size_t{64 << 20} / sizeof(std::uint32_t); // as few as a device is asked for

// Where they were sorted, or automatic if they are not in order now.
backend sorted_on(options how) {
    auto keys = random_keys<std::uint32_t>(count, 51);
    std::vector<std::uint32_t> indices(count);
    timing of_keys, of_indices;
    how.spent = &of_indices;
    argsort(keys, indices, how);
    bool const are_in_order =
        std::is_sorted(indices.begin(), indices.end(), [&](auto one, auto other) { return keys[one] < keys[other]; });
    how.spent = &of_keys;
    sort(keys, how);
    return are_in_order && std::is_sorted(keys.begin(), keys.end()) && of_keys.where == of_indices.where
               ? of_keys.where
               : backend::automatic;
}

// A process that was forked cannot use the device of its parent, though its driver names one.
template <class Work>
bool is_true_in_a_child(Work const& work) {
    pid_t const child = fork();
    if (child == 0) {
        try {
            _exit(work() ? 0 : 1);
        } catch (...) { // or the other tests would run in the child, too
            _exit(2);
        }
    }
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(host_arrays, are_sorted_on_the_cpu_if_the_device_fails) {
    SKIP_WITHOUT_CUDA_DEVICE();
    unsetenv("PRADIX_BACKEND");
    ASSERT_EQ(sorted_on({}), backend::cuda);
    EXPECT_TRUE(is_true_in_a_child([] { return sorted_on({}) == backend::cpu; }));
}

TEST(host_arrays, are_left_alone_if_the_device_that_was_asked_for_fails) {
    SKIP_WITHOUT_CUDA_DEVICE();
    ASSERT_EQ(sorted_on({.where = backend::cuda}), backend::cuda);
    EXPECT_TRUE(is_true_in_a_child([] {
        auto const keys = random_keys<std::uint32_t>(count, 52);
        auto same = keys;
        try {
            sort(same, {.where = backend::cuda});
        } catch (error const&) {
            return same == keys;
        }
        return false;
    }));
}

// Even if these are for all threads.
TEST(host_arrays, are_sorted_while_a_stream_is_captured) {
    SKIP_WITHOUT_CUDA_DEVICE();
    unsetenv("PRADIX_BACKEND");
    cuda::owned_stream const stream = cuda::make_stream();
    for (auto const mode :
         {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed}) {
        cuda::check(cudaStreamBeginCapture(stream.get(), mode), "capturing");
        EXPECT_EQ(sorted_on({}), backend::cuda);
        cudaGraph_t graph = nullptr;
        EXPECT_EQ(cudaStreamEndCapture(stream.get(), &graph), cudaSuccess);
        EXPECT_NE(graph, nullptr);
        cudaGraphDestroy(graph);
    }
}

// Another library may put one there later, and see to all that depends on it.
TEST(host_arrays, leave_a_thread_without_a_context) {
    SKIP_WITHOUT_CUDA_DEVICE();
    current_context(); // finds the driver's function
    std::thread([] {
        ASSERT_EQ(current_context(), nullptr);
        EXPECT_EQ(sorted_on({.where = backend::cuda}), backend::cuda);
        EXPECT_EQ(current_context(), nullptr);
    }).join();
}

} // namespace
