// SPDX-License-Identifier: MIT
// What `pradix tune` has measured, as JSON: one file a device and driver, in the cache folder.
#pragma once

#include "src/opencl/tuning.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace pradix::opencl {

// What a tuning was measured to do, with arrays of random keys in the device's memory.
struct measured_speed {
    std::size_t count = 0; // items
    double gkeys_per_s = 0;
};

// For items of these widths.
struct tuned_row {
    std::size_t key_bytes;
    std::size_t value_bytes;
    tuning tuned;
    measured_speed speed{};
};

// PRADIX_OPENCL_TUNING if it is set, else the device's file in the cache folder. Empty: there is no such folder.
std::filesystem::path tuning_path(device_facts const& device);

// The row of that file for the widths. Nothing if there is no file (but PRADIX_OPENCL_TUNING must be there) or no such
// row. Throws invalid_argument if the file is damaged or has a row that the device cannot run.
std::optional<tuning> measured_tuning(device_facts const& device, std::size_t key_bytes, std::size_t value_bytes);

// All rows of that file; none if there is no file. Read once in a process, and again only after save_tuning: so other
// processes may write it while this one sorts.
std::vector<tuned_row> tuned_rows(device_facts const& device);

// All rows of a file as it is now.
std::vector<tuned_row> read_tuning(std::filesystem::path const& path, device_facts const& device);

std::string to_json(device_facts const& device, std::vector<tuned_row> const& rows);

// Throws invalid_argument if save_tuning cannot write there: the folder must exist, and what is there be a regular
// file.
void check_tuning_place(std::filesystem::path const& path);

// Replaces the file whole. Throws invalid_argument if that cannot be done.
void save_tuning(std::filesystem::path const& path, std::string const& json);

// Why the device cannot run this tuning; empty if it can.
std::string problem_of(tuned_row const& row, device_facts const& device);

} // namespace pradix::opencl
