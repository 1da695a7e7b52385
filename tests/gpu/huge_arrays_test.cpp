// SPDX-License-Identifier: MIT
// More than 2^32 keys: counts, offsets and positions beyond 32 bits; so many that digits are wide; and values of more
// than 2^32 bytes. Needs tens of gigabytes of device memory.
#include "tests/gpu/device_engine.hpp"
#include "tests/gpu/guarded_device.hpp"
#include "tests/gpu/multiples.hpp"
#include "tests/gpu/taken_path.hpp"

#include <pradix/cuda.hpp>

#include <gtest/gtest.h>

namespace {

using namespace pradix;
using namespace pradix::test;

bool has_free_memory(std::size_t bytes) {
    std::size_t free = 0, total = 0;
    return cudaMemGetInfo(&free, &total) == cudaSuccess && free > bytes;
}

constexpr std::size_t chunk_items = std::size_t{1} << 24;

// What key(i) makes of each i, on the device.
template <class T, class Key>
cuda::device_memory put_keys(std::uint64_t count, Key const& key) {
    auto keys = cuda::allocate_on_device(count * sizeof(T));
    std::vector<T> chunk(chunk_items);
    for (std::uint64_t at = 0; at < count; at += chunk_items) {
        std::size_t const size = std::min<std::uint64_t>(chunk_items, count - at);
        for (std::size_t i = 0; i < size; ++i)
            chunk[i] = key(at + i);
        cuda::check(cudaMemcpy(keys.get() + at * sizeof(T), chunk.data(), size * sizeof(T), cudaMemcpyHostToDevice),
                    "putting");
    }
    return keys;
}

// Calls look(place of the first, items) for some at a time, up to the first failure.
template <class T, class Look>
void look_at_all(std::byte const* items, std::uint64_t count, Look const& look) {
    std::vector<T> chunk(chunk_items);
    for (std::uint64_t at = 0; at < count && !::testing::Test::HasFatalFailure(); at += chunk_items) {
        std::size_t const size = std::min<std::uint64_t>(chunk_items, count - at);
        cuda::check(cudaMemcpy(chunk.data(), items + at * sizeof(T), size * sizeof(T), cudaMemcpyDeviceToHost),
                    "getting");
        look(at, std::span<T const>(chunk).first(size));
    }
}

// Items in between went by two wide digits, and then by groups.
void expect_wide_digits(cuda::device_memory const& scratch, std::uint64_t count) {
    if (count <= cuda::tune(4).leading_items || count > cuda::tune(4).wide_items)
        return;
    cuda::group_plan const groups = part_of_last_sort(scratch.get(), &cuda::control::plan).groups;
    EXPECT_TRUE(groups.active && groups.groups > cuda::prefixes) << count;
}

template <class T>
cuda::device_memory sort_on_device(cuda::device_memory const& in, std::uint64_t count) {
    std::size_t const scratch_bytes = cuda::workspace_bytes(key_type_of<T>, count);
    auto out = cuda::allocate_on_device(count * sizeof(T));
    auto const scratch = cuda::allocate_on_device(scratch_bytes);
    cuda::sort(std::span<T const>(reinterpret_cast<T const*>(in.get()), count),
               std::span<T>(reinterpret_cast<T*>(out.get()), count), {.workspace = {scratch.get(), scratch_bytes}});
    cuda::check(cudaDeviceSynchronize(), "sorting"); // before scratch is freed
    expect_wide_digits(scratch, count);
    return out;
}

template <class T>
cuda::device_memory argsort_on_device(cuda::device_memory const& in, std::uint64_t count) {
    std::size_t const scratch_bytes = cuda::argsort_workspace_bytes(key_type_of<T>, count, sizeof(std::uint32_t));
    auto out = cuda::allocate_on_device(count * sizeof(std::uint32_t));
    auto const scratch = cuda::allocate_on_device(scratch_bytes);
    cuda::argsort(std::span<T const>(reinterpret_cast<T const*>(in.get()), count),
                  std::span<std::uint32_t>(reinterpret_cast<std::uint32_t*>(out.get()), count),
                  {.workspace = {scratch.get(), scratch_bytes}});
    cuda::check(cudaDeviceSynchronize(), "sorting"); // before scratch is freed
    expect_wide_digits(scratch, count);
    return out;
}

// Sorts `count` keys that fall from the largest to 0, `repeats` of each value, and looks at places all over the result.
template <class T>
void sorts_falling_keys(std::uint64_t count) {
    std::uint64_t const repeats = count / (std::uint64_t{1} << std::min<unsigned>(8 * sizeof(T), 32)) + 1;
    if (!has_free_memory(2 * count * sizeof(T) + cuda::workspace_bytes(key_type_of<T>, count)))
        GTEST_SKIP() << "the device has too little free memory";
    auto const key_at = [&](std::uint64_t place) { return static_cast<T>(place / repeats); };
    auto const in = put_keys<T>(count, [&](std::uint64_t i) { return key_at(count - 1 - i); });
    auto const out = sort_on_device<T>(in, count);
    look_at_all<T>(out.get(), count, [&](std::uint64_t at, std::span<T const> keys) {
        for (std::size_t i = 0; i < keys.size(); ++i)
            ASSERT_EQ(keys[i], key_at(at + i)) << "at " << at + i;
    });
}

// Looks at `count` items, of which number_of(item) is that of a multiple: if these rise, and are such as were put
// there, they are all there.
template <class T, class Item, class NumberOf>
void expect_all_multiples(cuda::device_memory const& items, std::uint64_t count, NumberOf const& number_of) {
    T before = 0;
    std::uint64_t wrong = 0;
    look_at_all<Item>(items.get(), count, [&](std::uint64_t at, std::span<Item const> some) {
        for (std::size_t i = 0; i < some.size(); ++i) {
            std::uint64_t const number = number_of(some[i]);
            T const key = multiples<T>::key(number);
            wrong += (at + i > 0 && key <= before) || number >= count;
            before = key;
        }
    });
    EXPECT_EQ(wrong, 0u) << "of " << count;
}

template <class T>
void sorts_multiples(std::uint64_t count) {
    auto const sorted = sort_on_device<T>(put_keys<T>(count, multiples<T>::key), count);
    expect_all_multiples<T, T>(sorted, count, multiples<T>::number);
}

template <class T>
void argsorts_multiples(std::uint64_t count) {
    auto const positions = argsort_on_device<T>(put_keys<T>(count, multiples<T>::key), count);
    expect_all_multiples<T, std::uint32_t>(positions, count, [](std::uint32_t position) { return position; });
}

// Values are the keys' numbers.
template <class T>
void sorts_pairs_of_multiples(std::uint64_t count) {
    auto const keys_in = put_keys<T>(count, multiples<T>::key);
    auto const values_in =
        put_keys<std::uint32_t>(count, [](std::uint64_t i) { return static_cast<std::uint32_t>(i); });
    std::size_t const scratch_bytes = cuda::workspace_bytes(key_type_of<T>, count, sizeof(std::uint32_t));
    auto const keys = cuda::allocate_on_device(count * sizeof(T)),
               values = cuda::allocate_on_device(count * sizeof(std::uint32_t)),
               scratch = cuda::allocate_on_device(scratch_bytes);
    auto const span_of = [&]<class U>(cuda::device_memory const& memory, U*) {
        return std::span<U>(reinterpret_cast<U*>(memory.get()), count);
    };
    cuda::sort_pairs(span_of(keys_in, static_cast<T const*>(nullptr)), span_of(keys, static_cast<T*>(nullptr)),
                     span_of(values_in, static_cast<std::uint32_t const*>(nullptr)),
                     span_of(values, static_cast<std::uint32_t*>(nullptr)),
                     {.workspace = {scratch.get(), scratch_bytes}});
    cuda::check(cudaDeviceSynchronize(), "sorting");
    expect_wide_digits(scratch, count);
    expect_all_multiples<T, T>(keys, count, multiples<T>::number);
    expect_all_multiples<T, std::uint32_t>(values, count, [](std::uint32_t number) { return number; });
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

TEST_F(huge_arrays, of_pairs_by_wide_digits) {
    for_wide_digits(8, sorts_pairs_of_multiples<std::uint32_t>);
}

TEST_F(huge_arrays, of_two_wide_values) {
    constexpr std::size_t bytes = (std::size_t{1} << 32) + 1;
    if (!has_free_memory(5 * bytes))
        GTEST_SKIP() << "the device has too little free memory";
    auto const in = cuda::allocate_on_device(2 * bytes), out = cuda::allocate_on_device(2 * bytes);
    cuda::check(cudaMemset(in.get(), 1, bytes), "putting");
    cuda::check(cudaMemset(in.get() + bytes, 2, bytes), "putting");
    auto const keys = put_keys<std::uint8_t>(2, [](std::uint64_t i) { return static_cast<std::uint8_t>(1 - i); });
    std::size_t const scratch_bytes = cuda::workspace_bytes(key_type::u8, 2, bytes);
    auto const keys_out = cuda::allocate_on_device(2), scratch = cuda::allocate_on_device(scratch_bytes);
    cuda::detail::sort(key_type::u8, keys.get(), keys_out.get(), 2, in.get(), out.get(), bytes,
                       {.workspace = {scratch.get(), scratch_bytes}}, {});
    look_at_all<std::uint8_t>(out.get(), 2 * bytes, [&](std::uint64_t at, std::span<std::uint8_t const> values) {
        for (std::size_t i = 0; i < values.size(); ++i)
            ASSERT_EQ(values[i], at + i < bytes ? 2 : 1) << "at " << at + i;
    });
}

} // namespace
