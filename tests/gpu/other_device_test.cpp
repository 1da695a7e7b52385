// SPDX-License-Identifier: MIT
// A device that is not the first one: what is known of devices is kept for each.
#include "tests/gpu/current_context.hpp"
#include "tests/gpu/device_engine.hpp"
#include "tests/gpu/guarded_device.hpp"
#include "tests/support/table.hpp"
#include "tests/support/thrown.hpp"
#include "tests/support/typed_keys.hpp"

#include <pradix/cuda.hpp>
#include <pradix/sort.hpp>

#include <algorithm>
#include <thread>

namespace {

using namespace pradix;
using namespace pradix::test;

class other_device : public ::testing::Test {
protected:
    void SetUp() override {
        SKIP_WITHOUT_CUDA_DEVICE();
        int devices = 0;
        cuda::check(cudaGetDeviceCount(&devices), "counting devices");
        if (devices < 2)
            GTEST_SKIP() << "this machine has one CUDA device";
    }
    void TearDown() override { cudaSetDevice(0); }
};

TEST_F(other_device, sorts_what_is_in_its_memory) {
    engine const with = device_engine("cuda", {});
    for (int const device : {0, 1, 0, 1}) {
        cuda::check(cudaSetDevice(device), "choosing a device");
        for (std::size_t const count : {500u, 5'000u, 100'000u, 3'500'000u})
            for (key_type const type : {key_type::u16, key_type::u32, key_type::f64}) {
                auto row = make_row(type, count, shape::uniform, 83);
                ASSERT_TRUE(sorts_keys(with, row)) << "device " << device;
                ASSERT_TRUE(sorts_pairs(with, row)) << "device " << device;
            }
    }
}

TEST_F(other_device, is_not_asked_for_memory_of_the_first_one) {
    constexpr std::size_t count = 1000;
    guarded_device const keys(count * sizeof(std::uint32_t));
    cuda::check(cudaSetDevice(1), "choosing a device");
    std::span<std::uint32_t> const on_first{reinterpret_cast<std::uint32_t*>(keys.data()), count};
    std::string const message = message_of([&] { cuda::sort(on_first, {}); });
    EXPECT_NE(message.find("is on device 0"), std::string::npos) << message;
    EXPECT_NE(message.find("the current device is 1"), std::string::npos) << message;
}

TEST_F(other_device, is_not_given_a_stream_of_the_first_one) {
    int driver = 0;
    cuda::check(cudaDriverGetVersion(&driver), "asking for the driver's version");
    if (driver < 12080)
        GTEST_SKIP() << "this driver does not tell of which device a stream is";
    constexpr std::size_t count = 1000;
    cudaStream_t stream = nullptr;
    cuda::check(cudaStreamCreate(&stream), "making a stream");
    cuda::check(cudaSetDevice(1), "choosing a device");
    {
        guarded_device const keys(count * sizeof(std::uint32_t)),
            scratch(cuda::workspace_bytes(key_type::u32, count, 0, cuda::placement::in_place));
        std::span<std::uint32_t> const on_second{reinterpret_cast<std::uint32_t*>(keys.data()), count};
        cuda::launch const run{.stream = stream, .workspace = {scratch.data(), scratch.size()}};
        std::string const message = message_of([&] { cuda::sort(on_second, run); });
        EXPECT_NE(message.find("the stream is not of the current device, which is 1"), std::string::npos) << message;
    }
    cuda::check(cudaStreamDestroy(stream), "destroying the stream");
}

TEST_F(other_device, sorts_host_arrays_and_leaves_the_current_one) {
    auto keys = random_keys<std::uint32_t>(20'000'003, 84);
    auto expected = keys;
    std::sort(expected.begin(), expected.end());
    sort(keys, {.where = backend::cuda, .device = 1});
    EXPECT_TRUE(keys == expected);
    int current = -1;
    cuda::check(cudaGetDevice(&current), "asking for the current device");
    EXPECT_EQ(current, 0);
    EXPECT_THROW(sort(keys, {.where = backend::cuda, .device = 99}), invalid_argument);
    auto* const before = current_context();
    std::thread([&] {
        sort(keys, {.direction = order::descending, .where = backend::cuda, .device = 1});
        EXPECT_EQ(current_context(), nullptr);
    }).join();
    EXPECT_EQ(current_context(), before);
}

} // namespace
