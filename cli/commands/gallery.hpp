// SPDX-License-Identifier: MIT
// `pradix gallery`: lists, runs and traces the classic algorithms.
#pragma once

#include <CLI/App.hpp>

namespace pradix::cli {

void add_gallery(CLI::App& app);

} // namespace pradix::cli
