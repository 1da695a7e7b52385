// SPDX-License-Identifier: MIT
// More than 2^32 keys: counts, offsets and positions beyond 32 bits. Needs tens of gigabytes of device memory.
#include "tests/gpu/device_engine.hpp"
#include "tests/gpu/guarded_device.hpp"

#include <pradix/cuda.hpp>

#include <gtest/gtest.h>

namespace {

using namespace pradix;
using namespace pradix::test;

bool has_free_memory(std::size_t bytes) {
    std::size_t free = 0, total = 0;
    return cudaMemGetInfo(&free, &total) == cudaSuccess && free > bytes;
}

// Sorts `count` keys that fall from the largest to 0, `repeats` of each value, and looks at places all over the result.
template <class T>
void sorts_falling_keys(std::uint64_t count) {
    std::uint64_t const repeats = count / (std::uint64_t{1} << std::min<unsigned>(8 * sizeof(T), 32)) + 1;
    std::size_t const scratch_bytes = cuda::workspace_bytes(key_type_of<T>, count);
    if (!has_free_memory(2 * count * sizeof(T) + scratch_bytes))
        GTEST_SKIP() << "the device has too little free memory";
    auto const in = cuda::allocate_on_device(count * sizeof(T)), out = cuda::allocate_on_device(count * sizeof(T)),
               scratch = cuda::allocate_on_device(scratch_bytes);
    auto const key_at = [&](std::uint64_t place) { return static_cast<T>(place / repeats); };
    std::vector<T> chunk(std::size_t{1} << 24);
    for (std::uint64_t at = 0; at < count; at += chunk.size()) {
        std::size_t const size = std::min<std::uint64_t>(chunk.size(), count - at);
        for (std::size_t i = 0; i < size; ++i)
            chunk[i] = key_at(count - 1 - at - i);
        cuda::check(cudaMemcpy(in.get() + at * sizeof(T), chunk.data(), size * sizeof(T), cudaMemcpyHostToDevice),
                    "putting");
    }
    cuda::sort(std::span<T const>(reinterpret_cast<T const*>(in.get()), count),
               std::span<T>(reinterpret_cast<T*>(out.get()), count), {.workspace = {scratch.get(), scratch_bytes}});
    for (std::uint64_t at = 0; at < count; at += chunk.size()) {
        std::size_t const size = std::min<std::uint64_t>(chunk.size(), count - at);
        cuda::check(cudaMemcpy(chunk.data(), out.get() + at * sizeof(T), size * sizeof(T), cudaMemcpyDeviceToHost),
                    "getting");
        for (std::size_t i = 0; i < size; ++i)
            ASSERT_EQ(chunk[i], key_at(at + i)) << "at " << at + i;
    }
}

class huge_arrays : public ::testing::Test {
protected:
    void SetUp() override { SKIP_WITHOUT_CUDA_DEVICE(); }
};

TEST_F(huge_arrays, of_bytes) {
    sorts_falling_keys<std::uint8_t>(5'000'000'000);
}

TEST_F(huge_arrays, of_words) {
    sorts_falling_keys<std::uint32_t>((std::uint64_t{1} << 32) + 3);
}

} // namespace
