// SPDX-License-Identifier: MIT
// The C interface: the same results as the C++ one, status codes, and a message a thread.
#include <pradix/backend.hpp>
#include <pradix/cuda.h>
#include <pradix/pradix.h>

#include "tests/support/check.hpp"
#include "tests/support/table.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <thread>

namespace {

using namespace pradix;
using namespace pradix::test;

// No enumerator, but within what the type can hold.
constexpr auto unknown = static_cast<pradix_type>(15);

pradix_options to_c(options const& how) {
    pradix_options result{};
    result.order = static_cast<pradix_order>(how.direction);
    result.bit_begin = how.bits.begin;
    result.bit_end = how.bits.end == bit_range::whole ? 0 : how.bits.end;
    result.nan = static_cast<pradix_nan>(how.nans);
    result.threads = how.threads;
    result.device = how.device;
    result.workspace = how.workspace.data();
    result.workspace_bytes = how.workspace.size();
    return result;
}

void must(pradix_status status) {
    if (status != PRADIX_OK)
        throw std::runtime_error(pradix_last_error());
}

engine c_engine() {
    return {
        "C",
        [](key_type type, void* keys, std::size_t count, void* values, std::size_t value_bytes, options const& how) {
            auto const c_type = static_cast<pradix_type>(type);
            auto const c_how = to_c(how);
            must(value_bytes ? pradix_sort_pairs(c_type, keys, values, value_bytes, count, &c_how)
                             : pradix_sort(c_type, keys, count, &c_how));
        },
        [](key_type type, void const* keys, std::size_t count, void* indices, std::size_t index_bytes,
           options const& how) {
            auto const c_how = to_c(how);
            must(pradix_argsort(static_cast<pradix_type>(type), keys, count, indices, index_bytes, &c_how));
        },
        [](key_type type, std::size_t count, std::size_t value_bytes, options const& how) {
            auto const c_how = to_c(how);
            std::size_t bytes = 0;
            must(pradix_workspace_bytes(static_cast<pradix_type>(type), count, value_bytes, &c_how, &bytes));
            return bytes;
        },
        [](key_type type, std::size_t count, options const& how) {
            auto const c_how = to_c(how);
            std::size_t bytes = 0;
            must(pradix_argsort_workspace_bytes(static_cast<pradix_type>(type), count, &c_how, &bytes));
            return bytes;
        },
    };
}

TEST(c_api, sorts_rows_of_the_table) {
    constexpr std::size_t counts[] = {0, 1, 2, 33, 1000, 4097};
    engine const with = c_engine();
    for (std::size_t type = 0; type < key_type_count; ++type)
        for_each_row(static_cast<key_type>(type), counts, 1, [&](sort_case row) -> ::testing::AssertionResult {
            row.how.ties = stability::stable;
            if (row.how.bits.end == 0)
                row.how.bits.end = 1; // 0 stands for the width here
            if (auto const keys = sorts_keys(with, row); !keys)
                return keys;
            if (auto const pairs = sorts_pairs(with, row); !pairs)
                return pairs;
            return sorts_indices(with, row);
        });
}

TEST(c_api, takes_null_for_the_defaults) {
    std::int32_t keys[] = {3, -1, 2};
    ASSERT_EQ(pradix_sort(PRADIX_I32, keys, 3, nullptr), PRADIX_OK);
    EXPECT_TRUE(keys[0] == -1 && keys[1] == 2 && keys[2] == 3);
}

TEST(c_api, returns_codes_and_keeps_the_input) {
    std::uint32_t keys[] = {3, 1, 2};
    pradix_options how{};
    how.bit_begin = 40;
    EXPECT_EQ(pradix_sort(PRADIX_U32, keys, 3, &how), PRADIX_INVALID_ARGUMENT);
    EXPECT_NE(std::string{pradix_last_error()}.find("40"), std::string::npos) << pradix_last_error();
    how = {};
    how.workspace_bytes = 100; // of an allocation that failed
    EXPECT_EQ(pradix_sort(PRADIX_U32, keys, 3, &how), PRADIX_INVALID_ARGUMENT);
    EXPECT_NE(std::string{pradix_last_error()}.find("workspace is null"), std::string::npos) << pradix_last_error();
    EXPECT_EQ(pradix_sort(unknown, keys, 3, nullptr), PRADIX_INVALID_ARGUMENT);
    EXPECT_EQ(pradix_sort_pairs(PRADIX_U32, keys, keys, 4, 3, nullptr), PRADIX_INVALID_ARGUMENT);
    EXPECT_EQ(pradix_argsort(PRADIX_U32, keys, 3, keys, 3, nullptr), PRADIX_INVALID_ARGUMENT);
    EXPECT_TRUE(keys[0] == 3 && keys[1] == 1 && keys[2] == 2);
}

TEST(c_api, wants_a_place_for_sizes) {
    pradix_column const by{0, PRADIX_U32, PRADIX_ASCENDING, PRADIX_NAN_BY_BITS};
    for (pradix_status const status : {pradix_workspace_bytes(PRADIX_U32, 3, 0, nullptr, nullptr),
                                       pradix_argsort_workspace_bytes(PRADIX_U32, 3, nullptr, nullptr),
                                       pradix_records_workspace_bytes(3, &by, 1, nullptr, nullptr)}) {
        EXPECT_EQ(status, PRADIX_INVALID_ARGUMENT);
        EXPECT_NE(std::string{pradix_last_error()}.find("no place for the result"), std::string::npos);
    }
    size_t bytes = 7;
    EXPECT_EQ(pradix_workspace_bytes(PRADIX_U32, SIZE_MAX, 0, nullptr, &bytes), PRADIX_INVALID_ARGUMENT);
    EXPECT_EQ(bytes, 7u);
}

TEST(c_api, chooses_the_device) {
    bool tried = false;
    for (backend_info const& each : backends()) {
        if (each.id == backend::cpu || !each.available)
            continue;
        tried = true;
        std::uint32_t keys[] = {3, 1, 2};
        pradix_options how{};
        how.backend = static_cast<pradix_backend>(each.id);
        how.device = 999;
        EXPECT_EQ(pradix_sort(PRADIX_U32, keys, 3, &how), PRADIX_INVALID_ARGUMENT);
        EXPECT_NE(std::string{pradix_last_error()}.find("device 999"), std::string::npos) << pradix_last_error();
        EXPECT_TRUE(keys[0] == 3 && keys[1] == 1 && keys[2] == 2);
    }
    if (!tried)
        GTEST_SKIP() << "this machine has no device but its CPU";
}

TEST(c_api, names_the_devices) {
    for (backend_info const& each : backends()) {
        auto const id = static_cast<pradix_backend>(each.id);
        std::size_t const expected = each.available ? each.devices.size() : 0;
        size_t count = 999;
        ASSERT_EQ(pradix_device_count(id, &count), PRADIX_OK) << each.name;
        EXPECT_EQ(count, expected) << each.name;
        char name[200];
        for (std::size_t i = 0; i < expected; ++i) {
            ASSERT_EQ(pradix_device_name(id, i, name, sizeof name), PRADIX_OK);
            EXPECT_EQ(name, each.devices[i]);
            ASSERT_EQ(pradix_device_name(id, i, name, 3), PRADIX_OK);
            EXPECT_EQ(name, each.devices[i].substr(0, 2));
        }
        EXPECT_EQ(pradix_device_name(id, expected, name, sizeof name), PRADIX_INVALID_ARGUMENT);
        EXPECT_NE(std::string{pradix_last_error()}.find("there is no device"), std::string::npos);
    }
    EXPECT_EQ(pradix_device_count(PRADIX_CPU, nullptr), PRADIX_INVALID_ARGUMENT);
    EXPECT_EQ(pradix_device_name(PRADIX_CPU, 0, nullptr, 9), PRADIX_INVALID_ARGUMENT);
}

struct city {
    double area;
    std::uint16_t district;
    char name[6];
};

TEST(c_api, sorts_records_by_columns) {
    city const cities[] = {{3.5, 2, "a"}, {1.5, 1, "b"}, {9.5, 2, "c"}, {2.5, 1, "d"}, {9.5, 2, "e"}};
    pradix_column const columns[] = {{offsetof(city, district), PRADIX_U16, PRADIX_ASCENDING, PRADIX_NAN_BY_BITS},
                                     {offsetof(city, area), PRADIX_F64, PRADIX_DESCENDING, PRADIX_NAN_BY_BITS}};
    auto sorted = std::to_array(cities);
    ASSERT_EQ(pradix_sort_records(sorted.data(), 5, sizeof(city), columns, 2, nullptr), PRADIX_OK);
    std::uint32_t indices[5];
    ASSERT_EQ(pradix_argsort_records(cities, 5, sizeof(city), columns, 2, indices, 4, nullptr), PRADIX_OK);
    std::string of_records, of_indices;
    for (std::size_t i = 0; i < 5; ++i) {
        of_records += sorted[i].name;
        of_indices += cities[indices[i]].name;
    }
    EXPECT_EQ(of_records, "dbcea");
    EXPECT_EQ(of_indices, "dbcea");
}

TEST(c_api, sorts_records_in_the_workspace_they_ask_for) {
    constexpr std::size_t count = 50'000;
    std::vector<std::uint64_t> records(2 * count);
    for (std::size_t i = 0; i < count; ++i)
        records[2 * i + 1] = i * 0x9e3779b97f4a7c15u;
    pradix_column const columns[] = {{0, PRADIX_U64, PRADIX_ASCENDING, PRADIX_NAN_BY_BITS},
                                     {8, PRADIX_U64, PRADIX_ASCENDING, PRADIX_NAN_BY_BITS}};
    pradix_options how{};
    how.backend = static_cast<pradix_backend>(default_backend());
    std::size_t bytes = 0;
    ASSERT_EQ(pradix_records_workspace_bytes(count, columns, 2, &how, &bytes), PRADIX_OK);
    std::vector<std::byte> room(bytes);
    how.workspace = room.data();
    how.workspace_bytes = bytes;
    std::vector<std::uint32_t> indices(count);
    ASSERT_EQ(pradix_argsort_records(records.data(), count, 16, columns, 2, indices.data(), 4, &how), PRADIX_OK);
    ASSERT_EQ(pradix_sort_records(records.data(), count, 16, columns, 2, &how), PRADIX_OK);
    EXPECT_EQ(records[1], 0u);
    EXPECT_EQ(records[3], (indices[1] * 0x9e3779b97f4a7c15u));
    if (bytes == 0) // the device has memory of its own
        return;
    how.workspace_bytes = bytes - 1;
    EXPECT_EQ(pradix_sort_records(records.data(), count, 16, columns, 2, &how), PRADIX_INVALID_ARGUMENT);
}

TEST(c_api, checks_columns) {
    city one{};
    pradix_column column{offsetof(city, name), PRADIX_U64, PRADIX_ASCENDING, PRADIX_NAN_BY_BITS};
    EXPECT_EQ(pradix_sort_records(&one, 1, sizeof one, &column, 1, nullptr), PRADIX_INVALID_ARGUMENT) << "too wide";
    EXPECT_EQ(pradix_sort_records(&one, 1, sizeof one, nullptr, 1, nullptr), PRADIX_INVALID_ARGUMENT);
    EXPECT_NE(std::string{pradix_last_error()}.find("of columns is null"), std::string::npos) << pradix_last_error();
    EXPECT_EQ(pradix_sort_records(&one, 1, sizeof one, &column, SIZE_MAX, nullptr), PRADIX_INVALID_ARGUMENT);
    EXPECT_EQ(pradix_sort_records(&one, 1, sizeof one, &column, 0, nullptr), PRADIX_INVALID_ARGUMENT) << "no column";
    column = {0, unknown, PRADIX_ASCENDING, PRADIX_NAN_BY_BITS};
    EXPECT_EQ(pradix_argsort_records(&one, 1, sizeof one, &column, 1, &one, 4, nullptr), PRADIX_INVALID_ARGUMENT);
    std::size_t bytes = 7;
    EXPECT_EQ(pradix_records_workspace_bytes(1, &column, 1, nullptr, &bytes), PRADIX_INVALID_ARGUMENT);
    EXPECT_EQ(pradix_records_workspace_bytes(1, &column, 0, nullptr, &bytes), PRADIX_INVALID_ARGUMENT) << "no column";
    EXPECT_EQ(pradix_records_workspace_bytes(1, nullptr, 1, nullptr, &bytes), PRADIX_INVALID_ARGUMENT);
    EXPECT_EQ(bytes, 7u);
}

// What a device does, tests/gpu has.
TEST(c_api, says_where_there_is_no_cuda) {
    backend_info const cuda = inspect(backend::cuda);
    if (!cuda.devices.empty())
        GTEST_SKIP() << "this machine has a CUDA device";
    std::uint32_t keys[] = {3, 1, 2}, indices[3];
    EXPECT_EQ(pradix_cuda_sort(PRADIX_U32, keys, keys, 3, nullptr, nullptr), PRADIX_BACKEND_UNAVAILABLE);
    EXPECT_EQ(pradix_cuda_sort_pairs(PRADIX_U32, keys, keys, keys, keys, 0, 3, nullptr, nullptr),
              PRADIX_INVALID_ARGUMENT);
    EXPECT_EQ(pradix_cuda_argsort(PRADIX_U32, keys, 3, indices, 4, nullptr, nullptr), PRADIX_BACKEND_UNAVAILABLE);
    std::size_t bytes = 7;
    EXPECT_EQ(pradix_cuda_workspace_bytes(PRADIX_U32, 1000, 0, 0, nullptr), PRADIX_INVALID_ARGUMENT);
    EXPECT_EQ(pradix_cuda_workspace_bytes(PRADIX_U32, std::size_t{1} << 24, 0, 0, &bytes),
              cuda.built ? PRADIX_OK : PRADIX_BACKEND_UNAVAILABLE);
    EXPECT_EQ(bytes > std::size_t{4} << 24, cuda.built);
}

TEST(c_api, keeps_messages_of_threads_apart) {
    ASSERT_EQ(pradix_sort(PRADIX_U32, nullptr, 3, nullptr), PRADIX_INVALID_ARGUMENT);
    std::string const mine = pradix_last_error();
    ASSERT_FALSE(mine.empty());
    std::string before, after;
    std::thread other{[&] {
        before = pradix_last_error();
        pradix_sort(unknown, nullptr, 3, nullptr);
        after = pradix_last_error();
    }};
    other.join();
    EXPECT_EQ(before, "");
    EXPECT_NE(after, mine);
    EXPECT_EQ(pradix_last_error(), mine);
}

} // namespace
