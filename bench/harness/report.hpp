// SPDX-License-Identifier: MIT
// Results as the versioned JSON that plots and comparisons read.
#pragma once

#include "bench/harness/experiment.hpp"
#include "bench/harness/machine.hpp"

#include <span>
#include <string>

namespace pradix::bench {

inline constexpr std::string_view schema = "pradix.bench/1";

/// The whole result file. How the numbers were made (seed, workspace) stands with the machine's facts.
std::string to_json(machine_facts const& machine, method const& how, std::span<result const> results);

} // namespace pradix::bench
