// SPDX-License-Identifier: MIT
// `pradix verify`: checks that a file is sorted.
#pragma once

#include <CLI/App.hpp>

namespace pradix::cli {

void add_verify(CLI::App& app);

} // namespace pradix::cli
