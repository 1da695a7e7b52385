// SPDX-License-Identifier: MIT
// A strict reader: whatever it does not know is an error with advice, never a guess.
#include "cli/io/npy.hpp"

#include "cli/error.hpp"

#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

namespace pradix::cli {
namespace {

constexpr std::string_view save_again = "write it again with numpy.save";

struct descr_name {
    key_type type;
    std::string_view text;
};
constexpr std::array<descr_name, 12> descr_names = {{{key_type::u8, "|u1"},
                                                     {key_type::u16, "<u2"},
                                                     {key_type::u32, "<u4"},
                                                     {key_type::u64, "<u8"},
                                                     {key_type::i8, "|i1"},
                                                     {key_type::i16, "<i2"},
                                                     {key_type::i32, "<i4"},
                                                     {key_type::i64, "<i8"},
                                                     {key_type::f16, "<f2"},
                                                     {key_type::f32, "<f4"},
                                                     {key_type::f64, "<f8"},
                                                     {key_type::boolean, "|b1"}}};

// Reads the dictionary: a Python literal with string keys and values that are strings, booleans or tuples of integers.
class dictionary_reader {
public:
    dictionary_reader(std::string_view text, std::string_view file) : rest_(text), file_(file) {}

    npy_header read() {
        npy_header header;
        bool seen[3] = {};
        expect('{');
        while (!skip('}')) {
            std::string const key = string();
            expect(':');
            if (key == "descr" && !std::exchange(seen[0], true))
                header.descr = descr();
            else if (key == "fortran_order" && !std::exchange(seen[1], true))
                header.fortran_order = boolean();
            else if (key == "shape" && !std::exchange(seen[2], true))
                header.shape = tuple();
            else
                broken();
            if (!skip(',')) {
                expect('}');
                break;
            }
        }
        blanks();
        if (!rest_.empty() || !seen[0] || !seen[1] || !seen[2])
            broken();
        return header;
    }

private:
    [[noreturn]] void broken() const { fail("{}: the .npy header is damaged; {}", file_, save_again); }

    void blanks() {
        while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n' || rest_[0] == '\t'))
            rest_.remove_prefix(1);
    }

    bool skip(char c) {
        blanks();
        if (rest_.empty() || rest_[0] != c)
            return false;
        rest_.remove_prefix(1);
        return true;
    }

    void expect(char c) {
        if (!skip(c))
            broken();
    }

    bool skip(std::string_view word) {
        blanks();
        if (!rest_.starts_with(word))
            return false;
        rest_.remove_prefix(word.size());
        return true;
    }

    std::string string() {
        blanks();
        char const quote = rest_.empty() ? '\0' : rest_[0];
        std::size_t const end = rest_.find(quote, 1);
        if ((quote != '\'' && quote != '"') || end == rest_.npos)
            broken();
        std::string text(rest_.substr(1, end - 1));
        rest_.remove_prefix(end + 1);
        return text;
    }

    std::string descr() {
        if (skip('['))
            fail("{}: holds records of several fields; save one field: numpy.save(path, a['field'])", file_);
        return string();
    }

    bool boolean() {
        if (skip("True"))
            return true;
        if (!skip("False"))
            broken();
        return false;
    }

    std::vector<std::uint64_t> tuple() {
        std::vector<std::uint64_t> numbers;
        expect('(');
        while (!skip(')')) {
            blanks();
            std::uint64_t number = 0;
            auto const got = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
            if (got.ec != std::errc{})
                broken();
            rest_.remove_prefix(static_cast<std::size_t>(got.ptr - rest_.data()));
            numbers.push_back(number);
            skip('L'); // Python 2 wrote long integers so
            if (!skip(',')) {
                expect(')');
                break;
            }
        }
        return numbers;
    }

    std::string_view rest_, file_;
};

// The bytes of one element of a type such as "<f8", "<M8[ns]", "|S5" or "<U3"; nothing if they are not in the name.
std::optional<std::uint64_t> element_bytes(std::string_view descr) {
    if (descr.size() < 3 || std::string_view("biufcmMSUV").find(descr[1]) == descr.npos)
        return std::nullopt;
    std::uint64_t bytes = 0;
    auto const got = std::from_chars(descr.data() + 2, descr.data() + descr.size(), bytes);
    bool const ends = got.ptr == descr.data() + descr.size() || *got.ptr == '[';
    if (got.ec != std::errc{} || !ends || bytes > std::numeric_limits<std::uint32_t>::max())
        return std::nullopt;
    return descr[1] == 'U' ? 4 * bytes : bytes;
}

} // namespace

npy_header read_npy_header(byte_source const& read, std::string_view file) {
    constexpr std::size_t longest = std::size_t{1} << 20;
    std::string bytes(8, '\0');
    auto const more = [&](std::size_t count) {
        std::size_t const before = bytes.size();
        bytes.resize(before + count);
        if (read(bytes.data() + before, count) != count)
            fail("{}: ends inside its .npy header; {}", file, save_again);
    };
    if (read(bytes.data(), 8) != 8 || !bytes.starts_with(npy_magic))
        fail("{}: is not a .npy file; give its --type and --format raw, or {}", file, save_again);
    int const major = static_cast<unsigned char>(bytes[6]), minor = static_cast<unsigned char>(bytes[7]);
    if (major < 1 || major > 3 || minor != 0)
        fail("{}: has .npy version {}.{}, known are 1.0, 2.0 and 3.0; {}", file, major, minor, save_again);
    std::size_t const length_bytes = major == 1 ? 2 : 4;
    more(length_bytes);
    std::size_t length = 0;
    for (std::size_t i = 0; i < length_bytes; ++i)
        length |= static_cast<std::size_t>(static_cast<unsigned char>(bytes[8 + i])) << (8 * i);
    if (length > longest)
        fail("{}: claims a .npy header of {} bytes; the file is damaged, {}", file, length, save_again);
    std::size_t const start = bytes.size();
    more(length);
    npy_header header = dictionary_reader(std::string_view(bytes).substr(start), file).read();
    header.bytes = std::move(bytes);
    return header;
}

key_type npy_key_type(npy_header const& header, std::string_view file) {
    std::string descr = header.descr;
    if (descr.size() == 3 && descr[2] == '1' && (descr[0] == '<' || descr[0] == '>' || descr[0] == '='))
        descr[0] = '|'; // a single byte has no byte order
    if (descr.starts_with('>'))
        fail("{}: is big-endian ({}); save it little-endian: numpy.save(path, a.astype(a.dtype.newbyteorder('<')))",
             file, in_quotes(header.descr));
    for (auto const& known : descr_names)
        if (known.text == descr) {
            if (header.shape.size() != 1)
                fail("{}: has {} dimensions and only one can be sorted; save it flat: numpy.save(path, a.ravel())",
                     file, header.shape.size());
            return known.type; // one dimension is the same in either order
        }
    if (descr.size() > 1 && (descr[1] == 'M' || descr[1] == 'm'))
        fail(
            "{}: holds dates or times ({}); save them as the integers that they are: numpy.save(path, a.view('int64'))",
            file, in_quotes(header.descr));
    std::string names;
    for (auto const& known : descr_names)
        names += fmt::format("{}{}", names.empty() ? "" : " ", name(known.type));
    std::string_view const wide = descr == "<f16" ? " of 16 bytes (long double)" : ""; // not what f16 is here
    fail("{}: holds elements of type {}{}, which pradix does not sort; from .npy files it sorts {}", file,
         in_quotes(header.descr), wide, names);
}

std::size_t npy_data_bytes(npy_header const& header, std::string_view file) {
    auto const element = element_bytes(header.descr);
    if (!element)
        fail("{}: holds elements of type {}, whose size is not known; save plain numbers", file,
             in_quotes(header.descr));
    if (header.fortran_order && header.shape.size() > 1)
        fail("{}: is in Fortran order; save it in C order: numpy.save(path, numpy.ascontiguousarray(a))", file);
    std::uint64_t bytes = *element;
    bool zero = bytes == 0;
    for (std::uint64_t extent : header.shape) {
        if (!zero && extent != 0 && bytes > (std::numeric_limits<std::uint64_t>::max() >> 1) / extent)
            fail("{}: promises more elements than any file can hold; the header is damaged, {}", file, save_again);
        bytes *= extent;
        zero = bytes == 0;
    }
    return bytes;
}

std::string make_npy_header(key_type type, std::size_t count) {
    for (auto const& known : descr_names)
        if (known.type == type) {
            std::string text =
                fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({},), }}", known.text, count);
            // Magic, version and length are 10 bytes; blanks bring the data to a multiple of 64.
            text.append((64 - (10 + text.size() + 1) % 64) % 64, ' ');
            text += '\n';
            std::string header(npy_magic);
            header += {'\1', '\0', static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
            return header + text;
        }
    fail("npy: NumPy has no type {}; choose a name without .npy to write raw keys", name(type));
}

} // namespace pradix::cli
