// SPDX-License-Identifier: MIT
// What `pradix sort` does once its options are known.
#pragma once

#include "cli/key_flags.hpp"

#include <string>

namespace pradix::cli {

struct sort_job {
    std::string input, output;
    std::string values, values_output; ///< empty: no values
    key_flags keys;
    std::string output_format; ///< empty: by the name of the output, else that of the input
    std::string backend, device, memory;
    unsigned threads = 0;
    bool argsort = false, verify = false, quiet = false;
    std::string json; ///< empty: none; "-": standard output, or standard error if the data goes there; else a path
};

/// Reads, sorts, checks, writes and reports. Throws error; the outputs are then as they were.
void run(sort_job const& job);

} // namespace pradix::cli
