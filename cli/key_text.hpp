// SPDX-License-Identifier: MIT
// One key as text: reading a number from a field, writing it back.
#pragma once

#include <pradix/key.hpp>

#include <string>
#include <string_view>

namespace pradix::cli {

enum class parse_result { ok, not_a_number, out_of_range };

/// Reads the key that fills `field` (blanks around it are fine) into key_bytes(type) bytes at `key`.
/// Integers are decimal; floats take every spelling of std::from_chars, inf and nan included, and round to nearest, but
/// not to infinity; bool takes 0, 1, true and false.
using key_parser = parse_result (*)(std::string_view field, void* key);
key_parser parser_of(key_type type);

/// Appends the shortest text that reads back as the same key, of f16 and bf16 as the float that it is; a NaN appends
/// "nan" or "-nan".
void append_key(std::string& text, key_type type, void const* key);

/// The key for a message: as append_key, with the bits of a NaN.
std::string key_text(key_type type, void const* key);

/// What the parse result means for this type: "is not an i8 number", "does not fit i8 (-128 to 127)".
std::string complaint(parse_result result, key_type type);

/// What to do then, apart from changing the text: "choose another type".
std::string_view type_advice(parse_result result, key_type type);

} // namespace pradix::cli
