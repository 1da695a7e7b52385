// SPDX-License-Identifier: MIT
#include "cli/io/raw_check.hpp"

#include "cli/error.hpp"
#include "cli/io/npy.hpp"
#include "cli/io/row_text.hpp"

#include <algorithm>

namespace pradix::cli {
namespace {

// Fewer bytes may well be keys that happen to be printable.
constexpr std::size_t fewest_of_text = 4;

bool is_text(std::string_view bytes) {
    if (bytes.starts_with(byte_order_mark))
        bytes.remove_prefix(byte_order_mark.size());
    auto const printable = [](char c) { return (c >= ' ' && c <= '~') || c == '\n' || c == '\t' || c == '\r'; };
    return bytes.size() >= fewest_of_text && bytes.find('\n') != bytes.npos && std::ranges::all_of(bytes, printable);
}

} // namespace

void check_looks_raw(std::string_view first_bytes, std::string_view file, raw_assumption const& assumed) {
    first_bytes = first_bytes.substr(0, raw_check_bytes);
    std::string const nevertheless = fmt::format("give --format raw if these bytes are {}", assumed.items);
    if (first_bytes.starts_with(npy_magic))
        fail("{}: is a .npy file; {}, or {}", file, assumed.if_npy, nevertheless);
    if (first_bytes.starts_with("PK\3\4"))
        fail("{}: is a ZIP archive, as .npz files are; save one array with numpy.save, or {}", file, nevertheless);
    if (!assumed.if_text.empty() && is_text(first_bytes))
        fail("{}: looks like text; {}, or {}", file, assumed.if_text, nevertheless);
}

} // namespace pradix::cli
