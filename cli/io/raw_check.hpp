// SPDX-License-Identifier: MIT
// Files are taken for raw where nothing says otherwise: one that is plainly something else must not be sorted as such.
#pragma once

#include <cstddef>
#include <string_view>

namespace pradix::cli {

/// So many bytes from the start of a file are looked at.
constexpr std::size_t raw_check_bytes = 4096;

/// What the bytes of a file are taken for, and what the command that reads it can do if they are something else.
struct raw_assumption {
    std::string_view items;         ///< "keys"
    std::string_view other_formats; ///< that --format may say instead
    std::string_view if_npy;        ///< advice
    std::string_view if_text;       ///< advice; empty: raw items may look like text
};

inline constexpr raw_assumption raw_keys{"keys", "text, csv or npy", "give --format npy", "give --format text or csv"};
inline constexpr raw_assumption raw_values{"values", "", "let its name end in .npy", ""};

/// Throws error naming `file` if it begins as .npy files, archives and compressed files, files of Parquet, HDF5 or
/// Arrow, or text do.
void check_looks_raw(std::string_view first_bytes, std::string_view file, raw_assumption const& assumed);

} // namespace pradix::cli
