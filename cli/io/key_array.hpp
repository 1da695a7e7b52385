// SPDX-License-Identifier: MIT
// Arrays of keys and of values in raw and .npy files.
#pragma once

#include "cli/io/buffer.hpp"
#include "cli/io/format.hpp"
#include "cli/io/input_file.hpp"
#include "cli/io/output_file.hpp"
#include "cli/io/raw_check.hpp"

#include <pradix/key.hpp>

#include <optional>
#include <string>

namespace pradix::cli {

struct key_array {
    key_type type = key_type::u8;
    std::size_t count = 0;
    buffer keys;
};

/// What is known of an array before its keys are read. A pipe of raw keys has no count yet.
struct array_layout {
    key_type type;
    std::optional<std::size_t> count;
    raw_assumption const* assumed = nullptr; ///< null: it is said to be raw, or is not
};

/// Reads the header of an .npy file, or takes the type given for a raw one. Throws error if the type is missing or
/// contradicts the header, or if the size of the file is not that of whole keys or not the promised one. If raw is only
/// assumed, also if the file looks like one of another format; of a pipe, read_keys finds that out.
array_layout read_layout(input_file& file, file_format format, raw_assumption const* assumed,
                         std::optional<key_type> type);

/// Reads the keys behind the layout, exactly as many as it says.
key_array read_keys(input_file& file, array_layout const& layout, progress& steps);

/// The values that belong to `count` keys, and the header that their copy needs. Raw ones that are `assumed` to be so
/// must not look like another format.
struct value_array {
    std::string header;
    std::size_t value_bytes = 0;
    buffer values;
};
value_array read_values(input_file& file, file_format format, bool assumed, std::size_t count, progress& steps);

/// Throws error naming `path` if keys of that type cannot be written in that format.
void check_key_format(file_format format, key_type type, std::string const& path);

/// Writes keys as raw bytes, .npy or text, a number a line; check_key_format says what else it cannot do.
void write_keys(output_file& out, file_format format, key_type type, void const* keys, std::size_t count,
                progress& steps);

/// The text part of write_keys.
void write_key_lines(output_file& out, key_type type, void const* keys, std::size_t count, progress& steps);

/// The type of that name; throws error listing the names.
key_type parse_key_type(std::string_view name);

} // namespace pradix::cli
