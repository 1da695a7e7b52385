// SPDX-License-Identifier: MIT
// How much memory a sort takes, which is estimated before it is taken.
#pragma once

#include "cli/key_flags.hpp"

#include <pradix/options.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace pradix::cli {

/// Bytes of so many keys, and of values or indices and scratch beside them.
std::uint64_t array_sort_bytes(key_type type, std::size_t count, std::size_t value_bytes, options const& how);
std::uint64_t array_argsort_bytes(key_type type, std::size_t count, options const& how);

/// Bytes of the text, and of where the rows that it can have begin, and of their keys.
std::uint64_t row_bytes(std::string_view text, std::span<column_key const> keys);

/// The same with their indices and scratch.
std::uint64_t row_sort_bytes(std::string_view text, std::span<column_key const> keys, options const& how);

/// Bytes of the text, or of its keys alone and scratch beside them, whichever are more: the text goes when it is read.
std::uint64_t key_row_sort_bytes(std::string_view text, column_key const& key, options const& how);

} // namespace pradix::cli
