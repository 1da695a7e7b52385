// SPDX-License-Identifier: MIT
// Keys are taken for raw where nothing says otherwise: a file that is plainly something else must not be sorted as
// such.
#pragma once

#include <cstddef>
#include <string_view>

namespace pradix::cli {

/// So many bytes from the start of a file are looked at.
constexpr std::size_t raw_check_bytes = 4096;

/// Throws error naming `file` if it begins as .npy files, ZIP archives (.npz) or text do.
void check_looks_raw(std::string_view first_bytes, std::string_view file);

} // namespace pradix::cli
