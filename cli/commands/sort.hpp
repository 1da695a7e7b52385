// SPDX-License-Identifier: MIT
// `pradix sort`: sorts a file.
#pragma once

#include <CLI/App.hpp>

namespace pradix::cli {

void add_sort(CLI::App& app);

} // namespace pradix::cli
