// SPDX-License-Identifier: MIT
// `pradix gen`: writes generated keys to a file.
#pragma once

#include <CLI/App.hpp>

namespace pradix::cli {

void add_gen(CLI::App& app);

} // namespace pradix::cli
