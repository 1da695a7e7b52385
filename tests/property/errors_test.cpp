// SPDX-License-Identifier: MIT
// The error contract: the right type of exception, words that help, and the caller's arrays as they were.
#include <pradix/cuda.hpp>
#include <pradix/opencl.hpp>
#include <pradix/pradix.hpp>

#include "tests/support/environment.hpp"
#include "tests/support/inputs.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

namespace {

using namespace pradix;
using test::environment;

class errors : public ::testing::Test {
protected:
    static constexpr std::size_t count = 100'000; // enough to need scratch, whatever the machine

    errors() : keys(count), values(count) {
        test::fill_keys(reinterpret_cast<std::byte*>(keys.data()), key_type::u32, count, test::shape::uniform, 1);
        test::fill_values(reinterpret_cast<std::byte*>(values.data()), sizeof values[0], count);
        keys_before_ = keys;
        values_before_ = values;
    }

    // Runs the call, expects that exception, and returns its words.
    template <class Error>
    std::string words_of(std::function<void()> const& call) const {
        std::string words;
        try {
            call();
            ADD_FAILURE() << "nothing was thrown";
        } catch (Error const& e) {
            words = e.what();
            EXPECT_NE(words.find(": "), std::string::npos) << "what was attempted comes first: " << words;
            EXPECT_NE(words.find("; "), std::string::npos) << "what to do comes last: " << words;
            EXPECT_EQ(words.find('\n'), std::string::npos) << words;
        } catch (std::exception const& e) {
            ADD_FAILURE() << "thrown was something else: " << e.what();
        }
        EXPECT_TRUE(keys == keys_before_) << "the keys were changed";
        EXPECT_TRUE(values == values_before_) << "the values were changed";
        return words;
    }

    template <class Error>
    void expect_words(std::function<void()> const& call, std::initializer_list<std::string> parts) const {
        std::string const words = words_of<Error>(call);
        for (std::string const& part : parts)
            EXPECT_NE(words.find(part), std::string::npos) << "\"" << part << "\" is not in: " << words;
    }

    std::vector<std::uint32_t> keys, values;

private:
    std::vector<std::uint32_t> keys_before_, values_before_;
};

TEST_F(errors, lengths_that_differ) {
    std::vector<std::uint32_t> few(7);
    expect_words<invalid_argument>([&] { sort_pairs(keys, few); }, {"sort_pairs", "100000", "7"});
    expect_words<invalid_argument>([&] { argsort(keys, few); }, {"argsort", "100000", "7"});
}

TEST_F(errors, arrays_that_overlap) {
    std::span<std::uint32_t> const all{keys};
    auto const front = all.first(60'000), back = all.last(60'000);
    expect_words<invalid_argument>([&] { sort_pairs(front, back); }, {"sort_pairs", "keys", "values", "overlap"});
    expect_words<invalid_argument>([&] { sort_pairs(back, front); }, {"overlap"});
    expect_words<invalid_argument>([&] { sort_pairs(all, all); }, {"overlap"});
    expect_words<invalid_argument>([&] { argsort(front, back); }, {"argsort", "keys", "indices", "overlap"});
    auto const inside = std::as_writable_bytes(all).subspan(1);
    expect_words<invalid_argument>([&] { pradix::sort(all, {.workspace = inside}); }, {"keys", "workspace", "overlap"});
    expect_words<invalid_argument>(
        [&] { sort_pairs(values, std::span{keys}, {.workspace = std::as_writable_bytes(all)}); },
        {"values", "workspace", "overlap"});
    EXPECT_NO_THROW(sort_pairs(std::vector(keys.begin(), keys.begin() + 2), std::vector<int>(2)));
}

TEST_F(errors, neighbours_do_not_overlap) {
    std::span<std::uint32_t> const all{values};
    EXPECT_NO_THROW(sort_pairs(all.first(50'000), all.last(50'000)));
}

TEST_F(errors, bits_that_are_no_range) {
    expect_words<invalid_argument>(
        [&] {
            pradix::sort(keys, {.bits = {9, 8}});
        },
        {"sort of 100000 u32 keys", "9", "8", "32"});
    expect_words<invalid_argument>([&] { pradix::sort(keys, {.bits = {0, 33}}); }, {"33", "32"});
    expect_words<invalid_argument>([&] { sort_pairs(keys, values, {.bits = {33, bit_range::whole}}); }, {"33"});
    expect_words<invalid_argument>([&] { argsort(keys, {.bits = {32, 31}}); }, {"32", "31"});
    expect_words<invalid_argument>([&] { workspace_bytes(key_type::u8, 10, 0, {.bits = {0, 9}}); }, {"9", "8"});
}

// Of some of their bits, no NaN can be told.
TEST_F(errors, nans_last_with_a_range_of_bits) {
    std::vector<float> floats(count);
    auto const with = [](bit_range bits) { return options{.bits = bits, .nans = nan_order::last}; };
    for (bit_range const bits : {bit_range{0, 16}, bit_range{16, 32}, bit_range{1, bit_range::whole}, bit_range{0, 0}})
        expect_words<invalid_argument>([&] { pradix::sort(floats, with(bits)); },
                                       {"sort of 100000 f32 keys", "nan_order::last", std::to_string(bits.begin)});
    EXPECT_NO_THROW(pradix::sort(floats, with({0, 32})));
}

TEST_F(errors, workspace_that_is_too_small) {
    options how{.threads = 1};
    std::size_t const needed = workspace_bytes(key_type::u32, count, 4, how);
    ASSERT_GT(needed, 1u);
    std::vector<std::byte> room(needed - 1);
    how.workspace = room;
    expect_words<invalid_argument>(
        [&] { sort_pairs(keys, values, how); },
        {"sort_pairs of 100000 u32 keys", std::to_string(needed), std::to_string(needed - 1)});
    room.resize(argsort_workspace_bytes(key_type::u32, count, how) - 1);
    how.workspace = room;
    expect_words<invalid_argument>([&] { argsort(keys, how); }, {std::to_string(room.size())});
    room.resize(workspace_bytes(key_type::u32, count, 0, how) - 1);
    how.workspace = room;
    expect_words<invalid_argument>([&] { pradix::sort(keys, how); }, {std::to_string(room.size())});
}

TEST_F(errors, records_are_what_a_short_workspace_is_said_to_be_for) {
    column const by{0, key_type::u32};
    std::byte scratch[1];
    options const how{.threads = 1, .workspace = scratch};
    std::size_t const needed = workspace_bytes(key_type::u32, count, 4, {.threads = 1});
    expect_words<invalid_argument>(
        [&] {
            detail::sort_records(keys.data(), count, 4, {&by, 1}, how);
        },
        {"sort_records of 100000 records: ", std::to_string(needed)});
    std::vector<std::uint32_t> indices(count);
    expect_words<invalid_argument>(
        [&] {
            detail::argsort_records(keys.data(), count, 4, {&by, 1}, indices.data(), 4, how);
        },
        {"argsort_records of 100000 records: ", std::to_string(needed)});
}

TEST_F(errors, scratch_for_more_items_than_memory_has_addresses) {
    constexpr auto most = std::numeric_limits<std::size_t>::max();
    std::initializer_list<std::string> const words = {"workspace_bytes of ", "beyond the address space"};
    for (std::size_t const many : {most, most / 2, most / 16 + 1}) {
        expect_words<invalid_argument>([&] { workspace_bytes(key_type::u8, many); }, words);
        expect_words<invalid_argument>([&] { workspace_bytes(key_type::u128, many, 16); }, words);
        expect_words<invalid_argument>([&] { workspace_bytes(key_type::u32, 2, many); }, words);
        expect_words<invalid_argument>([&] { argsort_workspace_bytes(key_type::u16, many); }, words);
    }
    EXPECT_GT(workspace_bytes(key_type::u64, std::size_t{1} << 50, 8), std::size_t{1} << 50);
}

// Arrays that fit the address space, where twice as much for scratch would not: the check must come before any access.
TEST_F(errors, items_whose_scratch_no_memory_has_addresses_for) {
    std::size_t const many = std::size_t{1} << 61;
    auto const some_address = reinterpret_cast<void*>(std::uintptr_t{1} << 40);
    auto const another = reinterpret_cast<void*>(std::uintptr_t{1} << 62);
    std::string const words = "beyond the address space";
    expect_words<invalid_argument>([&] { detail::sort(key_type::u8, some_address, many, another, 4, {}); },
                                   {"sort_pairs", words});
    expect_words<invalid_argument>([&] { detail::argsort(key_type::u8, some_address, many / 2, another, 8, {}); },
                                   {"argsort", words});
    column const by{0, key_type::u8};
    expect_words<invalid_argument>(
        [&] {
            detail::sort_records(some_address, many, 1, {&by, 1}, {});
        },
        {"sort_records", words});
    expect_words<invalid_argument>(
        [&] {
            detail::argsort_records(some_address, many / 2, 1, {&by, 1}, another, 8, {});
        },
        {"argsort_records", words});
}

// A null array tells nobody's memory apart: the check must come before any access.
TEST_F(errors, indices_too_narrow_for_the_positions) {
    std::size_t const beyond = (std::size_t{1} << 32) + 1;
    auto const some_address = reinterpret_cast<void*>(std::uintptr_t{1} << 40);
    auto const another = reinterpret_cast<void*>(std::uintptr_t{1} << 44);
    expect_words<invalid_argument>([&] { detail::argsort(key_type::u8, some_address, beyond, another, 4, {}); },
                                   {"argsort", "4-byte", "8-byte"});
    expect_words<invalid_argument>([&] { detail::argsort(key_type::u8, keys.data(), 10, values.data(), 2, {}); },
                                   {"2"});
}

TEST_F(errors, arrays_that_cannot_be) {
    expect_words<invalid_argument>([&] { detail::sort(key_type::u32, nullptr, 10, nullptr, 0, {}); }, {"keys", "null"});
    expect_words<invalid_argument>([&] { detail::sort(key_type::u32, keys.data(), 10, nullptr, 4, {}); },
                                   {"values", "null"});
    expect_words<invalid_argument>(
        [&] { detail::sort(key_type::u32, keys.data(), ~std::size_t{0} / 2, nullptr, 0, {}); }, {"keys"});
    EXPECT_NO_THROW(detail::sort(key_type::u32, nullptr, 0, nullptr, 0, {}));
    std::span<std::byte> const nowhere(static_cast<std::byte*>(nullptr), 10);
    expect_words<invalid_argument>([&] { pradix::sort(keys, {.workspace = nowhere}); },
                                   {": the address of the workspace is null; "});
}

TEST_F(errors, options_that_are_unknown) {
    expect_words<invalid_argument>([&] { pradix::sort(keys, {.direction = static_cast<order>(7)}); },
                                   {"the option direction is none of its enumerators"});
    expect_words<invalid_argument>([&] { pradix::sort(keys, {.nans = static_cast<pradix::nan_order>(7)}); },
                                   {"the option nans is none of its enumerators"});
    expect_words<invalid_argument>([&] { pradix::sort(keys, {.where = static_cast<backend>(7)}); },
                                   {"the option where is none of its enumerators"});
    words_of<invalid_argument>([&] { detail::sort(static_cast<key_type>(99), keys.data(), 9, nullptr, 0, {}); });
    expect_words<invalid_argument>([&] { pradix::sort(keys, {.threads = 1'000'000}); }, {"1000000", "1024"});
}

TEST_F(errors, backends_that_are_not_there) {
    environment const unset{"PRADIX_BACKEND", ""};
    for (backend_info const& info : backends()) {
        if (info.available) {
            EXPECT_NO_THROW(pradix::sort(std::vector(keys), {.where = info.id})) << info.name;
            continue;
        }
        expect_words<backend_unavailable>([&] { pradix::sort(keys, {.where = info.id}); }, {std::string{info.name}});
        environment const named{"PRADIX_BACKEND", std::string{info.name}.c_str()};
        expect_words<backend_unavailable>([&] { pradix::sort(keys); }, {std::string{info.name}, "PRADIX_BACKEND"});
        expect_words<backend_unavailable>([&] { default_backend(); }, {std::string{info.name}, "PRADIX_BACKEND"});
        EXPECT_NO_THROW(pradix::sort(std::vector(keys), {.where = backend::cpu}))
            << "options go before the environment";
    }
}

TEST_F(errors, one_backend_is_described_as_among_all) {
    for (backend_info const& info : backends()) {
        backend_info const one = inspect(info.id);
        EXPECT_EQ(one.id, info.id);
        EXPECT_EQ(one.name, info.name);
        EXPECT_EQ(one.available, info.available);
        EXPECT_EQ(one.detail, info.detail);
        EXPECT_EQ(one.devices, info.devices);
    }
    environment const named{"PRADIX_BACKEND", "cpu"};
    EXPECT_EQ(inspect(backend::automatic).id, backend::cpu);
}

TEST_F(errors, environment_that_is_wrong) {
    {
        environment const wrong{"PRADIX_BACKEND", "gpu"};
        expect_words<backend_unavailable>([&] { pradix::sort(keys); }, {"PRADIX_BACKEND", "gpu"});
        expect_words<backend_unavailable>([&] { default_backend(); }, {"PRADIX_BACKEND", "gpu"});
    }
    for (char const* const text : {"0", "-1", "many", "2x", "1025", "1.5", " ", "99999999999999999999"}) {
        environment const wrong{"PRADIX_THREADS", text};
        expect_words<invalid_argument>([&] { default_threads(); }, {"PRADIX_THREADS", text});
        expect_words<invalid_argument>([&] { pradix::sort(keys); }, {"PRADIX_THREADS", text});
        EXPECT_NO_THROW(pradix::sort(std::vector(keys), {.threads = 2})) << "options go before the environment";
    }
    environment const right{"PRADIX_THREADS", "3"};
    EXPECT_EQ(default_threads(), 3u);
}

// Whether this build has no CUDA part or this machine no device: the same kind of error.
TEST_F(errors, device_calls_without_a_device) {
    if (inspect(backend::cuda).available)
        GTEST_SKIP() << "this machine has a CUDA device; tests/gpu looks at errors there";
    std::span<std::uint32_t> const few(keys.data(), 10);
    expect_words<backend_unavailable>([&] { cuda::sort(few, {}); }, {"cuda", "use cpu"});
    expect_words<backend_unavailable>([&] { cuda::argsort(few, std::span(values).first(10), {}); }, {"cuda"});
    expect_words<backend_unavailable>([&] { pradix::sort(keys, {.where = backend::cuda}); }, {"cuda"});
}

TEST_F(errors, opencl_calls_without_opencl) {
    if (inspect(backend::opencl).built)
        GTEST_SKIP() << "this build has an OpenCL part; tests/opencl looks at its errors";
    opencl::array<std::uint32_t> const none;
    expect_words<backend_unavailable>([&] { opencl::sort(none, {}); }, {"opencl", "use cpu"});
    expect_words<backend_unavailable>([&] { opencl::argsort(none, none, {}); }, {"opencl"});
    options const there{.where = backend::opencl};
    expect_words<backend_unavailable>([&] { pradix::sort(keys, there); }, {"opencl"});
    expect_words<backend_unavailable>([&] { workspace_bytes(key_type::u32, count, 0, there); }, {"opencl"});
    expect_words<backend_unavailable>([&] { argsort_workspace_bytes(key_type::u32, count, there); }, {"opencl"});
}

TEST_F(errors, carry_their_code) {
    try {
        pradix::sort(keys, {.bits = {9, 8}});
        FAIL();
    } catch (pradix::error const& e) {
        EXPECT_EQ(e.code(), error_code::invalid_argument);
    }
}

} // namespace
