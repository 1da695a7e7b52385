// SPDX-License-Identifier: MIT
// Whole numbers on the command line. Left alone, CLI11 takes 010 for 8, and the largest number for one that is too
// large.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <CLI/Validators.hpp>

#include <cstdint>

namespace pradix::cli {

/// For Option::transform: lets decimal digits pass that are a number from `least` to `most`.
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

} // namespace pradix::cli
