// SPDX-License-Identifier: MIT
// What a sort takes from the system: no memory where the caller gave a workspace, no thread for a small input.
// This executable counts both: its own operator new, and wrappers that the linker puts around the C functions.
#include "tests/support/inputs.hpp"

#include <pradix/sort.hpp>

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>
#include <thread>

namespace {

std::atomic<std::size_t> allocations{0};
std::atomic<std::size_t> mappings{0};
std::atomic<std::size_t> started_threads{0};
std::atomic<std::size_t> most_threads{1000}; // beyond these the system refuses

// The wrapped C functions below count.
void* or_throw(void* memory) {
    return memory ? memory : throw std::bad_alloc{};
}

} // namespace

// Not inlined, or the compiler complains that what `new` gave goes to `free`.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
    return or_throw(std::malloc(bytes ? bytes : 1));
}
[[gnu::noinline]] void* operator new(std::size_t bytes, std::align_val_t alignment) {
    auto const align = static_cast<std::size_t>(alignment);
    return or_throw(std::aligned_alloc(align, (bytes + align - 1) / align * align));
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

extern "C" {

// -Wl,--wrap: calls from the library come here first.
void* __real_malloc(std::size_t bytes);
void* __real_calloc(std::size_t count, std::size_t bytes);
void* __real_aligned_alloc(std::size_t alignment, std::size_t bytes);
int __real_posix_memalign(void** memory, std::size_t alignment, std::size_t bytes);
void* __real_mmap(void* at, std::size_t bytes, int protection, int flags, int file, off_t offset);

void* __wrap_malloc(std::size_t bytes) {
    ++allocations;
    return __real_malloc(bytes);
}
void* __wrap_calloc(std::size_t count, std::size_t bytes) {
    ++allocations;
    return __real_calloc(count, bytes);
}
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t bytes) {
    ++allocations;
    return __real_aligned_alloc(alignment, bytes);
}
int __wrap_posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
    ++allocations;
    return __real_posix_memalign(memory, alignment, bytes);
}
void* __wrap_mmap(void* at, std::size_t bytes, int protection, int flags, int file, off_t offset) {
    ++allocations;
    ++mappings;
    return __real_mmap(at, bytes, protection, flags, file, offset);
}

// std::thread calls this from its shared library, so it is interposed instead.
int pthread_create(pthread_t* thread, pthread_attr_t const* attributes, void* (*start)(void*), void* argument) {
    using function = int (*)(pthread_t*, pthread_attr_t const*, void* (*)(void*), void*);
    static auto const real = reinterpret_cast<function>(dlsym(RTLD_NEXT, "pthread_create"));
    if (started_threads >= most_threads)
        return EAGAIN;
    ++started_threads;
    return real(thread, attributes, start, argument);
}
}

namespace {

using namespace pradix;
using namespace pradix::test;

struct taken {
    std::size_t allocations, threads;
};

template <class Work>
taken taken_by(Work const& work) {
    std::size_t const allocations_before = allocations, threads_before = started_threads;
    work();
    return {allocations - allocations_before, started_threads - threads_before};
}

std::vector<std::uint64_t> some_keys(std::size_t count) {
    std::vector<std::uint64_t> keys(count);
    fill_keys(reinterpret_cast<std::byte*>(keys.data()), key_type::u64, count, shape::uniform, 1);
    return keys;
}

TEST(resources, are_counted) {
    EXPECT_GE(taken_by([] { std::vector<int> const vector(10); }).allocations, 1u);
    EXPECT_EQ(taken_by([] { std::thread{[] {}}.join(); }).threads, 1u);
    auto keys = some_keys(500'000);
    EXPECT_EQ(taken_by([&] { pradix::sort(keys, {.threads = 2}); }).threads, 1u);
    keys = some_keys(500'000);
    EXPECT_GE(taken_by([&] { pradix::sort(keys, {.threads = 1}); }).allocations, 1u) << "no workspace was given";
}

// Asking the system takes longer than sorting a few thousand keys.
TEST(resources, only_large_scratch_is_asked_of_the_system) {
    for (std::size_t const count : {5000u, 50'000u, 1'000'000u}) {
        auto keys = some_keys(count);
        options const how{.threads = 1};
        bool const large = workspace_bytes(key_type::u64, count, 0, how) >= std::size_t{2} << 20;
        std::size_t const before = mappings;
        pradix::sort(keys, how);
        EXPECT_EQ(mappings - before, large ? 1u : 0u) << count;
    }
}

TEST(resources, no_memory_where_a_workspace_is_given) {
    for (std::size_t const count : {0u, 1u, 100u, 1000u, 5000u, 100'000u, 1'000'000u}) {
        auto keys = some_keys(count);
        auto values = keys;
        std::vector<std::uint32_t> indices(count);
        options how{.threads = 1};
        std::vector<std::byte> workspace(
            std::max({workspace_bytes(key_type::u64, count, 8, how), workspace_bytes(key_type::u64, count, 0, how),
                      argsort_workspace_bytes(key_type::u64, count, how)}));
        how.workspace = workspace;
        EXPECT_EQ(taken_by([&] { argsort(keys, indices, how); }).allocations, 0u) << "argsort of " << count;
        EXPECT_EQ(taken_by([&] { sort_pairs(keys, values, how); }).allocations, 0u) << "sort_pairs of " << count;
        keys = some_keys(count);
        EXPECT_EQ(taken_by([&] { pradix::sort(keys, how); }).allocations, 0u) << "sort of " << count;
    }
}

struct value12 {
    std::uint32_t words[3];
};

TEST(resources, no_memory_for_values_that_are_gathered) {
    std::size_t const count = 50'000;
    auto keys = some_keys(count);
    std::vector<value12> values(count);
    options how{.threads = 1};
    std::vector<std::byte> workspace(workspace_bytes(key_type::u64, count, sizeof(value12), how));
    how.workspace = workspace;
    EXPECT_EQ(taken_by([&] { sort_pairs(keys, values, how); }).allocations, 0u);
}

TEST(resources, no_thread_for_a_small_input) {
    for (std::size_t const count : {2u, 10u, 100u, 1000u}) {
        auto keys = some_keys(count);
        auto values = keys;
        EXPECT_EQ(taken_by([&] { sort_pairs(keys, values); }).threads, 0u) << count;
        EXPECT_EQ(taken_by([&] { pradix::sort(keys, {.threads = 8}); }).threads, 0u) << count;
        EXPECT_EQ(taken_by([&] { argsort(values, {.threads = 8}); }).threads, 0u) << count;
    }
}

// Keys are made of columns and records moved by as many threads as the passes have, each of which is a team of its own.
TEST(resources, threads_for_all_that_is_done_with_records) {
    struct record {
        std::uint64_t key, rest[2];
    };
    column const by_key{0, key_type::u64};
    std::vector<record> records(500'000);
    std::vector<std::uint64_t> indices(records.size());
    auto const refill = [&] {
        auto const keys = some_keys(records.size());
        for (std::size_t i = 0; i < keys.size(); ++i)
            records[i].key = keys[i];
    };
    for (unsigned const threads : {1u, 2u, 3u}) {
        options const how{.where = backend::cpu, .threads = threads};
        refill();
        taken const found = taken_by([&] {
            detail::argsort_records(records.data(), records.size(), sizeof(record), {&by_key, 1}, indices.data(), 8,
                                    how);
        });
        EXPECT_EQ(found.threads, 4 * (threads - 1)) << "indices, keys, passes, wider indices";
        taken const sorted = taken_by([&] { sort_records(records, {by_key}, how); });
        EXPECT_EQ(sorted.threads, 4 * (threads - 1)) << "indices, keys, passes, records";
        EXPECT_TRUE(std::is_sorted(records.begin(), records.end(),
                                   [](record const& a, record const& b) { return a.key < b.key; }));
    }
    records.resize(1000);
    EXPECT_EQ(taken_by([&] { sort_records(records, {by_key}, {.threads = 8}); }).threads, 0u);
}

// Scratch is declared before, without the data: the same for the same question, and no less for more keys.
TEST(workspace, is_a_function_of_its_arguments) {
    for (std::size_t type = 0; type < key_type_count; ++type)
        for (std::size_t const value_bytes : {0u, 4u, 8u, 12u}) {
            options const how{.threads = 2};
            auto const bytes = [&](std::size_t count) {
                return workspace_bytes(static_cast<key_type>(type), count, value_bytes, how);
            };
            EXPECT_EQ(bytes(100'000), bytes(100'000));
            EXPECT_EQ(bytes(0), 0u);
            EXPECT_EQ(bytes(1), 0u);
        }
}

TEST(workspace, is_right_beyond_32_bits) {
    std::size_t const many = std::size_t{1} << 33;
    for (std::size_t type = 0; type < key_type_count; ++type) {
        std::size_t const bytes = key_bytes(static_cast<key_type>(type));
        EXPECT_GE(workspace_bytes(static_cast<key_type>(type), many), many * bytes);
        EXPECT_GE(argsort_workspace_bytes(static_cast<key_type>(type), many), many * 8)
            << "indices beyond 2^32 take 8 bytes each";
    }
}

// Fewer threads than asked for, down to none: slower, and just as sorted.
TEST(resources, threads_that_the_system_refuses_are_not_missed) {
    for (std::size_t const granted : {0u, 1u, 2u}) {
        auto keys = some_keys(1'000'000);
        most_threads = started_threads + granted;
        taken const used = taken_by([&] { pradix::sort(keys, {.threads = 4}); });
        most_threads = 1'000'000;
        EXPECT_EQ(used.threads, granted);
        EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
    }
}

} // namespace
