// SPDX-License-Identifier: MIT
#include "cli/printable.hpp"

#include <fmt/format.h>

namespace pradix::cli {
namespace {

unsigned byte_of(char c) {
    return static_cast<unsigned char>(c);
}

// Takes a character or a byte from the text.
std::string take_printable(std::string_view& text) {
    std::size_t const size = printable_bytes(text);
    std::string piece = size == 0 ? fmt::format("\\x{:02x}", byte_of(text[0])) : std::string(text.substr(0, size));
    text.remove_prefix(size == 0 ? 1 : size);
    return piece;
}

} // namespace

std::size_t printable_bytes(std::string_view text) {
    constexpr unsigned smallest[] = {0, 0, 0xa0, 0x800,
                                     0x10000}; // of that many bytes; two have control characters, too
    unsigned const lead = byte_of(text[0]);
    if (lead < 0x80)
        return lead >= ' ' && lead != 0x7f ? 1 : 0;
    std::size_t const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc0 || lead > 0xf7 || text.size() < size)
        return 0;
    unsigned code = lead & (0x7fU >> size);
    for (char const c : text.substr(1, size - 1)) {
        if ((byte_of(c) & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (byte_of(c) & 0x3f);
    }
    bool const surrogate = code >= 0xd800 && code < 0xe000;
    return code < smallest[size] || surrogate || code > 0x10ffff ? 0 : size;
}

std::string one_line(std::string_view text) {
    std::string line;
    while (!text.empty())
        line += take_printable(text);
    return line;
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string line = "'";
    while (!text.empty() && line.size() <= longest)
        line += take_printable(text);
    return line + (text.empty() ? "'" : "...'");
}

} // namespace pradix::cli
