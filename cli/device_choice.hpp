// SPDX-License-Identifier: MIT
// A backend and its device from what the user wrote.
#pragma once

#include <pradix/options.hpp>

#include <span>
#include <string>
#include <string_view>

namespace pradix::cli {

/// --backend; empty: automatic.
backend parse_backend(std::string const& text);

/// --device of the backend of that option, or else of the environment's: its number, or a part of its name that no
/// other device has. Empty: 0. Whether there is a device of that number, the backend checks, but for the CPU, which has
/// one.
unsigned parse_device(std::string const& text, backend option);

/// The same among these devices of `of`.
unsigned choose_device(std::string const& text, std::span<std::string const> devices, std::string_view of);

} // namespace pradix::cli
