// SPDX-License-Identifier: MIT
// Compiled programs on disk. A cache: whatever goes wrong with it, the program is built anew and nobody is told.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pradix::opencl {

// PRADIX_CACHE_DIR if it is set; else pradix in XDG_CACHE_HOME or in ~/.cache. Empty: there is none.
std::filesystem::path cache_folder();

// 16 hexadecimal digits that tell texts apart (FNV-1a), for names of files.
std::string digest(std::string_view text);

// `key` is all that the program depends on: device, driver, source, options.
std::optional<std::vector<unsigned char>> load_program(std::string const& key);
void save_program(std::string const& key, std::vector<unsigned char> const& binary);

} // namespace pradix::opencl
