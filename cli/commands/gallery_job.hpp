// SPDX-License-Identifier: MIT
// What `pradix gallery run` and `pradix gallery trace` are asked to do.
#pragma once

#include "cli/io/key_array.hpp"
#include "gallery/sort.hpp"

#include <CLI/App.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pradix::cli {

/// What both have in common.
struct gallery_job {
    std::string algorithm, backend, device, type, bits;
    std::vector<std::string> keys;
    gallery::settings how;

    void add_to(CLI::App& command);

    /// The platform asked for, or the first that has a device. Throws error if there is none of that name, or no
    /// device.
    gallery::platform platform() const;

    /// The device asked for, of that platform. Throws error if no name, or more than one, has that part.
    std::unique_ptr<gallery::machine> open_device(gallery::platform of) const;

    /// The type asked for, if any. Throws error for types that the gallery does not take.
    std::optional<key_type> wanted_type() const;

    /// `how` with the bits asked for. Throws error for what is no range.
    gallery::settings settings() const;

    /// The keys of the command line. Throws error for what is no key of the type, u32 by default.
    key_array listed_keys() const;
};

struct gallery_run_job : gallery_job {
    std::string input, output, format;
    bool quiet = false;
};

struct gallery_trace_job : gallery_job {
    bool json = false, svg = false;
};

/// Reads, sorts, verifies, writes and reports. Throws error; the output is then as it was.
void run(gallery_run_job const& job);

/// Sorts and prints what the kernels left in memory.
void run(gallery_trace_job const& job);

} // namespace pradix::cli
