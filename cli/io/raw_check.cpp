// SPDX-License-Identifier: MIT
#include "cli/io/raw_check.hpp"

#include "cli/error.hpp"
#include "cli/io/npy.hpp"
#include "cli/io/row_text.hpp"
#include "cli/printable.hpp"

namespace pradix::cli {
namespace {

// Fewer bytes may well be keys that happen to be printable.
constexpr std::size_t fewest_of_text = 4;

constexpr std::string_view unpack = "unpack it first", convert = "convert it to .npy or raw";

// So long that keys hardly ever begin like that.
struct known_beginning {
    std::string_view bytes, is, advice;
};
constexpr known_beginning other_files[] = {
    {"PK\3\4", "a ZIP archive, as .npz files are", "save one array with numpy.save"},
    {"\x1f\x8b\x08", "compressed, by gzip", unpack},
    {"\x28\xb5\x2f\xfd", "compressed, by Zstandard", unpack},
    {"\xfd\x37zXZ", "compressed, by xz", unpack},
    {"\x04\x22\x4d\x18", "compressed, by LZ4", unpack},
    {"BZh91AY", "compressed, by bzip2", unpack},
    {"PAR1", "a file of Parquet", convert},
    {"\x89HDF\r\n", "a file of HDF5", convert},
    {"ARROW1", "a file of Arrow", convert},
};

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
    for (known_beginning const& other : other_files)
        if (first_bytes.starts_with(other.bytes))
            fail("{}: is {}; {}, or {}", file, other.is, other.advice, nevertheless);
    if (!assumed.if_text.empty() && is_text(first_bytes))
        fail("{}: looks like text; {}, or {}", file, assumed.if_text, nevertheless);
}

} // namespace pradix::cli
