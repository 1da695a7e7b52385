// SPDX-License-Identifier: MIT
// Counts and sizes as people write and read them: 100M, 1.5Gi, 64KiB, 1e6; "1.25 GB", "100,000,000".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pradix::cli {

/// Reads a whole number with an optional suffix: K M G T are powers of 1000, Ki Mi Gi Ti of 1024, a B may follow.
/// An exponent, as in 1.5e6, may stand in place of the suffix.
/// A fraction such as 1.5M is fine if the product is whole. Throws error, naming `option`.
std::uint64_t parse_size(std::string_view text, std::string_view option);

/// "100,000,000"
std::string count_text(std::uint64_t count);

/// What a unit ends with: "" for one, else "s".
constexpr std::string_view plural(std::uint64_t count) {
    return count == 1 ? "" : "s";
}

/// "1 key", "2 keys"
std::string counted(std::uint64_t count, std::string_view unit);

/// Three digits and a decimal unit: "1.25 GB"
std::string bytes_text(std::uint64_t bytes);

/// "3 bytes", "1.25 kB (1250 bytes)"
std::string exact_bytes_text(std::uint64_t bytes);

} // namespace pradix::cli
