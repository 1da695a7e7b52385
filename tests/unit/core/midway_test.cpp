// SPDX-License-Identifier: MIT
#include "src/core/midway.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pradix;

// The code and the words of what is thrown.
template <class Failure>
std::pair<error_code, std::string> told(bool after_a_write, Failure const& failure) {
    try {
        core::telling_failures_midway({"sort", 3, key_type::u32}, [&](bool& are_written) {
            are_written = after_a_write;
            throw failure;
        });
    } catch (error const& thrown) {
        return {thrown.code(), thrown.what()};
    }
    return {};
}

TEST(failures_midway, keep_their_kind_while_the_arrays_are_as_they_were) {
    EXPECT_EQ(told(false, out_of_memory("a; b")), std::pair(error_code::out_of_memory, std::string("a; b")));
    EXPECT_EQ(told(false, backend_unavailable("a; b")).first, error_code::backend_unavailable);
    EXPECT_EQ(told(false, std::bad_alloc()).first, error_code::out_of_memory);
}

TEST(failures_midway, are_device_errors_once_the_arrays_are_written) {
    EXPECT_EQ(told(true, out_of_memory("a; b")), std::pair(error_code::device_error, std::string("a; b")));
    EXPECT_EQ(told(true, backend_unavailable("a; b")).first, error_code::device_error);
    EXPECT_EQ(told(true, std::bad_alloc()).first, error_code::device_error);
    EXPECT_EQ(told(true, std::bad_alloc()).second.find("sort of 3 u32 keys: "), 0u);
}

TEST(failures_midway, are_none_if_the_work_is_done) {
    EXPECT_TRUE(core::telling_failures_midway({"sort", 3, key_type::u32}, [](bool&) { return true; }));
}

} // namespace
