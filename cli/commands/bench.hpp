// SPDX-License-Identifier: MIT
// `pradix bench`: measures pradix beside other sorts.
#pragma once

#include <CLI/App.hpp>

namespace pradix::cli {

void add_bench(CLI::App& app);

} // namespace pradix::cli
