// SPDX-License-Identifier: MIT
#include "cli/io/raw_check.hpp"

#include "cli/error.hpp"
#include "cli/io/npy.hpp"
#include "cli/io/row_text.hpp"
#include "cli/printable.hpp"

#include <algorithm>
#include <iterator>

namespace pradix::cli {
namespace {

// Fewer bytes may well be keys that happen to be printable.
constexpr std::size_t fewest_of_text = 4;

struct known_beginning {
    std::string_view bytes, what;
};
// So long that keys hardly ever begin like that.
constexpr known_beginning packed_files[] = {
    {"\x1f\x8b\x08", "gzip"}, {"\x28\xb5\x2f\xfd", "Zstandard"}, {"\xfd\x37zXZ", "xz"}, {"\x04\x22\x4d\x18", "LZ4"},
    {"BZh91AY", "bzip2"},
};
constexpr known_beginning other_formats[] = {{"PAR1", "Parquet"}, {"\x89HDF\r\n", "HDF5"}, {"ARROW1", "Arrow"}};

// Which of them it begins as; null: none.
template <std::size_t Size>
known_beginning const* beginning_of(std::string_view bytes, known_beginning const (&known)[Size]) {
    auto const* const found =
        std::ranges::find_if(known, [&](known_beginning const& each) { return bytes.starts_with(each.bytes); });
    return found == std::end(known) ? nullptr : found;
}

// Of a file, of which they may be the beginning: the last character may be cut.
bool is_text(std::string_view bytes) {
    constexpr std::size_t longest_character = 4;
    bytes = without_mark(bytes);
    if (bytes.size() < fewest_of_text || bytes.find('\n') == bytes.npos)
        return false;
    while (!bytes.empty()) {
        bool const is_blank = std::string_view("\n\t\r").find(bytes[0]) != std::string_view::npos;
        std::size_t const size = is_blank ? 1 : printable_bytes(bytes);
        if (size == 0)
            return bytes.size() < longest_character && (bytes[0] & 0xc0) == 0xc0;
        bytes.remove_prefix(size);
    }
    return true;
}

} // namespace

void check_looks_raw(std::string_view first_bytes, std::string_view file, raw_assumption const& assumed) {
    first_bytes = first_bytes.substr(0, raw_check_bytes);
    std::string const nevertheless = fmt::format("give --format raw if these bytes are {}", assumed.items);
    if (first_bytes.starts_with(npy_magic))
        fail("{}: is a .npy file; {}, or {}", file, assumed.if_npy, nevertheless);
    if (first_bytes.starts_with("PK\3\4"))
        fail("{}: is a ZIP archive, as .npz files are; save one array with numpy.save, or {}", file, nevertheless);
    if (auto const* const packed = beginning_of(first_bytes, packed_files))
        fail("{}: is compressed, by {}; unpack it first, or {}", file, packed->what, nevertheless);
    if (auto const* const other = beginning_of(first_bytes, other_formats))
        fail("{}: is a file of {}; convert it to .npy or raw, or {}", file, other->what, nevertheless);
    if (!assumed.if_text.empty() && is_text(first_bytes))
        fail("{}: looks like text; {}, or {}", file, assumed.if_text, nevertheless);
}

} // namespace pradix::cli
