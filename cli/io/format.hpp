// SPDX-License-Identifier: MIT
// The file formats and how a path tells which one it is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pradix::cli {

enum class file_format { raw, npy, text, csv };

std::string_view name(file_format format);

/// In lower case, with its dot; empty: none.
std::string extension_of(std::string const& path);

/// What separates fields of CSV in a file of that name, unless something else is said: a tab in .tsv, else a comma.
char usual_delimiter(std::string const& path);

/// Whether whole rows follow their keys: text and CSV.
constexpr bool has_rows(file_format format) {
    return format == file_format::text || format == file_format::csv;
}

/// By extension, in upper or lower case: .npy, .csv and .tsv, .txt; nothing for any other.
std::optional<file_format> format_of_extension(std::string const& path);

/// The format of that name: raw, npy, text or csv. Throws error naming `option` for another one.
file_format parse_format(std::string_view name, std::string_view option);

/// `override_name`, the value of --format, if not empty, else by extension, else raw. Throws error for another name.
file_format choose_format(std::string const& path, std::string_view override_name);

} // namespace pradix::cli
