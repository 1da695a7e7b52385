// SPDX-License-Identifier: MIT
// More than 2^32 keys: counts, offsets and positions beyond 32 bits; and so many that digits are wide. Needs tens of
// gigabytes of device memory.
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

// Keys that a product makes of their numbers, so that each is there once, and its number can be found.
template <class T>
struct multiples {
    static constexpr T factor = static_cast<T>(0x9e3779b97f4a7c15 >> (64 - 8 * sizeof(T)));

    // Each round of Newton's doubles the bits that are right, three at first.
    static constexpr T inverse() {
        T x = factor;
        for (unsigned bits = 3; bits < 8 * sizeof(T); bits *= 2)
            x *= 2 - factor * x;
        return x;
    }
    static T key(std::uint64_t number) { return static_cast<T>(number * factor); }
    static std::uint64_t number(T key) { return static_cast<T>(key * inverse()); }
};
static_assert(multiples<std::uint32_t>::factor * multiples<std::uint32_t>::inverse() == 1);
static_assert(multiples<std::uint64_t>::factor * multiples<std::uint64_t>::inverse() == 1);

template <class T, class Work>
void each_chunk(std::byte* memory, std::uint64_t count, cudaMemcpyKind direction, Work const& work) {
    std::vector<T> chunk(std::size_t{1} << 24);
    for (std::uint64_t at = 0; at < count; at += chunk.size()) {
        std::size_t const size = std::min<std::uint64_t>(chunk.size(), count - at);
        std::byte* const there = memory + at * sizeof(T);
        if (direction == cudaMemcpyDeviceToHost)
            cuda::check(cudaMemcpy(chunk.data(), there, size * sizeof(T), direction), "getting");
        for (std::size_t i = 0; i < size; ++i)
            work(at + i, chunk[i]);
        if (direction == cudaMemcpyHostToDevice)
            cuda::check(cudaMemcpy(there, chunk.data(), size * sizeof(T), direction), "putting");
    }
}

// If all keys rise, and are such as were put there, they are all there.
template <class T>
void sorts_multiples(std::uint64_t count) {
    std::size_t const scratch_bytes = cuda::workspace_bytes(key_type_of<T>, count);
    auto const in = cuda::allocate_on_device(count * sizeof(T)), out = cuda::allocate_on_device(count * sizeof(T)),
               scratch = cuda::allocate_on_device(scratch_bytes);
    each_chunk<T>(in.get(), count, cudaMemcpyHostToDevice, [](auto i, T& key) { key = multiples<T>::key(i); });
    cuda::sort(std::span<T const>(reinterpret_cast<T const*>(in.get()), count),
               std::span<T>(reinterpret_cast<T*>(out.get()), count), {.workspace = {scratch.get(), scratch_bytes}});
    T before = 0;
    std::uint64_t wrong = 0;
    each_chunk<T>(out.get(), count, cudaMemcpyDeviceToHost, [&](auto i, T key) {
        wrong += (i > 0 && key <= before) || multiples<T>::number(key) >= count;
        before = key;
    });
    EXPECT_EQ(wrong, 0u) << "of " << count;
}

// The same for positions.
template <class T>
void argsorts_multiples(std::uint64_t count) {
    std::size_t const scratch_bytes = cuda::argsort_workspace_bytes(key_type_of<T>, count, sizeof(std::uint32_t));
    auto const in = cuda::allocate_on_device(count * sizeof(T)),
               out = cuda::allocate_on_device(count * sizeof(std::uint32_t)),
               scratch = cuda::allocate_on_device(scratch_bytes);
    each_chunk<T>(in.get(), count, cudaMemcpyHostToDevice, [](auto i, T& key) { key = multiples<T>::key(i); });
    cuda::argsort(std::span<T const>(reinterpret_cast<T const*>(in.get()), count),
                  std::span<std::uint32_t>(reinterpret_cast<std::uint32_t*>(out.get()), count),
                  {.workspace = {scratch.get(), scratch_bytes}});
    T before = 0;
    std::uint64_t wrong = 0;
    each_chunk<std::uint32_t>(out.get(), count, cudaMemcpyDeviceToHost, [&](auto i, std::uint32_t position) {
        T const key = multiples<T>::key(position);
        wrong += (i > 0 && key <= before) || position >= count;
        before = key;
    });
    EXPECT_EQ(wrong, 0u) << "of " << count;
}

// From where digits are wide on, and where these become narrow again.
constexpr std::uint64_t of_wide_digits[] = {cuda::tune(4).leading_items + 1, 690'000'001, cuda::tune(4).wide_items,
                                            cuda::tune(4).wide_items + 1};

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

template <class Sort>
void for_wide_digits(std::size_t bytes_of_key, Sort const& sort) {
    if (!has_free_memory(of_wide_digits[std::size(of_wide_digits) - 1] * (3 * bytes_of_key + 1)))
        GTEST_SKIP() << "the device has too little free memory";
    for (std::uint64_t const count : of_wide_digits)
        sort(count);
}

TEST_F(huge_arrays, of_narrow_keys_by_wide_digits) {
    for_wide_digits(4, sorts_multiples<std::uint32_t>);
}

TEST_F(huge_arrays, of_wide_keys_by_wide_digits) {
    for_wide_digits(8, sorts_multiples<std::uint64_t>);
}

TEST_F(huge_arrays, of_positions_by_wide_digits) {
    for_wide_digits(8, argsorts_multiples<std::uint32_t>);
}

} // namespace
