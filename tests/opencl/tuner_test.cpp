// SPDX-License-Identifier: MIT
// Measuring a device: what becomes of the file that keeps the result.
#include "src/opencl/devices.hpp"
#include "src/opencl/tuning_file.hpp"
#include "tests/opencl/device_engine.hpp"
#include "tests/support/environment.hpp"

#include <pradix/opencl.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <unistd.h>

namespace {

using namespace pradix;
using namespace pradix::test;
namespace fs = std::filesystem;

TEST(opencl_tuner, keeps_rows_for_other_widths_in_a_file_that_is_named) {
    SKIP_WITHOUT_OPENCL_DEVICE();
    fs::path const path = fs::temp_directory_path() / ("pradix-tuning-" + std::to_string(getpid()) + ".json");
    environment const named("PRADIX_OPENCL_TUNING", path.c_str());
    auto const device = opencl::facts_of(test_stream().device);
    opencl::tuned_row const wide{16, 16, opencl::tune(device, 16, 16), {7, 2.5}};
    opencl::save_tuning(path, opencl::to_json(device, {wide, {4, 0, opencl::tune(device, 4, 0), {7, 2.5}}}));
    EXPECT_EQ(opencl::tuned_rows(device).at(1).speed.count, 7u);

    opencl::tune({.types = {key_type::u32}, .value_bytes = {0}, .count = 1000, .path = path.string()});
    auto const rows = opencl::tuned_rows(device);
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].key_bytes, 16u);
    EXPECT_EQ(rows[0].tuned, wide.tuned);
    EXPECT_EQ(rows[1].key_bytes, 4u);
    EXPECT_EQ(rows[1].speed.count, 1000u) << "it was not measured anew";
    fs::remove(path);
}

// It would return the name of a file that is not there.
TEST(opencl_tuner, refuses_to_measure_nothing) {
    EXPECT_THROW(opencl::tune({.types = {}}), invalid_argument);
    EXPECT_THROW(opencl::tune({.value_bytes = {}}), invalid_argument);
}

} // namespace
