// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/App.hpp>

namespace pradix::cli {

/// Adds `pradix tune` to the tool.
void add_tune(CLI::App& app);

} // namespace pradix::cli
