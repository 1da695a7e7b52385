// SPDX-License-Identifier: MIT
// `pradix info`: says what this build and this machine have.
#pragma once

#include <CLI/App.hpp>

namespace pradix::cli {

void add_info(CLI::App& app);

} // namespace pradix::cli
