// SPDX-License-Identifier: MIT
// Draws result files with the plotting script that comes with pradix.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace pradix::bench {

/// The script: installed beside the tool, or in the source tree that the tool was built from. "" if it is in neither.
std::string plot_script();

/// What draws `results` into `folder`, as arguments of a command line that starts with python3.
std::vector<std::string> plot_command(std::string const& script, std::string const& results, std::string const& folder);

/// Runs a command, found through PATH, and waits for it. If it could not start or failed, what it wrote last to
/// standard error, or else what is wrong.
std::optional<std::string> failure_of(std::vector<std::string> const& command);

} // namespace pradix::bench
