// SPDX-License-Identifier: MIT
// The sort itself, from the files it reads to those it writes.
#pragma once

#include "cli/io/output_file.hpp"
#include "cli/sort_job.hpp"
#include "cli/sort_report.hpp"

namespace pradix::cli {

/// Sorts, and writes the report beside the outputs if it goes to a file, so that all appear together. Throws error; the
/// outputs are then as they were.
sort_report sort_files(sort_job const& job, output_file* json_file);

} // namespace pradix::cli
